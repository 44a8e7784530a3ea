-- What the watch over databases, key-value stores and cloud alarms remembers, so that neither a restart nor a change of
-- the instance that looks makes a finding flap.
CREATE TABLE watched_checks (
  kind text NOT NULL,
  target text NOT NULL,
  check_name text NOT NULL,
  is_firing boolean NOT NULL,
  -- Readings in a row that speak for the other state.
  streak integer NOT NULL,
  value double precision,
  counter double precision,
  read_at timestamptz NOT NULL,
  told_at timestamptz,
  PRIMARY KEY (kind, target, check_name)
);

-- When the last round was begun, on the store's clock: who moves it makes the next round, and nobody else does.
CREATE TABLE watch_rounds (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  begun_at timestamptz NOT NULL DEFAULT '1970-01-01 00:00:00Z'
);
INSERT INTO watch_rounds DEFAULT VALUES;

-- How long incidents took to be diagnosed, decided on and resolved, as a histogram that grows. Filled from the timeline up to
-- `folded_to`, in one transaction with it, so that every event counts once.
CREATE TABLE incident_times (
  measure text NOT NULL,
  -- Upper bound of the bucket in seconds; infinity for the last.
  up_to double precision NOT NULL,
  count bigint NOT NULL,
  seconds double precision NOT NULL,
  PRIMARY KEY (measure, up_to)
);
CREATE TABLE incident_times_place (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  folded_to bigint NOT NULL DEFAULT 0
);
INSERT INTO incident_times_place DEFAULT VALUES;
