-- How bad each alert of an incident is by its own words. Rows of the time before have none.
ALTER TABLE incident_alerts ADD COLUMN severity text;

-- A card says how bad it is, so it changes with that too. Its thread is told of moves alone, and is reminded as before.
CREATE OR REPLACE FUNCTION want_chat_card() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  number integer;
BEGIN
  INSERT INTO chat_cards (incident_id, not_before) VALUES (NEW.id, firebreak_now() + interval '300 milliseconds')
    ON CONFLICT (incident_id) DO UPDATE
      SET wanted = chat_cards.wanted + 1, wanted_at = firebreak_now(), attempts = 0,
          remind_at = CASE WHEN OLD.status = NEW.status THEN chat_cards.remind_at END,
          not_before = firebreak_now() + interval '300 milliseconds'
    RETURNING wanted INTO number;
  IF NEW.status IN ('expired', 'escalated') AND OLD.status <> NEW.status THEN
    INSERT INTO chat_outbox (key, incident_id, what, in_thread)
      VALUES (NEW.id || ':' || NEW.status || ':' || number, NEW.id, NEW.status, true);
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER incidents_want_their_card ON incidents;
CREATE TRIGGER incidents_want_their_card AFTER UPDATE OF status, severity ON incidents
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status
                     -- Of one that nobody has taken up yet there is no card.
                     OR (OLD.severity IS DISTINCT FROM NEW.severity AND NEW.status <> 'pending'))
  EXECUTE FUNCTION want_chat_card();
