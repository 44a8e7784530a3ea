/** The audit trail: who did what, when. Written in the transaction of the deed; a failed entry fails the deed. */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Connection, Queryable } from './database.ts'
import type { RowSeal } from './row-seal.ts'

export type AuditEntry = { actor: string; action: string; target: string; details: Record<string, unknown> }

type AuditRecord = AuditEntry & { seq: string; at: Date }

type Row = {
  seq: string
  at: Date
  actor: string
  action: string
  target: string
  details: string
  previous_hash: Buffer
  hash: Buffer
  mac: Buffer | null
}

/** One writer at a time, so that every entry knows the hash of the one before it. */
const CHAIN_LOCK = 7_210_533_002
const NO_HASH = Buffer.alloc(32)

export async function appendAudit(connection: Connection, entry: AuditEntry): Promise<void> {
  await connection.query('SELECT pg_advisory_xact_lock($1)', [CHAIN_LOCK])
  const { rows } = await connection.query<{ seq: string | null; hash: Buffer | null; at: Date }>(
    `SELECT last.seq, last.hash, date_trunc('milliseconds', firebreak_now()) AS at
       FROM (SELECT 1) AS always LEFT JOIN (SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1) AS last ON true`,
  )
  const last = rows[0]
  const at = last?.at ?? new Date(0)
  const seq = String(BigInt(last?.seq ?? '0') + 1n)
  const details = JSON.stringify(entry.details)
  const previousHash = last?.hash ?? NO_HASH
  const row = { ...entry, seq, at, details, previous_hash: previousHash }
  const hash = hashOf(row)
  await connection.query(
    `INSERT INTO audit (seq, at, actor, action, target, details, previous_hash, hash, mac)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [seq, at, entry.actor, entry.action, entry.target, details, previousHash, hash, macOf(connection.seal, hash)],
  )
}

function macOf(seal: RowSeal, hash: Buffer): Buffer | null {
  return seal.macOf('audit', { hash: hash.toString('hex') })
}

function hashOf(row: Omit<Row, 'hash' | 'mac'>): Buffer {
  const content = { ...row, at: row.at.toISOString(), previous_hash: row.previous_hash.toString('hex') }
  return createHash('sha256')
    .update(canonicalize(content) ?? '')
    .digest()
}

const CHECKED_AT_ONCE = 2_000

/**
 * The number of the first entry that does not fit its chain, or undefined where all do. With the secret key at hand every entry
 * must bear its seal as well, but for those that an `audit.sealed` behind them vouches for. Read in slices: a trail is long.
 */
export async function findBrokenAudit(database: Queryable, seal: RowSeal): Promise<string | undefined> {
  let before: Pick<Row, 'seq' | 'hash'> = { seq: '0', hash: NO_HASH }
  let unsealed: string | undefined
  for (;;) {
    const { rows } = await database.query<Row>('SELECT * FROM audit WHERE seq > $1 ORDER BY seq LIMIT $2', [
      before.seq,
      CHECKED_AT_ONCE,
    ])
    for (const row of rows) {
      if (!followsFrom(row, before.hash)) return row.seq
      const isSealed = row.mac !== null && seal.isGenuine('audit', { hash: row.hash.toString('hex') }, row.mac)
      if (!isSealed) unsealed ??= row.seq
      else if (row.action === 'audit.sealed') unsealed = undefined
      before = row
    }
    if (rows.length < CHECKED_AT_ONCE) return seal.isKeyed ? unsealed : undefined
  }
}

function followsFrom({ hash, mac: _, ...content }: Row, before: Buffer): boolean {
  return hashOf(content).equals(hash) && before.equals(content.previous_hash)
}

export type AuditHead = { seq: string; hash: string }

/** Whoever keeps it elsewhere can tell later that nothing before it was changed or taken away. */
export async function readAuditHead(database: Queryable): Promise<AuditHead> {
  const { rows } = await database.query<Row>('SELECT * FROM audit ORDER BY seq DESC LIMIT 1')
  return { seq: rows[0]?.seq ?? '0', hash: rows[0]?.hash.toString('hex') ?? '' }
}

/** Whether this entry is still the one it was. */
export async function hasAuditEntry(database: Queryable, { seq, hash }: AuditHead): Promise<boolean> {
  if (seq === '0') return true
  const { rowCount } = await database.query('SELECT FROM audit WHERE seq = $1 AND hash = $2', [
    seq,
    Buffer.from(hash, 'hex'),
  ])
  return rowCount === 1
}

export async function listAudit(database: Queryable, page: { offset: number; limit: number }) {
  const { rows } = await database.query<Row>('SELECT * FROM audit ORDER BY seq DESC LIMIT $1 OFFSET $2', [
    page.limit,
    page.offset,
  ])
  const counted = await database.query<{ total: number }>('SELECT count(*)::int AS total FROM audit')
  return { records: rows.map(readRow), total: counted.rows[0]?.total ?? 0 }
}

function readRow({ seq, at, actor, action, target, details }: Row): AuditRecord {
  return { seq, at, actor, action, target, details: JSON.parse(details) as Record<string, unknown> }
}
