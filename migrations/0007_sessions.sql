-- Who is signed in to the console. Only a hash of the cookie's value is kept. The binding is made of that value and of the
-- key the session came from, so that a changed API_KEY ends its sessions and nothing here helps to guess a key.
CREATE TABLE sessions (
  id_hash bytea PRIMARY KEY CHECK (length(id_hash) = 32),
  -- An issued key's id, or API_KEY.
  key_id text NOT NULL,
  key_binding bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT firebreak_now(),
  -- When it was last used, give or take a minute.
  seen_at timestamptz NOT NULL DEFAULT firebreak_now(),
  expires_at timestamptz NOT NULL
);
