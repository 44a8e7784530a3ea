-- The one clock. SQL asks firebreak_now(), never now(), so that a test can let an hour pass at once
-- and all instances agree, whatever their own clocks say. The shift is zero outside tests.
CREATE TABLE clock_shift (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  shift interval NOT NULL DEFAULT '0'
);
INSERT INTO clock_shift DEFAULT VALUES;

CREATE FUNCTION firebreak_now() RETURNS timestamptz LANGUAGE sql STABLE
  AS $$ SELECT now() + (SELECT shift FROM clock_shift) $$;

-- A number per subject that grows with each change: instances compare it before they trust their copy.
CREATE TABLE generations (
  subject text PRIMARY KEY,
  generation bigint NOT NULL DEFAULT 0
);
INSERT INTO generations (subject) VALUES ('settings'), ('api_keys');

-- Values are JSON text as given, or sealed bytes for secrets; exactly one of the two.
CREATE TABLE settings (
  key text PRIMARY KEY,
  value text,
  sealed_value bytea,
  last_readable text,
  sealed_last_readable bytea,
  bound_origin text,
  updated_at timestamptz NOT NULL DEFAULT firebreak_now(),
  updated_by text NOT NULL,
  CHECK ((value IS NULL) <> (sealed_value IS NULL))
);

CREATE TABLE api_keys (
  id text PRIMARY KEY,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('sender', 'viewer', 'operator', 'admin')),
  secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT firebreak_now(),
  created_by text NOT NULL,
  revoked_at timestamptz
);

-- Append-only, each row chained to the one before it. An edit by anyone breaks the chain.
CREATE TABLE audit (
  seq bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  target text NOT NULL,
  details text NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql
  AS $$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$;

CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
