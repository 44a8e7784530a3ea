/** What becomes of parts when something becomes of their leader. Done with the claims, a few at a time, by one instance. */
import type { Standing } from '../../story/incident/gathering.ts'
import type { NewEvent } from '../../story/incident/incident-event.ts'
import type { Status } from '../../story/incident/lifecycle.ts'
import { type Repeats, repeatsOf } from '../../story/incident/repeats.ts'
import type { Head } from '../../story/workflow/fair-queue.ts'
import type { Connection } from './database.ts'
import { moveIncident } from './incident-moves.ts'
import { raiseLeader, releaseParts } from './part-records.ts'

const BATCH = 200

/** Open parts by status and leader, found by leaping over the index: thousands of one leader cost what one does. */
const LED = `
  WITH RECURSIVE led AS (
    (SELECT status, part_of FROM incidents WHERE part_of IS NOT NULL AND closed_at IS NULL ORDER BY status, part_of LIMIT 1)
    UNION ALL
    SELECT next.* FROM led CROSS JOIN LATERAL (
      SELECT status, part_of FROM incidents
       WHERE part_of IS NOT NULL AND closed_at IS NULL AND (status, part_of) > (led.status, led.part_of)
       ORDER BY status, part_of LIMIT 1) AS next)`

/** Of a leader that was resolved each part is looked at first, and one that is being diagnosed comes to its end. */
const FOLLOWS = `(leader.status = 'ignored' OR (leader.status = 'expired' AND part.status <> 'diagnosing')
  OR (leader.status = 'escalated' AND part.status = 'awaiting_approval'))`

type Leader = {
  id: string
  status: Status
  /** How long its own alerts are only counted; infinite until they clear, 0 where they are heard at once. */
  deaf_seconds: number
}

/** The leader before its parts, and nobody is waited for: whoever holds one of them may want another. */
export async function followLeaders(connection: Connection): Promise<void> {
  const { rows } = await connection.query<Leader>(
    `${LED}
     SELECT id, status, coalesce((SELECT max(CASE WHEN held_until IS NULL THEN 'Infinity' ELSE extract(epoch FROM held_until - firebreak_now()) END)
                                    FROM alert_keys WHERE incident_id = leader.id), 0)::float8 AS deaf_seconds
       FROM incidents AS leader WHERE id IN (SELECT part_of FROM led AS part WHERE ${FOLLOWS})
      ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED`,
  )
  for (const leader of rows) await followLeader(connection, leader)
  await raiseLeaders(connection)
}

async function followLeader(connection: Connection, leader: Leader): Promise<void> {
  const { rows } = await connection.query<{ id: string; status: Status }>(
    `SELECT part.id, part.status FROM incidents AS part JOIN incidents AS leader ON leader.id = part.part_of
      WHERE part.part_of = $1 AND part.closed_at IS NULL AND ${FOLLOWS}
      ORDER BY part.seq LIMIT ${BATCH} FOR NO KEY UPDATE OF part SKIP LOCKED`,
    [leader.id],
  )
  const repeats = leader.status === 'ignored' ? { repeats: repeatsLike(leader) } : {}
  const free: Standing[] = []
  for (const { id, status } of rows) {
    const step = stepOf(status, leader.id, leader.status)
    if (step) await moveIncident(connection, { incidentId: id, from: status, ...step, ...repeats })
    else free.push({ id, status, partOf: leader.id })
  }
  const why = `${leader.id} has expired: nobody answered.`
  if (free.length > 0) await releaseParts(connection, free, { why, by: 'firebreak' })
}

/** An alert of a part may have become worse since. */
async function raiseLeaders(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ id: string }>(
    `${LED}
     SELECT id FROM incidents AS leader WHERE closed_at IS NULL AND id IN (SELECT part_of FROM led)
        AND EXISTS (SELECT FROM incidents AS part WHERE part.part_of = leader.id AND part.closed_at IS NULL
                       AND part.severity_rank < leader.severity_rank)
      ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED`,
  )
  for (const { id } of rows) await raiseLeader(connection, id)
}

/** What a person has said of the leader's alerts holds for those of its parts. */
function repeatsLike({ deaf_seconds: seconds }: Leader): Repeats {
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

/** Parts whose leader was resolved, to be looked at by their own evidence, share places as one source of their own. */
export const RELEASED_SHARE = ''

const IS_LEFT = `part_of IS NOT NULL AND status IN ('pending', 'awaiting_approval', 'escalated')`

/** Leaders that were resolved, and whose parts have had their time to clear: what helped them is not heard of at once. */
const LEFT = `
  ${LED}, resolved AS (SELECT id, closed_at FROM incidents WHERE status = 'resolved' AND id IN (SELECT part_of FROM led WHERE ${IS_LEFT})
     AND closed_at <= firebreak_now() - make_interval(secs => $1))`

/** They are no emergency, however bad they were: no place that is kept for one is theirs. */
const RANK_MIN = 1

/** The most severe and then the oldest of them. */
export async function headOfReleased(
  connection: Connection,
  waitMaxSeconds: number,
  clearSeconds: number,
): Promise<Head[]> {
  const { rows } = await connection.query<{
    severity_rank: number
    seq: string
    turn: string | null
    is_overdue: boolean
  }>(
    `${LEFT}
     SELECT severity_rank, seq, (SELECT turn FROM share_turns WHERE share = $2) AS turn,
            closed_at <= firebreak_now() - make_interval(secs => $3) AS is_overdue
       FROM resolved CROSS JOIN LATERAL (
         SELECT severity_rank, seq FROM incidents WHERE part_of = resolved.id AND ${IS_LEFT} ORDER BY severity_rank, seq LIMIT 1) AS part
      ORDER BY severity_rank, seq LIMIT 1`,
    [clearSeconds, RELEASED_SHARE, waitMaxSeconds],
  )
  return rows.map(({ severity_rank, seq, turn, is_overdue: isOverdue }) => ({
    ...{ severityRank: Math.max(severity_rank, RANK_MIN), share: RELEASED_SHARE, seq: BigInt(seq), isOverdue },
    servedTurn: turn === null ? undefined : BigInt(turn),
  }))
}

export async function lockReleased(
  connection: Connection,
  clearSeconds: number,
): Promise<{ id: string; status: Status } | undefined> {
  const { rows } = await connection.query<{ id: string; status: Status }>(
    `${LEFT}
     SELECT part.id, part.status FROM resolved CROSS JOIN LATERAL (
         SELECT id, status, severity_rank, seq FROM incidents WHERE part_of = resolved.id AND ${IS_LEFT}
          ORDER BY severity_rank, seq LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED) AS part
      ORDER BY severity_rank, seq LIMIT 1`,
    [clearSeconds],
  )
  return rows[0]
}
