-- Who has an incident in hand. Where both names are the same, somebody said so of himself: "I have it".
ALTER TABLE incidents ADD COLUMN assigned_to text, ADD COLUMN assigned_by text, ADD COLUMN assigned_at timestamptz;

-- The card tells it, too.
CREATE TRIGGER incidents_show_who_has_them AFTER UPDATE OF assigned_to, assigned_by ON incidents
  FOR EACH ROW WHEN (OLD.assigned_to IS DISTINCT FROM NEW.assigned_to OR OLD.assigned_by IS DISTINCT FROM NEW.assigned_by)
  EXECUTE FUNCTION want_chat_card();
