-- While its leader is open nobody takes a part up, also no instance of a version that knows no parts: its claim finds the
-- part taken by somebody else and goes on to the next.
CREATE FUNCTION keep_part_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM incidents WHERE id = NEW.part_of AND closed_at IS NULL) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER incidents_parts_wait BEFORE UPDATE OF status ON incidents
  FOR EACH ROW WHEN (OLD.status = 'pending' AND NEW.status = 'diagnosing' AND NEW.part_of IS NOT NULL)
  EXECUTE FUNCTION keep_part_waiting();

-- Those that are left to be looked at when their leader was resolved; whoever was leaves the index.
CREATE INDEX incidents_left_parts ON incidents (part_of, severity_rank, seq)
  WHERE part_of IS NOT NULL AND status IN ('pending', 'awaiting_approval', 'escalated');
