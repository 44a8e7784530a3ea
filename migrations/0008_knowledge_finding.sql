-- Every state an entry has had, a removal included: restoring an earlier one undoes whatever came after it.
ALTER TABLE knowledge_entries ADD COLUMN revision integer NOT NULL DEFAULT 1;
CREATE TABLE knowledge_revisions (
  -- No reference: revisions outlive their entry, or a removal could not be undone.
  entry_id text NOT NULL,
  revision integer NOT NULL,
  change text NOT NULL CHECK (change IN ('created', 'changed', 'removed', 'restored')),
  title text NOT NULL,
  content text NOT NULL,
  category text,
  tags text[] NOT NULL,
  entry_created_at timestamptz NOT NULL,
  written_at timestamptz NOT NULL DEFAULT firebreak_now(),
  written_by text NOT NULL,
  PRIMARY KEY (entry_id, revision)
);
INSERT INTO knowledge_revisions (entry_id, revision, change, title, content, category, tags, entry_created_at, written_at, written_by)
  SELECT id, revision, 'created', title, content, category, tags, created_at, updated_at, 'unknown' FROM knowledge_entries;

-- The words an entry is found by, as `words_form` of the code makes them; 0 is none yet. They are not made here because
-- the store's own parser would find other words on another server.
ALTER TABLE knowledge_entries ADD COLUMN words tsvector, ADD COLUMN words_form integer NOT NULL DEFAULT 0;
CREATE INDEX knowledge_entries_words ON knowledge_entries USING gin (words);

-- An entry's passages as an embedding model sees them, each of length one. `model` names the server too.
CREATE TABLE knowledge_vectors (
  entry_id text NOT NULL REFERENCES knowledge_entries ON DELETE CASCADE,
  model text NOT NULL,
  part integer NOT NULL,
  revision integer NOT NULL,
  numbers real[] NOT NULL,
  PRIMARY KEY (entry_id, model, part)
);

-- With pgvector, searches by meaning are the server's work; without it they are ours.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS vector SCHEMA public;
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'pgvector is not to be had (%); vectors are compared by the service', SQLERRM;
END $$;
