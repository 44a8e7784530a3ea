-- What sweeps derive from incidents, the texts of the search and the marks of the filters, is written for many at a time. To
-- look each of them up again and lock it was two fifths of what a text asked of the store.
ALTER TABLE incident_texts DROP CONSTRAINT incident_texts_seq_fkey;
ALTER TABLE incident_marks DROP CONSTRAINT incident_marks_seq_fkey;

-- It leaves with its incident all the same.
CREATE FUNCTION remove_what_was_derived() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A text that is being taken over is waited for in the first table, and seen in the second.
  DELETE FROM fresh_texts USING removed WHERE fresh_texts.seq = removed.seq;
  DELETE FROM incident_texts USING removed WHERE incident_texts.seq = removed.seq;
  -- Whoever marks incidents holds this row from before he reads them: what he has written is seen, and no more is written.
  PERFORM FROM incident_marks_place FOR UPDATE;
  DELETE FROM incident_marks USING removed WHERE incident_marks.seq = removed.seq;
  RETURN NULL;
END $$;
CREATE TRIGGER incidents_take_along_what_was_derived AFTER DELETE ON incidents REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION remove_what_was_derived();
