-- Only faults of our own count towards giving a run up: outages and hand-overs do not. Lives count apart, and generously: a
-- run that brings its process down must still come to an end.
ALTER TABLE runs
  ADD COLUMN errors integer NOT NULL DEFAULT 0,
  ADD COLUMN lives_lost integer NOT NULL DEFAULT 0,
  ADD COLUMN last_error text,
  -- Of the workflow that began it: an older one does not know its steps and leaves it alone.
  ADD COLUMN workflow_version integer NOT NULL DEFAULT 1;
