-- A run that was given up is neither at work nor finished: people are shown it and may have it tried again.
ALTER TABLE runs DROP CONSTRAINT runs_state_check;
ALTER TABLE runs
  ADD CONSTRAINT runs_state_check CHECK (state IN ('running', 'finished', 'cancelled', 'given_up')),
  -- The step in which the last fault of ours came about, and how often a person had it tried again.
  ADD COLUMN failed_step text,
  ADD COLUMN retries integer NOT NULL DEFAULT 0;
UPDATE runs SET state = 'given_up'
 WHERE state = 'finished' AND EXISTS (SELECT FROM journal WHERE run_id = runs.id AND step = 'give_up' AND result = 'true');
CREATE INDEX runs_newest ON runs (started_at DESC, id DESC);
CREATE INDEX runs_ended_otherwise ON runs (state, started_at DESC, id DESC) WHERE state IN ('given_up', 'cancelled');

-- Tried again, its incident is where it was before it was handed to a person.
INSERT INTO lifecycle_moves VALUES ('escalated', 'executing'), ('escalated', 'verifying');
