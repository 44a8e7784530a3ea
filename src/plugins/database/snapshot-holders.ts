/**
 * Who keeps old row versions from being removed: vacuum cannot free what any of these might still look at. A session of
 * another database cannot look at this one's tables, so it keeps none of their rows.
 */
import type { Reader } from './reader.ts'
import { SESSION_COLUMNS, type Session } from './session.ts'

/** Each kind has the fields of its own view. */
export type SnapshotHolder = { kind: string; xmin_age: number } & Partial<Session> & {
    slot_name?: string
    slot_type?: string
    active?: boolean
    /** Null for a slot that keeps only the catalogue’s rows, as logical ones do. */
    data_xmin_age?: number | null
    gid?: string
    owner?: string
    prepared?: string
  }

const HOLDERS: Readonly<Record<string, string>> = {
  session: `SELECT ${SESSION_COLUMNS}, greatest(age(a.backend_xmin), age(a.backend_xid)) AS xmin_age FROM pg_stat_activity a
    WHERE (a.backend_xmin IS NOT NULL OR a.backend_xid IS NOT NULL) AND a.pid <> pg_backend_pid()
      AND (a.datname = current_database() OR a.datname IS NULL OR a.backend_type = 'walsender')
    ORDER BY xmin_age DESC LIMIT 5`,
  'replication slot': `SELECT s.slot_name, s.slot_type, s.active, s.active_pid, age(s.xmin) AS data_xmin_age,
    greatest(age(s.xmin), age(s.catalog_xmin)) AS xmin_age
    FROM pg_replication_slots s WHERE s.xmin IS NOT NULL OR s.catalog_xmin IS NOT NULL ORDER BY xmin_age DESC LIMIT 5`,
  'prepared transaction': `SELECT p.gid, p.owner, p.database, p.prepared, age(p.transaction) AS xmin_age
    FROM pg_prepared_xacts p WHERE coalesce(p.database, current_database()) = current_database() ORDER BY xmin_age DESC LIMIT 5`,
}

/** The oldest first. A walsender among the sessions stands for its standby’s queries (hot_standby_feedback). */
export async function readSnapshotHolders(reader: Reader): Promise<SnapshotHolder[]> {
  const holders: SnapshotHolder[] = []
  for (const [kind, sql] of Object.entries(HOLDERS)) {
    const rows = await reader.rows<{ xmin_age: number }>(sql)
    holders.push(...rows.map((row) => ({ kind, ...row })))
  }
  return holders.sort((one, other) => other.xmin_age - one.xmin_age)
}
