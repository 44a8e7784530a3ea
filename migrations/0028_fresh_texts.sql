-- What search looks at of incidents that came just now. To add a text to the trigram index costs more than all other rows of
-- a new incident together, so intake leaves it here and a sweep takes it over. A text is in one of the two tables, in every
-- snapshot, and search reads both. It names its incident without a reference, which would be checked for every alert of a
-- storm: it is written with the incident and leaves with it.
CREATE TABLE fresh_texts (
  seq bigint PRIMARY KEY,
  text text NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

CREATE VIEW searched_texts AS
  SELECT seq, text FROM incident_texts UNION ALL SELECT seq, text FROM fresh_texts;
