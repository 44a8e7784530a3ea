/** Storms: the one summary that stands for many new incidents of a chat. */
import type { DueStorm, StormMember, StormStore } from '../../story/conversation/chat-store.ts'
import type { Status } from '../../story/incident/lifecycle.ts'
import type { Severity } from '../../story/incident/severity.ts'
import type { Database } from './database.ts'

type Row = {
  id: string
  chat_id: string
  wanted: number
  generation: number
  message_id: string
  attempts: number
  age: number
}

export function createStormStore(database: Database): StormStore {
  const change = async (text: string, values: unknown[]) =>
    void (await database.query(`UPDATE chat_storms SET ${text} WHERE id = $1`, values))
  return {
    due: (limit) => dueStorms(database, limit),
    members: (storm, limit) => membersOf(database, storm, limit),
    posted: ({ id, wanted }, messageId) =>
      // What an earlier attempt may have posted is older; one more update makes sure.
      change(`message_id = $3, sent = CASE WHEN attempts = 0 THEN $2 ELSE sent END, attempts = 0, failure = NULL`, [
        id,
        wanted,
        messageId,
      ]),
    updated: ({ id, wanted }) => change('sent = greatest(sent, $2), attempts = 0, failure = NULL', [id, wanted]),
    renew: ({ id }) => change(`generation = generation + 1, message_id = ''`, [id]),
    postpone: ({ id }, { delayMs, failure }) =>
      change('attempts = attempts + 1, failure = $3, not_before = firebreak_now() + make_interval(secs => $2)', [
        id,
        delayMs / 1000,
        failure,
      ]),
    giveUp: ({ id, wanted }, failure) => change('sent = greatest(sent, $2), failure = $3', [id, wanted, failure]),
  }
}

async function dueStorms(database: Database, limit: number): Promise<DueStorm[]> {
  const { rows } = await database.query<Row>({
    name: 'due-storms',
    text: `SELECT id, chat_id, wanted, generation, message_id, attempts,
                  extract(epoch FROM firebreak_now() - wanted_at)::float8 AS age
             FROM chat_storms WHERE sent < wanted AND not_before <= firebreak_now() ORDER BY not_before LIMIT $1`,
    values: [limit],
  })
  return rows.map(({ id, chat_id, wanted, generation, message_id, attempts, age }) => ({
    ...{ id, wanted, generation, attempts },
    chatId: chat_id,
    messageId: message_id,
    ageSeconds: age,
  }))
}

async function membersOf(database: Database, { id }: DueStorm, limit: number) {
  const counted = await database.query<{ status: Status; count: number }>(
    `SELECT status, count(*)::int AS count FROM chat_cards JOIN incidents ON incidents.id = incident_id
      WHERE storm_id = $1 GROUP BY status`,
    [id],
  )
  const first = await database.query<{ id: string; title: string; severity: Severity; status: Status }>(
    `SELECT incidents.id, title, severity, status FROM chat_cards JOIN incidents ON incidents.id = incident_id
      WHERE storm_id = $1 ORDER BY closed_at IS NOT NULL, severity_rank, seq LIMIT $2`,
    [id, limit],
  )
  const members: StormMember[] = first.rows.map(({ id: incidentId, ...rest }) => ({ incidentId, ...rest }))
  return { counts: new Map(counted.rows.map(({ status, count }) => [status, count])), first: members }
}
