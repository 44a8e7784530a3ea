/**
 * What the watch measures in a PostgreSQL, each a query of one row. Connections are counted over the whole server, because
 * max_connections is; everything else in the target's own database, so that two targets on one server do not both complain.
 */

/** Where the target is our own store, our sessions are no news. */
const NOT_OURS = `coalesce(a.application_name, '') NOT LIKE 'firebreak%' AND a.pid <> pg_backend_pid()`

/** The type is hidden from a login that may not see it. */
export const CONNECTIONS = `
  SELECT count(*)::int AS sessions,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) AS usable
  FROM pg_stat_activity a WHERE coalesce(a.backend_type, 'client backend') = 'client backend'`

/** Who waits for a row waits for the transaction that holds it, and holds the row's place in the queue meanwhile. */
export const LOCK_WAITS = `
  WITH waiting AS (
    SELECT l.pid, l.relation, coalesce(l.waitstart, a.query_start) AS since
    FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
    WHERE NOT l.granted AND a.datname = current_database() AND ${NOT_OURS})
  SELECT count(*)::int AS waiters,
    coalesce(greatest(extract(epoch FROM clock_timestamp() - min(since)), 0), 0)::float8 AS lock_wait_seconds,
    (SELECT coalesce(w.relation, (SELECT t.relation FROM pg_locks t WHERE t.pid = w.pid AND t.locktype = 'tuple' LIMIT 1))::regclass::text
       FROM waiting w ORDER BY w.since LIMIT 1) AS waited_for
  FROM waiting`

/** A prepared transaction has no session and is forgotten all the more easily. */
export const OLDEST_TRANSACTION = `
  WITH open AS (
    SELECT a.xact_start AS since,
      'pid ' || a.pid || ' of ' || coalesce(nullif(a.application_name, ''), a.usename, 'unknown') || ', ' || coalesce(a.state, 'state hidden') AS told
    FROM pg_stat_activity a
    WHERE a.datname = current_database() AND a.backend_type = 'client backend' AND a.xact_start IS NOT NULL AND ${NOT_OURS}
    UNION ALL
    SELECT p.prepared, 'the prepared transaction ' || p.gid FROM pg_prepared_xacts p WHERE p.database = current_database())
  SELECT coalesce(greatest(extract(epoch FROM clock_timestamp() - min(since)), 0), 0)::float8 AS oldest_transaction_seconds,
    (SELECT told FROM open ORDER BY since LIMIT 1) AS oldest_transaction
  FROM open`

/** A standby that has replayed all it received is behind all the same while nobody sends. */
export const REPLICATION_LAG = `
  SELECT CASE
    WHEN NOT pg_is_in_recovery() THEN (SELECT max(coalesce(extract(epoch FROM r.replay_lag), 0)) FROM pg_stat_replication r)
    WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() AND EXISTS (SELECT FROM pg_stat_wal_receiver) THEN 0
    ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) END::float8 AS lag_seconds`

export const WRAPAROUND_AGE = `
  SELECT greatest(age(d.datfrozenxid), mxid_age(d.datminmxid)) AS wraparound_age
  FROM pg_database d WHERE d.datname = current_database()`
