-- Which status may become which: the store's own copy of src/story/incident/lifecycle.ts. A test compares the two.
CREATE TABLE lifecycle_moves (
  from_status text NOT NULL,
  to_status text NOT NULL,
  PRIMARY KEY (from_status, to_status)
);
INSERT INTO lifecycle_moves VALUES
  ('pending', 'diagnosing'), ('pending', 'ignored'), ('pending', 'resolved'),
  ('diagnosing', 'awaiting_approval'), ('diagnosing', 'escalated'), ('diagnosing', 'ignored'), ('diagnosing', 'resolved'),
  ('awaiting_approval', 'executing'), ('awaiting_approval', 'diagnosing'), ('awaiting_approval', 'escalated'),
  ('awaiting_approval', 'ignored'), ('awaiting_approval', 'expired'), ('awaiting_approval', 'resolved'),
  ('executing', 'verifying'), ('executing', 'escalated'),
  ('verifying', 'resolved'), ('verifying', 'escalated'), ('verifying', 'awaiting_approval'), ('verifying', 'executing'),
  ('escalated', 'resolved'), ('escalated', 'ignored'), ('escalated', 'diagnosing');

CREATE TABLE incidents (
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  id text PRIMARY KEY CHECK (id ~ '^INC-\d{8}-\d{3,}$'),
  title text NOT NULL,
  description text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  severity text NOT NULL,
  severity_rank smallint NOT NULL,
  category text NOT NULL,
  source text NOT NULL,
  fingerprint text NOT NULL,
  sender_id text NOT NULL,
  chat_id text NOT NULL,
  reports_clearing boolean NOT NULL,
  diagnosis text,
  resolution text,
  confirm_by timestamptz,
  repeat_count integer NOT NULL DEFAULT 0,
  -- Repeats are told on the timeline at most once a minute; these remember what is not told yet.
  repeats_untold integer NOT NULL DEFAULT 0,
  repeats_told_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT firebreak_now(),
  updated_at timestamptz NOT NULL DEFAULT firebreak_now(),
  closed_at timestamptz
);
CREATE INDEX incidents_newest ON incidents (created_at DESC, seq DESC);
-- The severity rides along, so that both filters together are answered from this index alone.
CREATE INDEX incidents_newest_by_status ON incidents (status, created_at DESC, seq DESC) INCLUDE (severity);
CREATE INDEX incidents_newest_by_severity ON incidents (severity, created_at DESC, seq DESC);
CREATE INDEX incidents_waiting ON incidents (severity_rank, seq) WHERE status = 'pending';
CREATE INDEX incidents_to_confirm ON incidents (confirm_by) WHERE status = 'awaiting_approval';
CREATE INDEX incidents_closed ON incidents (closed_at) WHERE closed_at IS NOT NULL;

-- The store itself refuses a move that the table above does not list, whoever asks.
CREATE FUNCTION check_incident_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NOT EXISTS (SELECT FROM lifecycle_moves WHERE from_status = OLD.status AND to_status = NEW.status) THEN
    RAISE EXCEPTION 'incident % may not become %', NEW.id, NEW.status USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.status IN ('resolved', 'ignored', 'expired') THEN NEW.closed_at := firebreak_now(); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER incidents_begin_as_pending BEFORE INSERT ON incidents
  FOR EACH ROW WHEN (NEW.status <> 'pending') EXECUTE FUNCTION check_incident_move();
CREATE TRIGGER incidents_move_by_the_table BEFORE UPDATE OF status ON incidents
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION check_incident_move();

-- One growing number for timeline and stream. `transaction` ties a move to the event that tells it.
CREATE TABLE incident_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  incident_id text NOT NULL REFERENCES incidents,
  kind text NOT NULL,
  status text NOT NULL,
  at timestamptz NOT NULL DEFAULT firebreak_now(),
  data text NOT NULL,
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX incident_events_by_incident ON incident_events (incident_id, id);

CREATE FUNCTION require_event_of_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM incident_events
                  WHERE incident_id = NEW.id AND status = NEW.status AND transaction = pg_current_xact_id()) THEN
    RAISE EXCEPTION 'incident % became % without an event that tells it', NEW.id, NEW.status USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER incident_moves_are_told AFTER UPDATE OF status ON incidents DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION require_event_of_move();

-- The past is not edited. Only retention removes it, and says so for its own transaction.
CREATE FUNCTION refuse_change_outside_retention() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('firebreak.retention', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER incident_events_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON incident_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_outside_retention();

-- Every delivery, as it was read. One that had nothing to clear belongs to no incident.
CREATE TABLE alerts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  incident_id text REFERENCES incidents,
  received_at timestamptz NOT NULL DEFAULT firebreak_now(),
  dialect text NOT NULL,
  state text NOT NULL,
  sender_id text NOT NULL,
  message text NOT NULL,
  details text NOT NULL
);
CREATE INDEX alerts_by_incident ON alerts (incident_id, id);
CREATE TRIGGER alerts_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON alerts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_outside_retention();

