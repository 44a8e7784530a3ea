-- What people want to hear nothing of for a while, by labels. One that is over stays, because what it held back names it.
CREATE TABLE silences (
  id text PRIMARY KEY,
  matchers text NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at >= starts_at),
  comment text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT firebreak_now(),
  updated_at timestamptz NOT NULL DEFAULT firebreak_now(),
  source text NOT NULL DEFAULT 'firebreak' CHECK (source IN ('firebreak', 'alertmanager')),
  -- The end of which people were told before it came.
  told_end timestamptz,
  mac bytea
);
CREATE INDEX silences_by_end ON silences (ends_at);
INSERT INTO generations (subject) VALUES ('silences');

-- The alerts a silence holds back, each once; the notifications themselves are in `alerts`, with no incident.
CREATE TABLE silenced_alerts (
  silence_id text NOT NULL REFERENCES silences ON DELETE CASCADE,
  key text NOT NULL,
  -- `heard` once it was let through when its silence was over.
  state text NOT NULL CHECK (state IN ('firing', 'resolved', 'heard')),
  -- The notification with this alert alone, as it would have been taken in.
  notification text NOT NULL,
  reports_clearing boolean NOT NULL,
  times integer NOT NULL DEFAULT 1,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (silence_id, key)
);
CREATE INDEX silenced_alerts_that_fire ON silenced_alerts (key) WHERE state = 'firing';
