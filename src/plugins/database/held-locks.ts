import type { Reader } from './reader.ts'

export type Lock = {
  pid: number
  locktype: string
  mode: string
  granted: boolean
  relation: string | null
  /** What else is locked, where it is no relation: a transaction, a tuple, an advisory key. */
  object: string | null
  waitstart: string | null
}

/**
 * Relations of other databases cannot be named from here. `waitstart` exists from PostgreSQL 14 on, so it is asked for
 * by a name that may be missing. An advisory lock of one key is shown by that key, as pg_advisory_lock took it.
 */
const LOCKS = `SELECT l.pid, l.locktype, l.mode, l.granted, n.nspname || '.' || c.relname AS relation,
    CASE WHEN l.locktype = 'advisory' AND l.objsubid = 1 THEN ((l.classid::bigint << 32) | l.objid::bigint)::text
      ELSE coalesce(l.transactionid::text, l.virtualxid, nullif(concat_ws(':', l.page, l.tuple, l.classid, l.objid), '')) END AS object,
    (to_jsonb(l) ->> 'waitstart')::timestamptz AS waitstart
  FROM pg_locks l
    LEFT JOIN pg_database d ON d.oid = l.database
    LEFT JOIN pg_class c ON c.oid = l.relation AND (d.datname = current_database() OR l.database = 0)
    LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE l.pid = ANY($1) AND (NOT l.granted OR l.locktype <> 'virtualxid') AND coalesce(n.nspname, '') <> 'pg_catalog'
  ORDER BY l.granted, l.pid LIMIT 3000`

export function readLocks(reader: Reader, pids: readonly number[]): Promise<Lock[]> {
  return reader.rows<Lock>(LOCKS, [pids])
}

const HELD_SHOWN = 6

/** First what others wait for, then the strongest: an AccessShareLock matters only where somebody waits for it. */
export function heldBy(pid: number, locks: readonly Lock[]): Pick<Lock, 'locktype' | 'mode' | 'relation' | 'object'>[] {
  const wanted = new Set(locks.filter(({ granted }) => !granted).map(keyOf))
  const held = locks.filter((lock) => lock.pid === pid && lock.granted)
  const waitedFor = held.filter((lock) => wanted.has(keyOf(lock)))
  const others = held.filter((lock) => !wanted.has(keyOf(lock)) && lock.locktype === 'relation')
  const strong = others.filter(({ mode }) => mode !== 'AccessShareLock')
  const shown = [...waitedFor, ...strong].slice(0, HELD_SHOWN)
  return shown.map(({ locktype, mode, relation, object }) => ({ locktype, mode, relation, object }))
}

export function wantedBy(pid: number, locks: readonly Lock[]): Lock | undefined {
  return locks.find((lock) => lock.pid === pid && !lock.granted)
}

function keyOf({ locktype, relation, object }: Lock): string {
  return `${locktype} ${relation} ${object}`
}