-- The alerts an incident stands for.
CREATE TABLE incident_alerts (
  incident_id text NOT NULL REFERENCES incidents,
  key text NOT NULL,
  state text NOT NULL CHECK (state IN ('firing', 'resolved')),
  name text NOT NULL,
  labels text NOT NULL,
  annotations text NOT NULL,
  starts_at text,
  first_seen_at timestamptz NOT NULL DEFAULT firebreak_now(),
  last_seen_at timestamptz NOT NULL DEFAULT firebreak_now(),
  PRIMARY KEY (incident_id, key)
);
CREATE INDEX incident_alerts_by_key ON incident_alerts (key, first_seen_at DESC);

-- Which incident a key belongs to now. The primary key is what makes one incident of two identical alerts that
-- arrive on two instances in the same instant. Rows leave when the incident closes, except those of alerts that
-- still fire and need no work: their repeats only count.
CREATE TABLE alert_keys (
  key text PRIMARY KEY,
  incident_id text NOT NULL REFERENCES incidents DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX alert_keys_by_incident ON alert_keys (incident_id);

-- What `search` looks at: id, title, description and conclusion, in lower case. Apart from the incident, because the
-- trigram index is costly to touch and an incident's row changes with every move.
CREATE TABLE incident_texts (
  seq bigint PRIMARY KEY REFERENCES incidents (seq) ON DELETE CASCADE,
  text text NOT NULL
);
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
  CREATE INDEX incident_texts_trigrams ON incident_texts USING gin (text gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'pg_trgm is not to be had (%); searches read all texts', SQLERRM;
END $$;

-- Numbers of the day, taken in a transaction of their own: a row locked until the intake commits would let one intake
-- run at a time. A number taken and not used leaves a gap, which is fine.
CREATE TABLE incident_numbers (
  day date PRIMARY KEY,
  last integer NOT NULL
);

-- How many incidents there are, by day, status and severity, and the totals of all days. Changes are appended and folded
-- into both later, so that no two writers meet on a row; with the changes added, either is exact in every snapshot.
CREATE TABLE incident_counts (
  day date NOT NULL,
  status text NOT NULL,
  severity text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (day, status, severity)
);
CREATE TABLE incident_totals (
  status text NOT NULL,
  severity text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (status, severity)
);
CREATE TABLE incident_count_changes (
  day date NOT NULL,
  status text NOT NULL,
  severity text NOT NULL,
  change bigint NOT NULL
);

CREATE FUNCTION count_new_incidents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO incident_count_changes
    SELECT (created_at AT TIME ZONE 'UTC')::date, status, severity, count(*) FROM added GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;
CREATE TRIGGER incidents_count_new AFTER INSERT ON incidents REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_incidents();

CREATE FUNCTION count_moved_incident() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO incident_count_changes VALUES
    ((OLD.created_at AT TIME ZONE 'UTC')::date, OLD.status, OLD.severity, -1),
    ((NEW.created_at AT TIME ZONE 'UTC')::date, NEW.status, NEW.severity, 1);
  RETURN NULL;
END $$;
CREATE TRIGGER incidents_count_moved AFTER UPDATE OF status, severity ON incidents
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.severity IS DISTINCT FROM NEW.severity)
  EXECUTE FUNCTION count_moved_incident();

CREATE FUNCTION count_removed_incidents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO incident_count_changes
    SELECT (created_at AT TIME ZONE 'UTC')::date, status, severity, -count(*) FROM removed GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;
CREATE TRIGGER incidents_count_removed AFTER DELETE ON incidents REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_incidents();

-- The durable thread. An instance lives as long as its lease; a run belongs to an instance; what a run has done is in its journal.
CREATE TABLE instances (
  id text PRIMARY KEY,
  lease_until timestamptz NOT NULL,
  started_at timestamptz NOT NULL DEFAULT firebreak_now()
);
CREATE TABLE runs (
  id text PRIMARY KEY,
  incident_id text NOT NULL REFERENCES incidents,
  kind text NOT NULL CHECK (kind IN ('diagnose', 'execute')),
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'finished', 'cancelled')),
  instance_id text NOT NULL,
  attempts integer NOT NULL DEFAULT 1,
  not_before timestamptz NOT NULL DEFAULT firebreak_now(),
  started_at timestamptz NOT NULL DEFAULT firebreak_now(),
  finished_at timestamptz
);
CREATE INDEX runs_at_work ON runs (kind, instance_id) WHERE state = 'running';
CREATE INDEX runs_by_incident ON runs (incident_id);
CREATE TABLE journal (
  run_id text NOT NULL REFERENCES runs ON DELETE CASCADE,
  step text NOT NULL,
  result text NOT NULL,
  finished_at timestamptz NOT NULL DEFAULT firebreak_now(),
  PRIMARY KEY (run_id, step)
);
