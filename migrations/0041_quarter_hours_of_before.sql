-- What is missing from the counts by quarter hours: all incidents but those that are counted. Both are seen in one snapshot,
-- and what is missing is added to what is there, so that it is right whoever writes and folds meanwhile.
INSERT INTO incident_quarter_counts AS kept
  SELECT quarter, severity, sum(count) FROM (
    SELECT quarter_hour_of(created_at) AS quarter, severity, count(*) AS count FROM incidents WHERE part_of IS NULL GROUP BY 1, 2
    UNION ALL SELECT quarter, severity, -count FROM incident_quarter_counts
    UNION ALL SELECT quarter, severity, -change FROM incident_count_changes WHERE quarter IS NOT NULL) AS missing
   GROUP BY 1, 2 HAVING sum(count) <> 0 ORDER BY 1, 2
  ON CONFLICT (quarter, severity) DO UPDATE SET count = kept.count + excluded.count;
