/**
 * Gathering before diagnosis, under the lock of the claims, so that it happens once over all instances: whoever waits is
 * checked against the causes that are proven; who belongs to none of them may wait for its company.
 */
import { tieOfObject, tiesOf } from '../../story/incident/ties.ts'
import { type Waiting, whoWaits } from '../../story/workflow/wait-for-company.ts'
import type { Connection } from './database.ts'
import { ASKED_ONCE } from './one-moment.ts'
import { attachParts } from './part-records.ts'

/** So many at a time: nobody else takes anything up meanwhile. */
const BATCH = 1_000
/** Older than that it was not one of a storm, and is taken up whatever comes along. */
export const GATHERED_WITHIN = `interval '1 hour'`
/** What was seen longer ago may not be so any more; whoever comes later is looked at. */
const FRESH = `interval '15 minutes'`
const ALERTS_READ = 5

/** Answers how many it has looked at. */
export async function gatherPending(connection: Connection, gatherSeconds: number): Promise<number> {
  if (gatherSeconds === 0) return 0
  await connection.query(
    `DELETE FROM gathering USING incidents
      WHERE id = incident_id AND (status NOT IN ('pending', 'diagnosing') OR part_of IS NOT NULL)`,
  )
  await readTies(connection)
  await joinCauses(connection)
  return letWait(connection, gatherSeconds)
}

async function readTies(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ id: string; labels: string[] }>(
    `SELECT id, ARRAY(SELECT labels FROM incident_alerts WHERE incident_id = id ORDER BY key LIMIT ${ALERTS_READ}) AS labels
       FROM incidents WHERE status = 'pending' AND part_of IS NULL AND NOT stands_alone
        AND created_at > ${ASKED_ONCE} - ${GATHERED_WITHIN}
        AND NOT EXISTS (SELECT FROM gathering WHERE incident_id = id)
      ORDER BY severity, seq LIMIT ${BATCH}`,
  )
  if (rows.length === 0) return
  const ties = rows.map(({ labels }) => [...new Set(labels.flatMap((text) => tiesOf(JSON.parse(text))))])
  await connection.query(
    `INSERT INTO gathering (incident_id, ties)
     SELECT id, ARRAY(SELECT json_array_elements_text(names::json)) FROM unnest($1::text[], $2::text[]) AS given (id, names)`,
    [rows.map(({ id }) => id), ties.map((names) => JSON.stringify(names))],
  )
}

type Match = { id: string; leader_id: string; object: string; shared: string }

/**
 * Of several causes the one whose incident is the oldest; who is held by somebody is looked at next time. The causes come
 * first and are met name by name: there are few of them or none, and each pair of a cause and one that waits would be many.
 */
const MATCHES = `
  WITH reached AS MATERIALIZED (
    SELECT leader.id, leader.seq, leader.severity_rank, cause.object, unnest(cause.reach) AS name
      FROM incident_causes AS cause JOIN incidents AS leader ON leader.id = cause.incident_id
     WHERE cause.at > ${ASKED_ONCE} - ${FRESH} AND leader.part_of IS NULL
       AND leader.status IN ('awaiting_approval', 'executing', 'verifying', 'escalated')),
  met AS MATERIALIZED (
    SELECT gathering.incident_id, own.place, reached.*
      FROM gathering CROSS JOIN LATERAL unnest(gathering.ties) WITH ORDINALITY AS own (name, place) JOIN reached USING (name)
     WHERE EXISTS (SELECT FROM reached))
  SELECT DISTINCT ON (part.id) part.id, met.id AS leader_id, met.object, met.name AS shared
    FROM met JOIN incidents AS part ON part.id = met.incident_id
   WHERE part.status = 'pending' AND part.part_of IS NULL
     -- Nobody looks at it any more by itself: so it is no worse than who leads it, and no person has set it free.
     AND part.severity_rank >= met.severity_rank AND NOT part.stands_alone
   ORDER BY part.id, met.seq, met.place LIMIT ${BATCH}`

async function joinCauses(connection: Connection): Promise<void> {
  const { rows } = await connection.query<Match>(MATCHES)
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

type Row = {
  id: string
  seq: string
  severity_rank: number
  age: number
  ties: string
  is_pending: boolean
  waits: boolean
}

/** The names come as one text of JSON, which costs a tenth of reading them as the store's own lists. */
async function letWait(connection: Connection, gatherSeconds: number): Promise<number> {
  const { rows } = await connection.query<Row>(
    `SELECT id, seq, severity_rank, array_to_json(ties)::text AS ties, status = 'pending' AS is_pending, waits,
            extract(epoch FROM ${ASKED_ONCE} - created_at)::float8 AS age
       FROM gathering JOIN incidents ON id = incident_id WHERE part_of IS NULL`,
  )
  const pending: Waiting[] = rows
    .filter((row) => row.is_pending)
    .map(({ id, seq, severity_rank, age, ties }) => ({
      ...{ id, seq: BigInt(seq), severityRank: severity_rank, ageSeconds: age, ties: JSON.parse(ties) as string[] },
    }))
  const atWork = new Set(rows.flatMap(({ is_pending, ties }) => (is_pending ? [] : (JSON.parse(ties) as string[]))))
  const waiting = whoWaits(pending, { atWork, gatherSeconds })
  await turnRound(
    connection,
    rows.filter(({ id, waits }) => waits !== waiting.has(id)).map(({ id }) => id),
  )
  return rows.length
}

async function turnRound(connection: Connection, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await connection.query('UPDATE gathering SET waits = NOT waits WHERE incident_id = ANY($1)', [ids])
}
