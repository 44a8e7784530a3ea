-- Incidents of one cause: one leads, the others are its parts. Each part keeps its id, alerts and timeline.
ALTER TABLE incidents
  ADD COLUMN part_of text REFERENCES incidents ON DELETE SET NULL,
  -- A person has set it free: nothing but a person makes it a part again.
  ADD COLUMN stands_alone boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT incidents_not_part_of_themselves CHECK (part_of <> id),
  -- One plan for all of them, and that is the leader's.
  ADD CONSTRAINT parts_have_no_plan CHECK (part_of IS NULL OR (proposal_digest IS NULL AND alternative_digest IS NULL AND confirm_by IS NULL));
CREATE INDEX incidents_parts ON incidents (part_of, severity_rank, seq) WHERE part_of IS NOT NULL;
CREATE INDEX incidents_open_parts ON incidents (status, part_of) WHERE part_of IS NOT NULL AND closed_at IS NULL;

-- One floor only, so there can be no circle: who leads is no part, and who is a part leads nobody. Both rows are locked
-- here, so that it holds whoever attaches what to what at the same time.
CREATE FUNCTION check_part() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  leader record;
BEGIN
  SELECT status, part_of INTO leader FROM incidents WHERE id = NEW.part_of FOR NO KEY UPDATE;
  IF leader.part_of IS NOT NULL THEN
    RAISE EXCEPTION 'incident % is itself part of %', NEW.part_of, leader.part_of USING ERRCODE = 'restrict_violation';
  END IF;
  IF leader.status IN ('resolved', 'ignored', 'expired') OR NEW.status IN ('executing', 'verifying')
     OR (NEW.status IN ('resolved', 'ignored', 'expired') AND OLD.part_of IS NULL) THEN
    RAISE EXCEPTION 'incident % (%) cannot become part of % (%)', NEW.id, NEW.status, NEW.part_of, leader.status USING ERRCODE = 'restrict_violation';
  END IF;
  IF EXISTS (SELECT FROM incidents WHERE part_of = NEW.id) THEN
    RAISE EXCEPTION 'incident % has parts of its own', NEW.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER incidents_gather_on_one_floor BEFORE UPDATE OF part_of ON incidents
  FOR EACH ROW WHEN (NEW.part_of IS NOT NULL AND NEW.part_of IS DISTINCT FROM OLD.part_of) EXECUTE FUNCTION check_part();

-- The kept counts are those of the list, which shows leaders and whoever stands alone.
CREATE OR REPLACE FUNCTION count_moved_incident() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.part_of IS NULL THEN
    INSERT INTO incident_count_changes VALUES ((OLD.created_at AT TIME ZONE 'UTC')::date, OLD.status, OLD.severity, -1);
  END IF;
  IF NEW.part_of IS NULL THEN
    INSERT INTO incident_count_changes VALUES ((NEW.created_at AT TIME ZONE 'UTC')::date, NEW.status, NEW.severity, 1);
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER incidents_count_moved ON incidents;
CREATE TRIGGER incidents_count_moved AFTER UPDATE OF status, severity, part_of ON incidents
  FOR EACH ROW WHEN ((OLD.status, OLD.severity, OLD.part_of) IS DISTINCT FROM (NEW.status, NEW.severity, NEW.part_of))
  EXECUTE FUNCTION count_moved_incident();
CREATE OR REPLACE FUNCTION count_removed_incidents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO incident_count_changes
    SELECT (created_at AT TIME ZONE 'UTC')::date, status, severity, -count(*) FROM removed WHERE part_of IS NULL GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;

-- Parts ride along, so that the list passes over them without reading their rows.
DROP INDEX incidents_newest;
DROP INDEX incidents_newest_by_status;
DROP INDEX incidents_newest_by_severity;
CREATE INDEX incidents_newest ON incidents (created_at DESC, seq DESC) INCLUDE (part_of);
CREATE INDEX incidents_newest_by_status ON incidents (status, created_at DESC, seq DESC) INCLUDE (severity, part_of);
CREATE INDEX incidents_newest_by_severity ON incidents (severity, created_at DESC, seq DESC) INCLUDE (part_of);

-- A part waits for its leader and is not in the queue.
DROP INDEX incidents_waiting_by_share;
CREATE INDEX incidents_waiting_by_share ON incidents (severity_rank, (left(source, 100) || ' ' || left(sender_id, 100)), seq)
  WHERE status = 'pending' AND part_of IS NULL;
DROP INDEX incidents_waiting;
CREATE INDEX incidents_waiting ON incidents (severity, seq) WHERE status = 'pending' AND part_of IS NULL;

-- A part has no card of its own and tells its thread nothing; one it had before is brought up to date.
CREATE OR REPLACE FUNCTION want_chat_card() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  number integer;
BEGIN
  IF NEW.part_of IS NOT NULL THEN
    UPDATE chat_cards SET wanted = wanted + 1, wanted_at = firebreak_now(), attempts = 0, remind_at = NULL,
           not_before = firebreak_now() + interval '300 milliseconds'
     WHERE incident_id = NEW.id AND message_id <> '';
    RETURN NULL;
  END IF;
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
