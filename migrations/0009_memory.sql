-- What closed incidents taught us. A closing leaves its incident in the queue, in the very transaction that closes it; a
-- sweep reads the whole incident and writes down what is worth remembering, so that no closing waits for it or fails by it.
CREATE TABLE memory_queue (
  incident_id text PRIMARY KEY REFERENCES incidents ON DELETE CASCADE,
  -- One that cannot be read must not keep the others waiting.
  attempts integer NOT NULL DEFAULT 0
);
CREATE INDEX memory_queue_next ON memory_queue (attempts, incident_id);

CREATE FUNCTION queue_for_memory() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO memory_queue (incident_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER incidents_are_remembered AFTER UPDATE OF status ON incidents
  FOR EACH ROW WHEN (OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL) EXECUTE FUNCTION queue_for_memory();

CREATE TABLE remembered_incidents (
  incident_id text PRIMARY KEY REFERENCES incidents ON DELETE CASCADE,
  alert_name text NOT NULL,
  -- The workload, database or host it was about, in one word; empty where the alert names nobody.
  subject text NOT NULL,
  -- How much there is to learn from it; see src/story/diagnosis/memory/remembered.ts.
  lesson smallint NOT NULL,
  closed_at timestamptz NOT NULL,
  words tsvector NOT NULL,
  document text NOT NULL
);
-- The most instructive of the same alert on the same subject, then the newest, without sorting.
CREATE INDEX remembered_incidents_alike
  ON remembered_incidents (alert_name, subject, lesson DESC, closed_at DESC);
-- Alike words are looked for among those worth reading: what was verified or told by a person first, then the newest. A
-- word index would not do: words that stand in every alert would make it read them all.
CREATE INDEX remembered_incidents_worth_reading
  ON remembered_incidents ((lesson >= 2) DESC, closed_at DESC);

-- What was closed before there was a memory.
INSERT INTO memory_queue (incident_id) SELECT id FROM incidents WHERE closed_at IS NOT NULL;
