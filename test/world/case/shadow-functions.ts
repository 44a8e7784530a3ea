/** Stand-ins for the functions the plugins call, found before the server's own because their schema comes first in search_path. */
import { escapeLiteral } from 'pg'

type Facts = { database: string; newestXid: number; walEnd: string; isStandby: boolean; now: Date | undefined }

export function shadowFunctions({ database, newestXid, walEnd, isStandby, now }: Facts): string {
  return `${now ? standingClock(now) : ''}
    -- A pid of the case could by chance be that of the session that reads; this one never is.
    CREATE FUNCTION shadow.pg_backend_pid() RETURNS int LANGUAGE sql AS 'SELECT -1';
    CREATE FUNCTION shadow.current_database() RETURNS name LANGUAGE sql AS $$ SELECT ${escapeLiteral(database)}::name $$;
    CREATE FUNCTION shadow.age(xid) RETURNS int LANGUAGE sql STRICT AS
      $$ SELECT ((${newestXid}::bigint - $1::text::bigint + 4294967296) % 4294967296)::int $$;
    CREATE FUNCTION shadow.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT ${isStandby}';
    CREATE FUNCTION shadow.pg_is_wal_replay_paused() RETURNS boolean LANGUAGE sql AS 'SELECT false';
    CREATE FUNCTION shadow.pg_current_wal_lsn() RETURNS pg_lsn LANGUAGE sql AS $$ SELECT '${walEnd}'::pg_lsn $$;
    CREATE FUNCTION shadow.pg_last_wal_receive_lsn() RETURNS pg_lsn LANGUAGE sql AS $$ SELECT '${walEnd}'::pg_lsn $$;
    CREATE FUNCTION shadow.pg_last_wal_replay_lsn() RETURNS pg_lsn LANGUAGE sql AS 'SELECT NULL::pg_lsn';
    CREATE FUNCTION shadow.pg_last_xact_replay_timestamp() RETURNS timestamptz LANGUAGE sql AS 'SELECT NULL::timestamptz';
    CREATE FUNCTION shadow.pg_total_relation_size(oid) RETURNS bigint LANGUAGE sql AS
      'SELECT total_bytes FROM shadow.table_sizes WHERE relid = $1';
    CREATE FUNCTION shadow.pg_table_size(oid) RETURNS bigint LANGUAGE sql AS
      'SELECT table_bytes FROM shadow.table_sizes WHERE relid = $1';

    -- Whoever waited for a session that is gone waits no more.
    CREATE FUNCTION shadow.pg_blocking_pids(int) RETURNS int[] LANGUAGE sql AS $$
      SELECT coalesce(array_agg(b.blocker), '{}') FROM shadow.blocking b
      WHERE b.pid = $1 AND (b.blocker = 0 OR b.blocker IN (SELECT a.pid FROM shadow.pg_stat_activity a)) $$;
    CREATE FUNCTION shadow.pg_cancel_backend(int) RETURNS boolean LANGUAGE sql AS $$
      INSERT INTO shadow.calls (call, pid) VALUES ('pg_cancel_backend', $1);
      SELECT EXISTS (SELECT FROM shadow.pg_stat_activity a WHERE a.pid = $1) $$;
    CREATE FUNCTION shadow.pg_terminate_backend(int) RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO shadow.calls (call, pid) VALUES ('pg_terminate_backend', $1);
        DELETE FROM shadow.pg_locks l WHERE l.pid = $1;
        DELETE FROM shadow.pg_stat_activity a WHERE a.leader_pid = $1;
        DELETE FROM shadow.pg_stat_activity a WHERE a.pid = $1;
        RETURN FOUND;
      END $$;`
}

/** However long a busy machine takes to ask, a session of two seconds stays one of two seconds. */
function standingClock(now: Date): string {
  return `
    CREATE FUNCTION shadow.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
      $$ SELECT ${escapeLiteral(now.toISOString())}::timestamptz $$;`
}
