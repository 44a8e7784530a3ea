/**
 * Who keeps old row versions from being removed: vacuum cannot free what any of these might still look at. While a
 * transaction with an id is open, every snapshot taken since shows that id as its own xmin: whose id it is began it, the
 * others have inherited it. A transaction of another database keeps none of this one's rows, though the snapshots taken here
 * meanwhile reach back to it: it is shown for that, after those who keep some.
 */
import type { Reader } from './reader.ts'
import { SESSION_COLUMNS, type Session } from './session.ts'

/** Each kind has the fields of its own view. */
export type SnapshotHolder = { kind: string; xmin_age: number } & Partial<Session> & {
    /** Of the id the transaction itself has; as old as the xmin where it is the one all the others wait for. */
    xid_age?: number | null
    /** It works in another database: it keeps nothing here, but snapshots of this one have inherited its id. */
    is_elsewhere?: boolean | null
    slot_name?: string
    slot_type?: string
    active?: boolean
    /** Null for a slot that keeps only the catalogue’s rows, as logical ones do. */
    data_xmin_age?: number | null
    data_xmin?: number | string | null
    gid?: string
    owner?: string
    database?: string
    prepared?: string
    /** The id of a prepared transaction. */
    transaction?: number | string
  }

const REACH = 'greatest(age(a.backend_xmin), age(a.backend_xid))'
const HEIRS = `SELECT h.backend_xmin FROM pg_stat_activity h
  WHERE h.backend_xmin IS NOT NULL AND h.datname = current_database() AND h.pid <> pg_backend_pid()`

const HOLDERS: Readonly<Record<string, string>> = {
  session: `SELECT ${SESSION_COLUMNS}, age(a.backend_xid) AS xid_age, ${REACH} AS xmin_age,
    a.datname <> current_database() AS is_elsewhere FROM pg_stat_activity a
    WHERE (a.backend_xmin IS NOT NULL OR a.backend_xid IS NOT NULL) AND a.pid <> pg_backend_pid()
      AND (a.datname = current_database() OR a.datname IS NULL OR a.backend_type = 'walsender' OR a.backend_xid IN (${HEIRS}))
    ORDER BY ${REACH} DESC, coalesce(age(a.backend_xid) = ${REACH}, false) DESC, a.xact_start NULLS LAST LIMIT 5`,
  'replication slot': `SELECT s.slot_name, s.slot_type, s.active, s.active_pid, s.xmin AS data_xmin, age(s.xmin) AS data_xmin_age,
    greatest(age(s.xmin), age(s.catalog_xmin)) AS xmin_age
    FROM pg_replication_slots s WHERE s.xmin IS NOT NULL OR s.catalog_xmin IS NOT NULL ORDER BY xmin_age DESC LIMIT 5`,
  'prepared transaction': `SELECT p.gid, p.owner, p.database, p.prepared, p.transaction, age(p.transaction) AS xmin_age,
    p.database <> current_database() AS is_elsewhere FROM pg_prepared_xacts p
    WHERE coalesce(p.database, current_database()) = current_database() OR p.transaction IN (${HEIRS})
    ORDER BY xmin_age DESC LIMIT 5`,
}

/** Those who keep rows of this database first, the oldest before the others, and of those that reach as far back whose transaction it is. A walsender among the sessions stands for its standby’s queries (hot_standby_feedback). */
export async function readSnapshotHolders(reader: Reader): Promise<SnapshotHolder[]> {
  const holders: SnapshotHolder[] = []
  for (const [kind, sql] of Object.entries(HOLDERS)) {
    const rows = await reader.rows<{ xmin_age: number }>(sql)
    holders.push(...rows.map((row) => ({ kind, ...row })))
  }
  return holders.sort(
    (one, other) =>
      Number(one.is_elsewhere ?? false) - Number(other.is_elsewhere ?? false) ||
      other.xmin_age - one.xmin_age ||
      Number(isOwner(other)) - Number(isOwner(one)),
  )
}

function isOwner({ kind, xid_age, xmin_age }: SnapshotHolder): boolean {
  return kind === 'prepared transaction' || xid_age === xmin_age
}
