/** Silences. Every change is on the audit trail, in its own transaction, and known to every instance at its next alert. */
import { type Matcher, tellMatchers } from '../../guidance/silences/matcher.ts'
import type { NewSilence, Silence } from '../../guidance/silences/silence.ts'
import { stateOf } from '../../guidance/silences/silence.ts'
import type { SilenceChanges, SilenceRefusal, SilenceStore } from '../../guidance/silences/silence-store.ts'
import type { Log } from '../../ports/log.ts'
import { appendAudit } from './audit-records.ts'
import { type Connection, type Database, inTransaction, type Queryable } from './database.ts'
import { beginChange, loadIfChanged } from './generation-records.ts'
import type { RowSeal } from './row-seal.ts'
import { letGoUnmatched } from './silenced-records.ts'
import { uuidv7 } from './uuid.ts'

export type SilenceRow = {
  id: string
  matchers: string
  starts_at: Date
  ends_at: Date
  comment: string
  created_by: string
  created_at: Date
  updated_at: Date
  source: Silence['source']
  origin: string | null
  mac: Buffer | null
}

export const SILENCE_COLUMNS =
  'id, matchers, starts_at, ends_at, comment, created_by, created_at, updated_at, source, origin, origin_id, mac'

type Parts = { database: Database; log: Log; onCommit: () => void }

export function createSilenceStore({ database, log, onCommit }: Parts): SilenceStore {
  const changing = async <Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> => {
    const result = await inTransaction(database, async (connection) => {
      await beginChange(connection, 'silences')
      return work(connection)
    })
    onCommit()
    return result
  }
  return {
    load: (known) => loadIfChanged(database, 'silences', known, () => readLasting(database, database.seal, log)),
    add: (silence, by) => changing((connection) => addSilence(connection, silence, by)),
    change: (id, changes, by) => changing((connection) => changeSilence(connection, id, changes, by)),
    end: (id, by) => changing((connection) => endSilence(connection, id, by)),
  }
}

/** What is not by us holds nothing back: a row written here by hand must not make the house deaf. */
async function readLasting(database: Queryable, seal: RowSeal, log: Log): Promise<Silence[]> {
  const { rows } = await database.query<SilenceRow>(
    `SELECT ${SILENCE_COLUMNS} FROM silences WHERE ends_at > firebreak_now() ORDER BY created_at, id`,
  )
  return rows.flatMap((row) => {
    if (seal.isGenuine('silences', contentOf(row), row.mac)) return [readSilence(row)]
    log.warn({ silence: row.id }, 'A stored silence does not bear our seal and holds nothing back.')
    return []
  })
}

/** In a transaction that has begun the change. */
export async function addSilence(connection: Connection, silence: NewSilence, by: string): Promise<Silence> {
  const { rows } = await connection.query<SilenceRow>(
    `INSERT INTO silences (id, matchers, starts_at, ends_at, comment, created_by)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${SILENCE_COLUMNS}`,
    [
      uuidv7(new Date()),
      textOfMatchers(silence.matchers),
      silence.startsAt,
      silence.endsAt,
      silence.comment,
      silence.createdBy,
    ],
  )
  return settleSilence(connection, rows[0] as SilenceRow, 'silence.created', by)
}

async function changeSilence(
  connection: Connection,
  id: string,
  changes: (silence: Silence) => SilenceChanges,
  by: string,
): Promise<Silence | SilenceRefusal> {
  const found = await lockSilence(connection, id)
  if (typeof found === 'string') return found
  const changed = { ...found, ...changes(found) }
  const { rows } = await connection.query<SilenceRow>(
    `UPDATE silences SET matchers = $2, starts_at = $3, ends_at = $4, comment = $5, updated_at = firebreak_now()
      WHERE id = $1 RETURNING ${SILENCE_COLUMNS}`,
    [id, textOfMatchers(changed.matchers), changed.startsAt, changed.endsAt, changed.comment],
  )
  const silence = await settleSilence(connection, rows[0] as SilenceRow, 'silence.changed', by)
  await letGoUnmatched(connection, silence)
  return silence
}

