-- Silences of an alert manager, kept here as copies: where each is from, and its id there.
ALTER TABLE silences
  ADD COLUMN origin text,
  ADD COLUMN origin_id text;
CREATE UNIQUE INDEX silences_imported ON silences (origin, origin_id) WHERE origin IS NOT NULL;

-- How the last reading of them went. Instances take turns in reading, and each of them is asked for its status.
CREATE TABLE silence_import (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  origin text NOT NULL DEFAULT '',
  failure text NOT NULL DEFAULT '',
  failed_since timestamptz,
  -- What was not taken over, and why, as sentences.
  left_out text[] NOT NULL DEFAULT '{}'
);
INSERT INTO silence_import DEFAULT VALUES;
