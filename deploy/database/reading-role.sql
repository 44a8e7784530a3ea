-- The role Firebreak looks with. Run it as a superuser, once for each server it looks after, then give it a password:
--   psql --file deploy/database/reading-role.sql postgres
--   \password firebreak_watch
-- It sees what every session does and all statistics. It reads no table of yours and writes nowhere.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'firebreak_watch') THEN
    CREATE ROLE firebreak_watch;
  END IF;
END $$;

ALTER ROLE firebreak_watch LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS CONNECTION LIMIT 10;
-- Not what keeps it from writing, but a second lock on the same door.
ALTER ROLE firebreak_watch SET default_transaction_read_only = on;
GRANT pg_monitor TO firebreak_watch;
