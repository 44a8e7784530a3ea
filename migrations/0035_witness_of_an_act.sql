-- What the target showed right before the act: where the record of the act is lost, what it left behind is told by it from
-- what was there before.
ALTER TABLE action_attempts ADD COLUMN witness jsonb NOT NULL DEFAULT '{}';
