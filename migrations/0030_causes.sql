-- What the newest diagnosis of an incident has proven, and whom that reaches: others are checked against it before they
-- are diagnosed, and joined to it where their own diagnosis proves the same.
CREATE TABLE incident_causes (
  incident_id text PRIMARY KEY REFERENCES incidents ON DELETE CASCADE,
  kind text NOT NULL,
  object text NOT NULL,
  -- Its own alerts name the object at fault.
  is_near boolean NOT NULL,
  reach text[] NOT NULL,
  at timestamptz NOT NULL DEFAULT firebreak_now()
);
CREATE INDEX incident_causes_same ON incident_causes (kind, object);

-- Whom the alerts of those that wait, or are being diagnosed, speak of. Written and read under the lock of the claims.
CREATE TABLE gathering (
  incident_id text PRIMARY KEY REFERENCES incidents ON DELETE CASCADE,
  ties text[] NOT NULL,
  -- For company, or for one of its company that is being diagnosed.
  waits boolean NOT NULL DEFAULT false
);
