-- An act that turns out to have come late opens its closed incident again, for a person.
INSERT INTO lifecycle_moves VALUES ('resolved', 'escalated'), ('ignored', 'escalated'), ('expired', 'escalated');

CREATE OR REPLACE FUNCTION check_incident_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NOT EXISTS (SELECT FROM lifecycle_moves WHERE from_status = OLD.status AND to_status = NEW.status) THEN
    RAISE EXCEPTION 'incident % may not become %', NEW.id, NEW.status USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.status IN ('resolved', 'ignored', 'expired') THEN
    NEW.closed_at := firebreak_now();
  ELSIF OLD.closed_at IS NOT NULL THEN
    NEW.closed_at := NULL;
    NEW.resolution := NULL;
    -- What was learned from its end is not true any more; its next end teaches anew.
    DELETE FROM remembered_incidents WHERE incident_id = NEW.id;
    DELETE FROM memory_queue WHERE incident_id = NEW.id;
  END IF;
  RETURN NEW;
END $$;