async function endSilence(connection: Connection, id: string, by: string): Promise<Silence | SilenceRefusal> {
  const found = await lockSilence(connection, id)
  if (typeof found === 'string') return found
  const { rows } = await connection.query<SilenceRow>(
    `UPDATE silences SET starts_at = least(starts_at, firebreak_now()), ends_at = firebreak_now(), updated_at = firebreak_now()
      WHERE id = $1 RETURNING ${SILENCE_COLUMNS}`,
    [id],
  )
  return settleSilence(connection, rows[0] as SilenceRow, 'silence.ended', by)
}

/** One that holds, or will. */
export async function findLasting(connection: Connection, id: string): Promise<Silence | undefined> {
  const { rows } = await connection.query<SilenceRow>(
    `SELECT ${SILENCE_COLUMNS} FROM silences WHERE id = $1 AND ends_at > firebreak_now()`,
    [id],
  )
  return rows.map(readSilence)[0]
}

async function lockSilence(connection: Connection, id: string): Promise<Silence | SilenceRefusal> {
  const { rows } = await connection.query<SilenceRow & { now: Date }>(
    `SELECT ${SILENCE_COLUMNS}, firebreak_now() AS now FROM silences WHERE id = $1 FOR UPDATE`,
    [id],
  )
  const [row] = rows
  if (!row) return 'missing'
  const silence = readSilence(row)
  if (silence.source !== 'firebreak') return 'kept_elsewhere'
  return stateOf(silence, row.now) === 'expired' ? 'expired' : silence
}

/** As the store holds it, so that what was written is what is sealed. */
export async function settleSilence(
  connection: Connection,
  row: SilenceRow,
  action: string,
  by: string,
): Promise<Silence> {
  await sealSilence(connection, row)
  const { matchers, starts_at, ends_at, comment } = row
  const details = { matchers: tellMatchers(JSON.parse(matchers) as Matcher[]), starts_at, ends_at, comment }
  await appendAudit(connection, { actor: by, action, target: row.id, details })
  return readSilence(row)
}

/** All that decides what it holds back, and when. */
function contentOf({ id, matchers, starts_at, ends_at, source }: SilenceRow) {
  return { id, matchers, starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString(), source }
}

/** For rows of the time before, or of another key; answers which. */
export async function sealSilences(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<SilenceRow>(`SELECT ${SILENCE_COLUMNS} FROM silences ORDER BY id FOR UPDATE`)
  const unsealed = rows.filter((row) => !connection.seal.isGenuine('silences', contentOf(row), row.mac))
  for (const row of unsealed) await sealSilence(connection, row)
  return unsealed.map(({ id }) => id)
}

/** Stored, not by us, and not over. */
export async function findForeignSilences(database: Database): Promise<string[]> {
  const { rows } = await database.query<SilenceRow>(
    `SELECT ${SILENCE_COLUMNS} FROM silences WHERE ends_at > firebreak_now() ORDER BY id`,
  )
  return rows.filter((row) => !database.seal.isGenuine('silences', contentOf(row), row.mac)).map(({ id }) => id)
}

async function sealSilence(connection: Connection, row: SilenceRow): Promise<void> {
  const mac = connection.seal.macOf('silences', contentOf(row))
  if (mac) await connection.query('UPDATE silences SET mac = $2 WHERE id = $1', [row.id, mac])
}

export function readSilence(row: SilenceRow): Silence {
  return {
    id: row.id,
    matchers: JSON.parse(row.matchers) as Matcher[],
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    comment: row.comment,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    source: row.source,
    origin: row.origin ?? undefined,
  }
}

export function textOfMatchers(matchers: readonly Matcher[]): string {
  return JSON.stringify(matchers.map(({ name, value, isRegex, isEqual }) => ({ name, value, isRegex, isEqual })))
}
