/** Parts and their leaders: who belongs to whom, told on both timelines, and what the two show of it. */
import type { Gathering, Part, Standing } from '../../story/incident/gathering.ts'
import type { NewEvent } from '../../story/incident/incident-event.ts'
import type { Status } from '../../story/incident/lifecycle.ts'
import type { Severity } from '../../story/incident/severity.ts'
import { criticalWaitSeconds } from '../../story/workflow/wait-for-company.ts'
import type { Connection, Queryable } from './database.ts'
import { appendEvents } from './event-records.ts'

const PARTS_SHOWN = 100
const SERVICES_SHOWN = 20
/** On the timeline of the leader. */
const PARTS_NAMED = 20

type StandingRow = { id: string; status: Status; part_of: string | null }

/** In order of id, as whoever locks several does. */
export async function lockStandings(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Standing>> {
  const { rows } = await connection.query<StandingRow>(
    'SELECT id, status, part_of FROM incidents WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE',
    [ids],
  )
  return new Map(rows.map(({ id, status, part_of }) => [id, { id, status, partOf: part_of ?? undefined }]))
}

/** `whyOf` where each has a reason of its own. */
type Belonging = { leaderId: string; why: string; by: string; whyOf?: ReadonlyMap<string, string> }

/**
 * Makes parts of those given. Who leads others hands them over and comes along; the plan of each is void from here on,
 * because the leader's is the one. The store refuses what would close a circle.
 */
export async function attachParts(connection: Connection, ids: readonly string[], to: Belonging): Promise<void> {
  if (ids.length === 0) return
  const former = await connection.query<{ id: string; part_of: string }>(
    'SELECT id, part_of FROM incidents WHERE id = ANY($1) AND part_of IS NOT NULL',
    [ids],
  )
  const handedOver = await connection.query<{ id: string; status: Status }>(
    'UPDATE incidents SET part_of = $2 WHERE part_of = ANY($1) RETURNING id, status',
    [ids, to.leaderId],
  )
  const attached = await connection.query<{ id: string; status: Status }>(
    `UPDATE incidents SET part_of = $2, stands_alone = false, proposal_digest = NULL, alternative_digest = NULL,
            confirm_by = NULL, updated_at = firebreak_now()
      WHERE id = ANY($1) RETURNING id, status`,
    [ids, to.leaderId],
  )
  const moved = [...handedOver.rows, ...attached.rows]
  const { leaderId, why, by, whyOf } = to
  const eventOf = (id: string) =>
    ({ kind: 'incident_gathered', data: { part_of: leaderId, why: whyOf?.get(id) ?? why, by } }) as const
  await appendEvents(
    connection,
    moved.map(({ id, status }) => ({ incidentId: id, status, ...eventOf(id) })),
  )
  await silenceCards(
    connection,
    moved.map(({ id }) => id),
  )
  for (const [formerId, lost] of Map.groupBy(former.rows, (row) => row.part_of))
    await tellLeader(connection, formerId, { gained: [], lost: lost.map(({ id }) => id), why, by })
  await tellLeader(connection, leaderId, { gained: moved.map(({ id }) => id), lost: [], why, by })
  await raiseLeader(connection, leaderId)
}

/** Whoever leads, its row locked, is as bad as the worst of its open parts: nobody looks at those by themselves. */
export async function raiseLeader(connection: Connection, leaderId: string): Promise<void> {
  const { rows } = await connection.query<{ status: Status; from: Severity; to: Severity }>(
    `UPDATE incidents SET severity = worst.severity, severity_rank = worst.severity_rank, updated_at = firebreak_now()
       FROM (SELECT part.severity, part.severity_rank, leader.severity AS before FROM incidents AS leader
               JOIN incidents AS part ON part.part_of = leader.id
              WHERE leader.id = $1 AND part.closed_at IS NULL AND part.severity_rank < leader.severity_rank
              ORDER BY part.severity_rank, part.seq LIMIT 1) AS worst
      WHERE id = $1 AND closed_at IS NULL RETURNING status, before AS from, incidents.severity AS to`,
    [leaderId],
  )
  await appendEvents(
    connection,
    rows.map(({ status, from, to }) => ({ incidentId: leaderId, status, kind: 'severity_raised', data: { from, to } })),
  )
}

/** They stand alone again, in the status they are in; whoever calls sees to what follows. */
export async function releaseParts(
  connection: Connection,
  parts: readonly Standing[],
  { why, by }: { why: string; by: string },
): Promise<void> {
  const byLeader = Map.groupBy(parts, ({ partOf }) => partOf ?? '')
  await connection.query('UPDATE incidents SET part_of = NULL, updated_at = firebreak_now() WHERE id = ANY($1)', [
    parts.map(({ id }) => id),
  ])
  await speakForItself(
    connection,
    parts.flatMap(({ id, status }) => (status === 'escalated' ? [id] : [])),
  )
  for (const [leaderId, lost] of byLeader) {
    const event = { kind: 'incident_set_free', data: { part_of: leaderId, why, by } } as const
    await appendEvents(
      connection,
      lost.map(({ id, status }) => ({ incidentId: id, status, ...event })),
    )
    await tellLeader(connection, leaderId, { gained: [], lost: lost.map(({ id }) => id), why, by })
  }
}

type Change = { gained: readonly string[]; lost: readonly string[]; why: string; by: string }

async function tellLeader(connection: Connection, leaderId: string, { gained, lost, why, by }: Change): Promise<void> {
  const { rows } = await connection.query<{ status: Status; total: number }>(
    `SELECT status, (SELECT count(*)::int FROM incidents AS part WHERE part.part_of = $1) AS total
       FROM incidents WHERE id = $1 FOR NO KEY UPDATE`,
    [leaderId],
  )
  const [leader] = rows
  if (!leader) return
  const named = (ids: readonly string[]) => ids.slice(0, PARTS_NAMED)
  const data = { gained: named(gained), gained_count: gained.length, lost: named(lost), lost_count: lost.length }
  const event: NewEvent = { kind: 'parts_changed', data: { ...data, total: leader.total, why, by } }
  await appendEvents(connection, [{ incidentId: leaderId, status: leader.status, ...event }])
  await wantCard(connection, [leaderId])
}

/** One that was never sent is not sent any more; one that stands somewhere says from now on where to look. */
async function silenceCards(connection: Connection, ids: readonly string[]): Promise<void> {
  await connection.query(
    `UPDATE chat_cards SET sent = wanted, remind_at = NULL WHERE incident_id = ANY($1) AND message_id = ''`,
    [ids],
  )
  await wantCard(connection, ids)
}

/** A person has it and no leader tells of it any more; who is still to be diagnosed gets its card with the next move. */
async function speakForItself(connection: Connection, ids: readonly string[]): Promise<void> {
  await connection.query(
    `INSERT INTO chat_cards (incident_id, not_before)
     SELECT id, firebreak_now() + interval '300 milliseconds' FROM unnest($1::text[]) AS given (id)
     ON CONFLICT (incident_id) DO UPDATE SET wanted = chat_cards.wanted + 1, wanted_at = firebreak_now(), attempts = 0,
            not_before = excluded.not_before`,
    [ids],
  )
}

/** The message people have seen goes on speaking for all of them; only where who leads has none, nor one on its way. */
export async function handOverCard(connection: Connection, { from, to }: { from: string; to: string }): Promise<void> {
  await connection.query(
    `WITH unsent AS (DELETE FROM chat_cards WHERE incident_id = $2 AND message_id = '' AND offered IS NULL
       AND EXISTS (SELECT FROM chat_cards WHERE incident_id = $1 AND message_id <> ''))
     SELECT 1`,
    [from, to],
  )
  await connection.query(
    `UPDATE chat_cards SET incident_id = $2, wanted = wanted + 1, wanted_at = firebreak_now()
      WHERE incident_id = $1 AND message_id <> '' AND NOT EXISTS (SELECT FROM chat_cards WHERE incident_id = $2)`,
    [from, to],
  )
}

/** `mayBeOneMore`: it is diagnosed only because it may lead others, whose card speaks for it. */
type Holding = { gatherSeconds: number; mayBeOneMore: boolean }

/**
 * The first card waits for the diagnosis, which may make it part of another. That of a critical one is shown at once, but
 * not beside another critical one that is being diagnosed, which people know of: there it waits, for a shorter time.
 */
export async function holdCard(
  connection: Connection,
  id: string,
  { gatherSeconds, mayBeOneMore }: Holding,
): Promise<void> {
  await connection.query(
    `UPDATE chat_cards SET not_before = firebreak_now() + make_interval(secs => CASE WHEN severity_rank > 0 THEN $2::float8 ELSE $3 END)
       FROM incidents
      WHERE incident_id = $1 AND id = $1 AND message_id = '' AND (severity_rank > 0 OR $4 OR EXISTS (
        SELECT FROM runs JOIN incidents AS other ON other.id = runs.incident_id
         WHERE runs.kind = 'diagnose' AND runs.state = 'running' AND other.severity_rank = 0 AND other.id <> $1))`,
    [id, gatherSeconds, criticalWaitSeconds(gatherSeconds), mayBeOneMore],
  )
}

async function wantCard(connection: Connection, ids: readonly string[]): Promise<void> {
  await connection.query(
    `UPDATE chat_cards SET wanted = wanted + 1, wanted_at = firebreak_now(), attempts = 0, remind_at = NULL,
            not_before = greatest(not_before, firebreak_now() + interval '300 milliseconds')
      WHERE incident_id = ANY($1) AND message_id <> ''`,
    [ids],
  )
}

export async function readLeader(connection: Queryable, incidentId: string): Promise<Standing | undefined> {
  const { rows } = await connection.query<StandingRow>(
    `SELECT leader.id, leader.status, leader.part_of FROM incidents AS part JOIN incidents AS leader ON leader.id = part.part_of
      WHERE part.id = $1`,
    [incidentId],
  )
  const [leader] = rows
  return leader && { id: leader.id, status: leader.status, partOf: leader.part_of ?? undefined }
}

export async function readGathering(connection: Queryable, leaderId: string): Promise<Gathering> {
  const { rows: parts } = await connection.query<Part>(
    `SELECT id, title, severity, status FROM incidents WHERE part_of = $1 ORDER BY severity_rank, seq LIMIT ${PARTS_SHOWN}`,
    [leaderId],
  )
  if (parts.length === 0) return { parts: [], bySeverity: {}, byService: [] }
  const severities = await connection.query<{ severity: Severity; count: number }>(
    'SELECT severity, count(*)::int FROM incidents WHERE part_of = $1 GROUP BY severity',
    [leaderId],
  )
  const services = await connection.query<{ service: string; count: number }>(BY_SERVICE, [leaderId])
  const bySeverity = Object.fromEntries(severities.rows.map(({ severity, count }) => [severity, count]))
  return { parts, bySeverity, byService: services.rows }
}

/** What the first alert of each part names; the most telling label first. */
const BY_SERVICE = `
  SELECT service, count(*)::int FROM incidents AS part CROSS JOIN LATERAL (
    SELECT labels::json AS labels FROM incident_alerts WHERE incident_id = part.id ORDER BY key LIMIT 1) AS first
   CROSS JOIN LATERAL (SELECT coalesce(${['service', 'service_name', 'app', 'deployment', 'statefulset', 'daemonset', 'job_name', 'datname', 'node'].map((label) => `labels->>'${label}'`).join(', ')}) AS service) AS named
   WHERE part.part_of = $1 AND service IS NOT NULL
   GROUP BY service ORDER BY count(*) DESC, service LIMIT ${SERVICES_SHOWN}`

export async function countOpenParts(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'SELECT count(*)::int FROM incidents WHERE part_of IS NOT NULL AND closed_at IS NULL',
  )
  return rows[0]?.count ?? 0
}
