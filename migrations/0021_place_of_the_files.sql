-- A copy made of the server's files has the server's number, timeline and tables. What it has not is the server's place: whoever
-- copies a file gives it a new moment of change, and whoever runs the copy beside the original gives it another port.
-- Empty where nobody told us: an ordinary role may ask for the files only where it was granted pg_stat_file(text).
ALTER TABLE store_hold ADD COLUMN files text NOT NULL DEFAULT '', ADD COLUMN port text NOT NULL DEFAULT '';

-- Of a file that is written when the cluster is made and never again.
CREATE FUNCTION store_files() RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT extract(epoch FROM change)::text FROM pg_stat_file('PG_VERSION'));
EXCEPTION WHEN OTHERS THEN
  RETURN '';
END $$;

CREATE FUNCTION is_same_place(known store_hold) RETURNS boolean LANGUAGE sql AS $$
  SELECT (known.files = '' OR store_files() IN ('', known.files))
     AND known.port IN ('', current_setting('port'))
$$;

UPDATE store_hold SET files = store_files(), port = current_setting('port');
