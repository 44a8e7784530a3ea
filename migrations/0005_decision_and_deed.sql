-- What we believe, what we propose, who agreed, and what was done. All of it is append-only: an edit is a new version.
ALTER TABLE incidents DROP COLUMN diagnosis;
ALTER TABLE incidents
  ADD COLUMN proposal_version integer NOT NULL DEFAULT 0,
  ADD COLUMN proposal_digest text,
  ADD COLUMN execution_result text,
  -- What a person said when asking us to look again.
  ADD COLUMN feedback text;

CREATE TABLE diagnoses (
  incident_id text NOT NULL REFERENCES incidents,
  version integer NOT NULL,
  document text NOT NULL,
  at timestamptz NOT NULL DEFAULT firebreak_now(),
  PRIMARY KEY (incident_id, version)
);
CREATE TRIGGER diagnoses_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON diagnoses
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_outside_retention();

CREATE TABLE proposals (
  incident_id text NOT NULL REFERENCES incidents,
  version integer NOT NULL,
  -- Covers every byte of the document; see src/story/incident/proposal.ts.
  digest text NOT NULL,
  document text NOT NULL,
  at timestamptz NOT NULL DEFAULT firebreak_now(),
  PRIMARY KEY (incident_id, version),
  UNIQUE (incident_id, digest)
);
CREATE TRIGGER proposals_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proposals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_outside_retention();

-- One row is one person's word for exactly one plan. The primary key lets only the first of many presses through.
CREATE TABLE approvals (
  incident_id text NOT NULL,
  digest text NOT NULL,
  decided_by text NOT NULL,
  via text NOT NULL,
  comment text NOT NULL,
  decided_at timestamptz NOT NULL,
  -- Made with a key that is not in this database, so that a row written here by hand approves nothing.
  seal text NOT NULL,
  PRIMARY KEY (incident_id, digest),
  FOREIGN KEY (incident_id, digest) REFERENCES proposals (incident_id, digest)
);
CREATE TRIGGER approvals_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approvals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_outside_retention();

-- The intent, written before the act. Whoever finds the row must not act; without an approval there can be none.
CREATE TABLE action_attempts (
  incident_id text NOT NULL,
  digest text NOT NULL,
  phase text NOT NULL CHECK (phase IN ('do', 'undo')),
  step integer NOT NULL,
  plugin text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT firebreak_now(),
  outcome text CHECK (outcome IN ('done', 'failed', 'skipped', 'unknown')),
  result text,
  finished_at timestamptz,
  PRIMARY KEY (incident_id, digest, phase, step),
  FOREIGN KEY (incident_id, digest) REFERENCES approvals (incident_id, digest)
);

-- An attempt is finished once, and nothing else about it ever changes.
CREATE FUNCTION check_attempt_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.outcome IS NOT NULL
    OR (NEW.incident_id, NEW.digest, NEW.phase, NEW.step, NEW.plugin, NEW.started_at)
       IS DISTINCT FROM (OLD.incident_id, OLD.digest, OLD.phase, OLD.step, OLD.plugin, OLD.started_at) THEN
    RAISE EXCEPTION 'an attempt is finished once and not edited' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER attempts_finish_once BEFORE UPDATE ON action_attempts FOR EACH ROW EXECUTE FUNCTION check_attempt_change();
CREATE TRIGGER attempts_stay BEFORE DELETE OR TRUNCATE ON action_attempts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_outside_retention();

-- What each model turn cost. The hourly budget is counted here, on the store's clock and over all instances.
CREATE TABLE model_usage (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  incident_id text NOT NULL REFERENCES incidents,
  at timestamptz NOT NULL DEFAULT firebreak_now(),
  provider text NOT NULL,
  model text NOT NULL,
  input_tokens integer NOT NULL,
  cached_input_tokens integer NOT NULL,
  output_tokens integer NOT NULL
);
CREATE INDEX model_usage_by_incident ON model_usage (incident_id);
CREATE INDEX model_usage_latest ON model_usage (at);

-- The card of each incident as people should see it. A move of the incident asks for it in the same transaction; what is
-- sent is what is true when it is sent, so that many moves in a row cost one message and the order is always right.
CREATE TABLE chat_cards (
  incident_id text PRIMARY KEY REFERENCES incidents,
  wanted integer NOT NULL DEFAULT 1,
  sent integer NOT NULL DEFAULT 0,
  chat_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL DEFAULT firebreak_now(),
  wanted_at timestamptz NOT NULL DEFAULT firebreak_now(),
  failure text
);
CREATE INDEX chat_cards_to_send ON chat_cards (not_before) WHERE sent < wanted;
CREATE INDEX chat_cards_by_message ON chat_cards (message_id) WHERE message_id <> '';

CREATE FUNCTION want_chat_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO chat_cards (incident_id) VALUES (NEW.id)
    ON CONFLICT (incident_id) DO UPDATE
      SET wanted = chat_cards.wanted + 1, wanted_at = firebreak_now(), attempts = 0, not_before = firebreak_now();
  RETURN NULL;
END $$;
CREATE TRIGGER incidents_want_their_card AFTER UPDATE OF status ON incidents
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION want_chat_card();

-- Messages that are not a card: answers, reminders, what the thread is told. Sent in order per chat thread, each once.
CREATE TABLE chat_outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The platform keeps one message per key within an hour, whoever sends it how often.
  key text NOT NULL UNIQUE,
  incident_id text REFERENCES incidents,
  chat_id text NOT NULL,
  reply_to text NOT NULL DEFAULT '',
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT firebreak_now(),
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL DEFAULT firebreak_now(),
  sent_at timestamptz,
  failure text,
  message_id text NOT NULL DEFAULT ''
);
CREATE INDEX chat_outbox_to_send ON chat_outbox (id) WHERE sent_at IS NULL AND failure IS NULL;

-- What the platform delivered, so that a repeat is answered like the first time and has no effect.
CREATE TABLE chat_inbox (
  key text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT firebreak_now(),
  answer text
);
CREATE INDEX chat_inbox_oldest ON chat_inbox (at);
