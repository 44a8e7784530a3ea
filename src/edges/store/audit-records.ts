/** The audit trail: who did what, when. Written in the transaction of the deed; a failed entry fails the deed. */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Connection, Queryable } from './database.ts'

type AuditEntry = { actor: string; action: string; target: string; details: Record<string, unknown> }

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
  await connection.query(
    `INSERT INTO audit (seq, at, actor, action, target, details, previous_hash, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [seq, at, entry.actor, entry.action, entry.target, details, previousHash, hashOf(row)],
  )
}

function hashOf(row: Omit<Row, 'hash'>): Buffer {
  const content = { ...row, at: row.at.toISOString(), previous_hash: row.previous_hash.toString('hex') }
  return createHash('sha256')
    .update(canonicalize(content) ?? '')
    .digest()
}

/** The number of the first entry that does not fit its chain, or undefined where all do. */
export async function findBrokenAudit(database: Queryable): Promise<string | undefined> {
  const { rows } = await database.query<Row>('SELECT * FROM audit ORDER BY seq')
  const broken = rows.find((row, index) => {
    const { hash, ...content } = row
    const before = rows[index - 1]?.hash ?? NO_HASH
    return !hashOf(content).equals(hash) || !before.equals(row.previous_hash)
  })
  return broken?.seq
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
