import type { NewEvent } from '../../story/incident/incident-event.ts'
import type { Status } from '../../story/incident/lifecycle.ts'
import {
  type Answer,
  type HeldQuestion,
  type NewQuestion,
  QUESTIONS_MAX,
  type Question,
  type QuestionStore,
  type ReplyPlace,
} from '../../story/incident/question.ts'
import { type Connection, type Database, inTransaction, type Queryable } from './database.ts'
import { appendEvents } from './event-records.ts'
import { keepUsage } from './usage-records.ts'

type Row = {
  incident_id: string
  number: number
  text: string
  asked_by: string
  via: string
  asked_at: Date
  attempts: number
  answer: string | null
  answered_at: Date | null
}

const COLUMNS = 'incident_id, number, text, asked_by, via, asked_at, attempts, answer, answered_at'

/** `onCommit` tells whoever answers, and the readers of the stream, that there is something to see. */
export function createQuestionStore({
  database,
  onCommit,
}: {
  database: Database
  onCommit: () => void
}): QuestionStore {
  const commit = async <Result>(work: (connection: Connection) => Promise<Result>) => {
    const result = await inTransaction(database, work)
    onCommit()
    return result
  }
  return {
    ask: (question) => commit((connection) => ask(connection, question)),
    list: (incidentId) => list(database, incidentId),
    find: async (incidentId, number) => (await read(database, 'AND number = $2', [incidentId, number]))[0],
    take: (holder, seconds) => take(database, holder, seconds),
    keep: async (question, seconds) =>
      (await holding(database, question, 'held_until = firebreak_now() + make_interval(secs => $4)', [seconds])) > 0,
    tell: (question, events) =>
      events.length === 0
        ? Promise.resolve()
        : commit(async (connection) => {
            const status = await lockStatus(connection, question.incidentId)
            await refuseIfLost(connection, question)
            await write(connection, question.incidentId, status, events)
          }),
    answer: (question, answer, reply) => commit((connection) => finish(connection, question, answer, reply)),
    release: async (question) => void (await holding(database, question, `holder = '', held_until = NULL`)),
  }
}

async function ask(connection: Connection, question: NewQuestion): Promise<Question | 'none' | 'full'> {
  const { incidentId, text, by, via, place } = question
  // The row of the incident is the queue of those who ask about it.
  const status = await lockStatus(connection, incidentId)
  if (!status) return 'none'
  const [same] = await read(connection, 'AND text = $2 AND via = $3 AND answered_at IS NULL', [incidentId, text, via])
  // In the chat everybody who asks is answered in his own place.
  if (same && via === 'api') return same
  const { rows: counted } = await connection.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM questions WHERE incident_id = $1',
    [incidentId],
  )
  const number = (counted[0]?.count ?? 0) + 1
  if (number > QUESTIONS_MAX) return 'full'
  await connection.query(
    'INSERT INTO questions (incident_id, number, text, asked_by, via, place) VALUES ($1, $2, $3, $4, $5, $6)',
    [incidentId, number, text, by, via, place ? JSON.stringify(place) : null],
  )
  await write(connection, incidentId, status, [{ kind: 'question_asked', data: { question: number, by, via, text } }])
  const [asked] = await read(connection, 'AND number = $2', [incidentId, number])
  return asked ?? 'none'
}

async function list(database: Database, incidentId: string): Promise<Question[] | undefined> {
  const { rows } = await database.query('SELECT FROM incidents WHERE id = $1', [incidentId])
  return rows.length === 0 ? undefined : read(database, '', [incidentId])
}

async function read(database: Queryable, condition: string, values: readonly unknown[]): Promise<Question[]> {
  const { rows } = await database.query<Row>(
    `SELECT ${COLUMNS} FROM questions WHERE incident_id = $1 ${condition} ORDER BY number`,
    [...values],
  )
  return rows.map(readRow)
}

function readRow({ incident_id, number, text, asked_by, via, asked_at, answer, answered_at }: Row): Question {
  return {
    incidentId: incident_id,
    number,
    text,
    by: asked_by,
    via,
    askedAt: asked_at,
    ...(answer !== null &&
      answered_at !== null && { answered: { ...(JSON.parse(answer) as Answer), at: answered_at } }),
  }
}

const OPEN = `answered_at IS NULL AND (held_until IS NULL OR held_until < firebreak_now())`

async function take(database: Database, holder: string, seconds: number): Promise<HeldQuestion | undefined> {
  const { rows } = await database.query<Row>({
    name: 'take-question',
    text: `UPDATE questions SET holder = $1, held_until = firebreak_now() + make_interval(secs => $2), attempts = attempts + 1
            WHERE (incident_id, number) IN (
              SELECT incident_id, number FROM questions WHERE ${OPEN} ORDER BY asked_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING ${COLUMNS}`,
    values: [holder, seconds],
  })
  const [row] = rows
  return row && { ...readRow(row), attempts: row.attempts, holder }
}

/** Changes it where it is still ours; answers how many rows that were. */
async function holding(
  database: Queryable,
  { incidentId, number, holder }: HeldQuestion,
  change: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const { rowCount } = await database.query(
    `UPDATE questions SET ${change} WHERE incident_id = $1 AND number = $2 AND holder = $3 AND answered_at IS NULL`,
    [incidentId, number, holder, ...values],
  )
  return rowCount ?? 0
}

async function refuseIfLost(connection: Connection, question: HeldQuestion): Promise<void> {
  if ((await holding(connection, question, 'holder = holder')) === 0)
    throw new Error('Somebody else answers this question now.')
}

async function finish(connection: Connection, question: HeldQuestion, answer: Answer, reply: string): Promise<void> {
  const { incidentId, number } = question
  const status = await lockStatus(connection, incidentId)
  const isOurs = await holding(connection, question, 'answer = $4, answered_at = firebreak_now()', [
    JSON.stringify(answer),
  ])
  if (isOurs === 0) return
  await write(connection, incidentId, status, [
    { kind: 'question_answered', data: { question: number, ...answer, findings: [...answer.findings] } },
  ])
  const { rows } = await connection.query<{ place: string | null }>(
    'SELECT place FROM questions WHERE incident_id = $1 AND number = $2',
    [incidentId, number],
  )
  const place = rows[0]?.place ? (JSON.parse(rows[0].place) as ReplyPlace) : undefined
  if (place)
    await connection.query(
      `INSERT INTO chat_outbox (key, incident_id, chat_id, reply_to, in_thread, text) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (key) DO NOTHING`,
      [place.key, incidentId, place.chatId, place.replyTo, place.inThread, reply],
    )
}

async function lockStatus(connection: Connection, id: string): Promise<Status | undefined> {
  const { rows } = await connection.query<{ status: Status }>(
    'SELECT status FROM incidents WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  )
  return rows[0]?.status
}

async function write(
  connection: Connection,
  incidentId: string,
  status: Status | undefined,
  events: readonly NewEvent[],
): Promise<void> {
  if (status === undefined) return
  await appendEvents(
    connection,
    events.map((event) => ({ incidentId, status, ...event })),
  )
  await keepUsage(connection, incidentId, events)
}
