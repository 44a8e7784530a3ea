-- What people wrote down. `search_text` is title, category, tags and content in lower case.
CREATE TABLE knowledge_entries (
  id text PRIMARY KEY,
  title text NOT NULL,
  content text NOT NULL,
  category text,
  tags text[] NOT NULL,
  search_text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT firebreak_now(),
  updated_at timestamptz NOT NULL DEFAULT firebreak_now()
);
CREATE INDEX knowledge_entries_newest ON knowledge_entries (created_at DESC, id DESC);
DO $$
BEGIN
  CREATE INDEX knowledge_entries_trigrams ON knowledge_entries USING gin (search_text gin_trgm_ops);
EXCEPTION WHEN undefined_object THEN
  RAISE NOTICE 'pg_trgm is not to be had; searches read all entries';
END $$;

-- What people told us about their environment; the newest row holds, the others are kept.
CREATE TABLE environment_versions (
  version bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  document text NOT NULL,
  put_at timestamptz NOT NULL DEFAULT firebreak_now(),
  put_by text NOT NULL
);
