-- How much it tells whom an alert speaks of, the lower the more: in a storm the first of all that wait is asked for by it.
ALTER TABLE gathering ADD COLUMN telling smallint NOT NULL DEFAULT 7;
