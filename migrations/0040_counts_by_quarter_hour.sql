-- Days of a reader's own clock are made of quarters of an hour: every zone stands a whole number of them off UTC. How many
-- incidents came in each, by severity, is kept as the counts by day are, and by the same changes.
-- Whoever writes incidents is waited for, and waits the moment this takes: whatever is written after it is counted by the
-- triggers below, also where an instance of the earlier version writes it or folds it. What is there already, the next
-- migration counts, and nobody waits for that.
LOCK TABLE incidents IN SHARE ROW EXCLUSIVE MODE;

CREATE FUNCTION quarter_hour_of(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00Z');

CREATE TABLE incident_quarter_counts (
  quarter timestamptz NOT NULL,
  severity text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (quarter, severity)
);

-- Changes from before have no quarter: what they tell is counted with the incidents themselves.
ALTER TABLE incident_count_changes ADD COLUMN quarter timestamptz;

CREATE OR REPLACE FUNCTION count_new_incidents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO incident_count_changes
    SELECT (created_at AT TIME ZONE 'UTC')::date, status, severity, count(*), quarter_hour_of(created_at)
      FROM added GROUP BY 1, 2, 3, 5;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_moved_incident() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.part_of IS NULL THEN
    INSERT INTO incident_count_changes VALUES
      ((OLD.created_at AT TIME ZONE 'UTC')::date, OLD.status, OLD.severity, -1, quarter_hour_of(OLD.created_at));
  END IF;
  IF NEW.part_of IS NULL THEN
    INSERT INTO incident_count_changes VALUES
      ((NEW.created_at AT TIME ZONE 'UTC')::date, NEW.status, NEW.severity, 1, quarter_hour_of(NEW.created_at));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_removed_incidents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO incident_count_changes
    SELECT (created_at AT TIME ZONE 'UTC')::date, status, severity, -count(*), quarter_hour_of(created_at)
      FROM removed WHERE part_of IS NULL GROUP BY 1, 2, 3, 5;
  RETURN NULL;
END $$;

-- Whoever folds changes removes them, and so folds them here as well.
CREATE FUNCTION fold_quarter_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO incident_quarter_counts AS kept
    SELECT quarter, severity, sum(change) FROM folded WHERE quarter IS NOT NULL GROUP BY 1, 2 HAVING sum(change) <> 0 ORDER BY 1, 2
    ON CONFLICT (quarter, severity) DO UPDATE SET count = kept.count + excluded.count;
  DELETE FROM incident_quarter_counts AS kept USING (SELECT DISTINCT quarter, severity FROM folded) AS touched
   WHERE (kept.quarter, kept.severity) = (touched.quarter, touched.severity) AND kept.count = 0;
  RETURN NULL;
END $$;
CREATE TRIGGER incident_count_changes_fold_quarters AFTER DELETE ON incident_count_changes REFERENCING OLD TABLE AS folded
  FOR EACH STATEMENT EXECUTE FUNCTION fold_quarter_counts();
