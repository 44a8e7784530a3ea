/** Copies of an alert manager's silences, and how the last reading of it went. */
import type { Matcher } from '../../guidance/silences/matcher.ts'
import { type Copy, type ForeignSilence, type ImportPlan, planImport } from '../../guidance/silences/plan-import.ts'
import { type Connection, type Database, inTransaction, type Queryable } from './database.ts'
import { beginChange } from './generation-records.ts'
import { SILENCE_COLUMNS, type SilenceRow, settleSilence, textOfMatchers } from './silence-records.ts'
import { letGoUnmatched } from './silenced-records.ts'
import { uuidv7 } from './uuid.ts'

type CopyRow = SilenceRow & { origin: string; origin_id: string; now: Date }

const BY = 'alert manager'

/** Nothing is written where nothing has changed there. Answers what was left out, as sentences. */
export async function keepImported(
  database: Database,
  read: { origin: string; foreign: readonly ForeignSilence[] },
  onCommit: () => void,
): Promise<string[]> {
  const plan = await planNow(database, read)
  if (plan.added.length + plan.changed.length + plan.ended.length === 0) return plan.leftOut
  await inTransaction(database, async (connection) => {
    await beginChange(connection, 'silences')
    const { added, changed, ended } = await planNow(connection, read)
    for (const silence of added) await add(connection, read.origin, silence)
    for (const silence of changed) await change(connection, silence)
    for (const id of ended) await end(connection, id)
  })
  onCommit()
  return plan.leftOut
}

/** Not when this transaction began: it may have waited for one that began later and ended a copy meanwhile. */
const THIS_MOMENT = 'firebreak_now() + (clock_timestamp() - now())'

async function planNow(
  queryable: Queryable,
  read: { origin: string; foreign: readonly ForeignSilence[] },
): Promise<ImportPlan> {
  const { rows } = await queryable.query<{ now: Date }>('SELECT firebreak_now() AS now')
  const copies = await queryable.query<CopyRow>(
    `SELECT ${SILENCE_COLUMNS} FROM silences WHERE source = 'alertmanager' AND ends_at > ${THIS_MOMENT} ORDER BY id`,
  )
  return planImport({ ...read, copies: copies.rows.map(readCopy), now: rows[0]?.now ?? new Date() })
}

function readCopy(row: CopyRow): Copy {
  return {
    id: row.id,
    origin: row.origin,
    originId: row.origin_id,
    matchers: JSON.parse(row.matchers) as Matcher[],
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    comment: row.comment,
    createdBy: row.created_by,
  }
}

/** One that had ended here, and holds there again, is the same one. */
async function add(connection: Connection, origin: string, silence: ForeignSilence): Promise<void> {
  const { rows } = await connection.query<SilenceRow>(
    `INSERT INTO silences (id, matchers, starts_at, ends_at, comment, created_by, source, origin, origin_id)
     VALUES ($1, $2, $3, $4, $5, $6, 'alertmanager', $7, $8)
     ON CONFLICT (origin, origin_id) WHERE origin IS NOT NULL DO UPDATE SET matchers = excluded.matchers,
       starts_at = excluded.starts_at, ends_at = excluded.ends_at, comment = excluded.comment,
       created_by = excluded.created_by, updated_at = firebreak_now()
     RETURNING ${SILENCE_COLUMNS}`,
    [uuidv7(new Date()), ...valuesOf(silence), origin, silence.originId],
  )
  await settleSilence(connection, rows[0] as SilenceRow, 'silence.imported', BY)
}

async function change(connection: Connection, silence: ForeignSilence & { id: string }): Promise<void> {
  const { rows } = await connection.query<SilenceRow>(
    `UPDATE silences SET matchers = $2, starts_at = $3, ends_at = $4, comment = $5, created_by = $6,
            updated_at = firebreak_now() WHERE id = $1 RETURNING ${SILENCE_COLUMNS}`,
    [silence.id, ...valuesOf(silence)],
  )
  await letGoUnmatched(connection, await settleSilence(connection, rows[0] as SilenceRow, 'silence.changed', BY))
}

async function end(connection: Connection, id: string): Promise<void> {
  const { rows } = await connection.query<SilenceRow>(
    `UPDATE silences SET starts_at = least(starts_at, firebreak_now()), ends_at = firebreak_now(), updated_at = firebreak_now()
      WHERE id = $1 RETURNING ${SILENCE_COLUMNS}`,
    [id],
  )
  await settleSilence(connection, rows[0] as SilenceRow, 'silence.ended', BY)
}

function valuesOf({ matchers, startsAt, endsAt, comment, createdBy }: ForeignSilence): unknown[] {
  return [textOfMatchers(matchers), startsAt, endsAt, comment, createdBy]
}

type Reading = { origin: string; failure: string; leftOut: readonly string[] }

export async function keepReading(database: Database, { origin, failure, leftOut }: Reading): Promise<void> {
  await database.query(
    `UPDATE silence_import SET origin = $1, failure = $2, left_out = $3,
            failed_since = CASE WHEN $2 <> '' THEN coalesce(failed_since, firebreak_now()) END
      WHERE (origin, failure, left_out) IS DISTINCT FROM ($1, $2, $3)`,
    [origin, failure, leftOut],
  )
}

const WARNED_MAX = 20

export async function findImportWarnings(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ failure: string; failed_since: Date | null; left_out: string[] }>(
    `SELECT failure, failed_since, left_out FROM silence_import WHERE failure <> '' OR left_out <> '{}'`,
  )
  return rows.flatMap(({ failure, failed_since: since, left_out: leftOut }) => [
    ...(since ? [tellFailure(failure, since)] : []),
    ...leftOut.slice(0, WARNED_MAX),
  ])
}

function tellFailure(failure: string, since: Date): string {
  const last = `The alert manager's silences were last read before ${since.toISOString()}: ${failure.replace(/\.$/, '')}.`
  return `${last} Those that are known here hold until their end.`
}
