-- Whether this is the database we knew. A restored copy believes in the past: plans that were carried out long ago look
-- approved, messages that were read look unsent. It must not act on that before a person has said so.

-- The one row. Its table is made anew by a restore into the same database, so its number is part of what we know.
CREATE TABLE store_hold (
  is_row boolean PRIMARY KEY DEFAULT true CHECK (is_row),
  identity text NOT NULL,
  held_since timestamptz,
  reason text NOT NULL DEFAULT ''
);

-- The server, its timeline (another one after a recovery to a point in time and after a promotion), the database, the table.
-- Every role may ask for these; where a provider withholds the first two, the others must do.
CREATE FUNCTION store_identity() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  server text;
BEGIN
  BEGIN
    SELECT system_identifier || ' ' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) INTO server FROM pg_control_system();
  EXCEPTION WHEN OTHERS THEN
    server := 'withheld';
  END;
  RETURN concat_ws(' ', server, (SELECT oid FROM pg_database WHERE datname = current_database()), 'store_hold'::regclass::oid);
END $$;

INSERT INTO store_hold (identity) VALUES (store_identity());
