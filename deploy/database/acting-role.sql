-- The role Firebreak acts with, after a person's confirmation. Run it as a superuser, once for each server, then give it a password:
--   psql --file deploy/database/acting-role.sql postgres
--   \password firebreak_act
-- It may end sessions of roles that are not superusers, and it sees them, to make sure it ends the right one.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'firebreak_act') THEN
    CREATE ROLE firebreak_act;
  END IF;
END $$;

ALTER ROLE firebreak_act LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS CONNECTION LIMIT 10;
GRANT pg_signal_backend, pg_read_all_stats TO firebreak_act;

-- For vacuum_table. From PostgreSQL 17 on there is a right for exactly this; leave the block out to have no vacuum, or grant
-- single tables instead: GRANT MAINTAIN ON TABLE orders TO firebreak_act.
DO $$
BEGIN
  IF current_setting('server_version_num')::int >= 170000 THEN
    GRANT pg_maintain TO firebreak_act;
  END IF;
END $$;

-- Before PostgreSQL 17 only the owner of a table may vacuum it. If it is acceptable to you that the acting role could do with
-- these tables whatever their owner can:
-- GRANT shop_owner TO firebreak_act;
