/**
 * Gathering before diagnosis, under the lock of the claims, so that it happens once over all instances: whoever waits is
 * checked against the causes that are proven; who belongs to none of them may wait for its company.
 */
import { tieOfObject, tiesOf } from '../../story/incident/ties.ts'
import { type Waiting, whoWaits } from '../../story/workflow/wait-for-company.ts'
import type { Connection } from './database.ts'
import { attachParts } from './part-records.ts'

/** So many at a time: nobody else takes anything up meanwhile. */
const BATCH = 1_000
/** Older than that it was not one of a storm, and is taken up whatever comes along. */
export const GATHERED_WITHIN = `interval '1 hour'`
/** What was seen longer ago may not be so any more; whoever comes later is looked at. */
const FRESH = `interval '15 minutes'`
const ALERTS_READ = 5

export async function gatherPending(connection: Connection, gatherSeconds: number): Promise<void> {
  if (gatherSeconds === 0) return
  await connection.query(
    `DELETE FROM gathering USING incidents
      WHERE id = incident_id AND (status NOT IN ('pending', 'diagnosing') OR part_of IS NOT NULL)`,
  )
  await readTies(connection)
  await joinCauses(connection)
  await letWait(connection, gatherSeconds)
}

async function readTies(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ id: string; labels: string[] }>(
    `SELECT id, ARRAY(SELECT labels FROM incident_alerts WHERE incident_id = id ORDER BY key LIMIT ${ALERTS_READ}) AS labels
       FROM incidents WHERE status = 'pending' AND part_of IS NULL AND NOT stands_alone
        AND created_at > firebreak_now() - ${GATHERED_WITHIN}
        AND NOT EXISTS (SELECT FROM gathering WHERE incident_id = id)
      ORDER BY severity, seq LIMIT ${BATCH}`,
  )
  const ties = rows.map(({ labels }) => [...new Set(labels.flatMap((text) => tiesOf(JSON.parse(text))))])
  await connection.query(
    `INSERT INTO gathering (incident_id, ties)
     SELECT id, ARRAY(SELECT json_array_elements_text(names::json)) FROM unnest($1::text[], $2::text[]) AS given (id, names)`,
    [rows.map(({ id }) => id), ties.map((names) => JSON.stringify(names))],
  )
}

type Match = { id: string; leader_id: string; object: string; shared: string }

/** Of several causes the one whose incident is the oldest; who is held by somebody is looked at next time. */
async function joinCauses(connection: Connection): Promise<void> {
  const { rows } = await connection.query<Match>(
    `SELECT DISTINCT ON (part.id) part.id, leader.id AS leader_id, cause.object,
            (SELECT name FROM unnest(gathering.ties) WITH ORDINALITY AS own (name, place)
              WHERE name = ANY(cause.reach) ORDER BY place LIMIT 1) AS shared
       FROM gathering JOIN incidents AS part ON part.id = gathering.incident_id
       JOIN incident_causes AS cause ON cause.reach && gathering.ties AND cause.at > firebreak_now() - ${FRESH}
       JOIN incidents AS leader ON leader.id = cause.incident_id
      WHERE part.status = 'pending' AND part.part_of IS NULL AND leader.part_of IS NULL
        -- Nobody looks at it any more by itself: so it is no worse than who leads it, and no person has set it free.
        AND part.severity_rank >= leader.severity_rank AND NOT part.stands_alone
        AND leader.status IN ('awaiting_approval', 'executing', 'verifying', 'escalated')
      ORDER BY part.id, leader.seq LIMIT ${BATCH}`,
  )
  for (const [leaderId, matches] of Map.groupBy(rows, (row) => row.leader_id))
    await joinLeader(connection, leaderId, matches)
}

async function joinLeader(connection: Connection, leaderId: string, matches: readonly Match[]): Promise<void> {
  const { rows } = await connection.query<{ id: string }>(
    `SELECT id FROM incidents WHERE closed_at IS NULL AND part_of IS NULL AND (id = $1 OR (id = ANY($2) AND status = 'pending'))
      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`,
    [leaderId, matches.map(({ id }) => id)],
  )
  const free = new Set(rows.map(({ id }) => id))
  if (!free.has(leaderId)) return
  const parts = matches.filter(({ id }) => free.has(id))
  const why = parts[0] ? `Its cause is ${parts[0].object}, and they speak of whom it reaches.` : ''
  await attachParts(
    connection,
    parts.map(({ id }) => id),
    { leaderId, why, by: 'firebreak', whyOf: new Map(parts.map((match) => [match.id, sayWhy(match)])) },
  )
}

function sayWhy({ object, shared }: Match): string {
  const [kind = '', ...name] = shared.split(' ')
  return tieOfObject(object) === shared
    ? `its cause names the same ${kind}`
    : `its cause is ${object}, which ${kind} ${name.join(' ')} hangs on`
}

type Row = { id: string; seq: string; severity_rank: number; age: number; ties: string[]; is_pending: boolean }

async function letWait(connection: Connection, gatherSeconds: number): Promise<void> {
  const { rows } = await connection.query<Row>(
    `SELECT id, seq, severity_rank, ties, status = 'pending' AS is_pending,
            extract(epoch FROM firebreak_now() - created_at)::float8 AS age
       FROM gathering JOIN incidents ON id = incident_id WHERE part_of IS NULL`,
  )
  const pending: Waiting[] = rows
    .filter((row) => row.is_pending)
    .map(({ id, seq, severity_rank, age, ties }) => ({
      ...{ id, seq: BigInt(seq), severityRank: severity_rank, ageSeconds: age, ties },
    }))
  const atWork = new Set(rows.flatMap(({ is_pending, ties }) => (is_pending ? [] : ties)))
  const waiting = [...whoWaits(pending, { atWork, gatherSeconds })]
  await connection.query(
    'UPDATE gathering SET waits = NOT waits WHERE waits IS DISTINCT FROM (incident_id = ANY($1))',
    [waiting],
  )
}
