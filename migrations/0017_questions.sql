-- What people ask about an incident, and the answer. A question that was taken is answered once, by one instance at a time;
-- who stops renewing its hold has died over it, and somebody else goes on.
CREATE TABLE questions (
  incident_id text NOT NULL REFERENCES incidents,
  number integer NOT NULL,
  text text NOT NULL,
  asked_by text NOT NULL,
  via text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT firebreak_now(),
  -- Where somebody waits for the answer in the chat, as JSON.
  place text,
  holder text NOT NULL DEFAULT '',
  held_until timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  answer text,
  answered_at timestamptz,
  PRIMARY KEY (incident_id, number)
);
CREATE INDEX questions_open ON questions (asked_at) WHERE answered_at IS NULL;
