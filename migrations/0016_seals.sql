-- What was written with FIREBREAK_SECRET_KEY at hand says so: a code over the row that nobody can make without that key.
-- Rows of the time before have none; those that are there when this is applied are sealed once, right afterwards.
ALTER TABLE api_keys ADD COLUMN mac bytea;
ALTER TABLE settings ADD COLUMN mac bytea;
ALTER TABLE sessions ADD COLUMN mac bytea;
-- Over the entry's hash, which covers the entry and all before it.
ALTER TABLE audit ADD COLUMN mac bytea;

-- What an admin has agreed to, for each plugin of the customer's own: category, risk and the hosts it may reach.
CREATE TABLE custom_plugins (
  name text PRIMARY KEY,
  traits text NOT NULL,
  -- What its file says now, where that is not what was agreed to.
  waiting_traits text,
  agreed_by text NOT NULL,
  agreed_at timestamptz NOT NULL DEFAULT firebreak_now(),
  mac bytea
);
