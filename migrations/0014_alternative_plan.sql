-- The plan of the other view, where two causes are proven: a person chooses one of the two, and the other is void.
ALTER TABLE incidents ADD COLUMN alternative_digest text;
