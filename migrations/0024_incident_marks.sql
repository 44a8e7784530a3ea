-- What incidents are found by beside their state: labels, source, service, team and cause, each as one word. Written by a
-- sweep from the timeline up to `marked_to`, so that intake does not wait for it.
CREATE TABLE incident_marks (
  seq bigint PRIMARY KEY REFERENCES incidents (seq) ON DELETE CASCADE,
  marks text[] NOT NULL
);
CREATE INDEX incident_marks_any ON incident_marks USING gin (marks);
CREATE TABLE incident_marks_place (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  marked_to bigint NOT NULL DEFAULT 0
);
INSERT INTO incident_marks_place DEFAULT VALUES;
