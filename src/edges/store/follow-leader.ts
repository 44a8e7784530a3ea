/** What becomes of parts when something becomes of their leader. Done with the claims, a few at a time, by one instance. */
import type { NewEvent } from '../../story/incident/incident-event.ts'
import type { Status } from '../../story/incident/lifecycle.ts'
import { type Repeats, repeatsOf } from '../../story/incident/repeats.ts'
import type { Connection } from './database.ts'
import { moveIncident } from './incident-moves.ts'
import { releaseParts } from './part-records.ts'

const BATCH = 200

type Row = {
  id: string
  status: Status
  leader_id: string
  leader_status: Status
  /** How long the leader's own alerts are only counted; infinite until they clear, 0 where they are heard at once. */
  deaf_seconds: number
}

/** A leader that was resolved is another matter: each of its parts is looked at first. */
export async function followLeaders(connection: Connection): Promise<void> {
  const { rows } = await connection.query<Row>(
    `SELECT part.id, part.status, leader.id AS leader_id, leader.status AS leader_status,
            coalesce((SELECT max(CASE WHEN held_until IS NULL THEN 'Infinity' ELSE extract(epoch FROM held_until - firebreak_now()) END)
                        FROM alert_keys WHERE incident_id = leader.id), 0)::float8 AS deaf_seconds
       FROM incidents AS part JOIN incidents AS leader ON leader.id = part.part_of
      WHERE part.part_of IS NOT NULL AND part.closed_at IS NULL
        AND (leader.status = 'ignored' OR (leader.status = 'expired' AND part.status <> 'diagnosing')
             OR (leader.status = 'escalated' AND part.status = 'awaiting_approval'))
      ORDER BY part.seq LIMIT ${BATCH} FOR NO KEY UPDATE OF part SKIP LOCKED`,
  )
  for (const row of rows) await follow(connection, row)
}

async function follow(connection: Connection, row: Row): Promise<void> {
  const { id, status, leader_id, leader_status } = row
  const step = stepOf(status, leader_id, leader_status)
  if (step) {
    const repeats = leader_status === 'ignored' ? { repeats: repeatsLike(row) } : {}
    await moveIncident(connection, { incidentId: id, from: status, ...step, ...repeats })
    return
  }
  const why = `${leader_id} has expired: nobody answered.`
  await releaseParts(connection, [{ id, status, partOf: leader_id }], { why, by: 'firebreak' })
}

/** What a person has said of the leader's alerts holds for those of its parts. */
function repeatsLike({ deaf_seconds: seconds }: Row): Repeats {
  if (seconds === Number.POSITIVE_INFINITY) return repeatsOf('until_cleared')
  return seconds > 0 ? { word: 'for_a_time', seconds } : repeatsOf('once')
}

/** Undefined where it only stands alone from here on: in the queue, or with the person who has it. */
function stepOf(status: Status, leader: string, leaderStatus: Status): { to: Status; event: NewEvent } | undefined {
  if (leaderStatus === 'ignored') {
    const comment = `It was ignored with ${leader}, which leads it.`
    return { to: 'ignored', event: { kind: 'incident_ignored', data: { by: 'firebreak', comment } } }
  }
  if (leaderStatus === 'escalated') {
    const reason = `${leader}, which leads it, was handed to a person.`
    return { to: 'escalated', event: { kind: 'incident_escalated', data: { reason } } }
  }
  if (status !== 'awaiting_approval') return undefined
  return {
    to: 'expired',
    event: { kind: 'incident_expired', data: { reason: `Nobody answered for ${leader}, which leads it.` } },
  }
}

/** The next part whose leader was resolved: it is to be looked at by its own evidence. */
export async function takeReleased(connection: Connection): Promise<string | undefined> {
  const { rows } = await connection.query<{ id: string; status: Status }>(
    `SELECT part.id, part.status FROM incidents AS part JOIN incidents AS leader ON leader.id = part.part_of
      WHERE part.part_of IS NOT NULL AND part.closed_at IS NULL AND part.status IN ('pending', 'awaiting_approval', 'escalated')
        AND leader.status = 'resolved'
      ORDER BY part.severity_rank, part.seq LIMIT 1 FOR NO KEY UPDATE OF part SKIP LOCKED`,
  )
  const [part] = rows
  if (!part) return undefined
  const event = { kind: 'diagnosis_started', data: {} } as const
  await moveIncident(connection, { incidentId: part.id, from: part.status, to: 'diagnosing', event })
  return part.id
}
