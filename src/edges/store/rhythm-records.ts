/**
 * How alerts come and go. All of it is in the store: whichever instance hears of the next word, and whenever, knows the rhythm.
 * An incident whose alert has come back stays open after the alert has cleared, until it was calm for the hold-down. Where
 * the first clearing is held, too, the first return finds its incident open, so that there is never a second.
 */

import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { Status } from '../../story/incident/lifecycle.ts'
import { beatOf, type Rhythm, TIMES_MIN, tellSpan } from '../../story/incident/rhythm.ts'
import { type Connection, type Database, inTransaction } from './database.ts'
import { appendEvents } from './event-records.ts'
import { closeIncident } from './incident-moves.ts'
import { tellLateClearings } from './late-clearings.ts'

/** For how long an alert must be away until it is over: one that comes and goes, and one that clears for the first time. */
export type Holds = { flapSeconds: number; clearSeconds: number }

export const NO_HOLD: Holds = { flapSeconds: 0, clearSeconds: 0 }

export function holdsOf(settings: Pick<Settings, 'FLAP_HOLD_SECONDS' | 'CLEAR_HOLD_SECONDS'>): Holds {
  return { flapSeconds: settings.FLAP_HOLD_SECONDS, clearSeconds: settings.CLEAR_HOLD_SECONDS }
}

/** An alert that has just cleared. `before` is the incident in which it went the last time, where that is another. */
export type Gone = { incident_id: string; name: string; went: number; comes_since: Date; before: string | null }

/**
 * Marks alerts as cleared and counts how often they did: one more where an alert had come back within the hold-down, from
 * one again where it had been away for longer. What it did before may stand in the incident before this one.
 */
const GO = `
  UPDATE incident_alerts SET state = 'resolved', last_seen_at = now, went_at = now,
         went = CASE WHEN gone.is_back THEN gone.went_before + 1 ELSE 1 END,
         comes_since = CASE WHEN gone.is_back THEN gone.since_before ELSE gone.came END
    FROM (
      SELECT member.incident_id, member.key, now, came, went_before, since_before, before,
             coalesce(went_at_before >= came - make_interval(secs => $3), false) AS is_back
        FROM (SELECT firebreak_now() AS now OFFSET 0) AS moment,
             unnest($1::text[], $2::text[]) AS given (incident_id, key),
             LATERAL (SELECT *, coalesce(came_at, first_seen_at) AS came FROM incident_alerts
                       WHERE incident_id = given.incident_id AND key = given.key AND state = 'firing' OFFSET 0) AS member
             LEFT JOIN LATERAL (
               SELECT incident_id, went, comes_since, went_at, state, first_seen_at FROM incident_alerts
                WHERE member.went_at IS NULL AND key = member.key AND incident_id <> member.incident_id
                  AND first_seen_at <= member.first_seen_at
                ORDER BY first_seen_at DESC LIMIT 1) AS former ON former.state = 'resolved',
             LATERAL (SELECT coalesce(member.went_at, former.went_at) AS went_at_before,
                             CASE WHEN member.went_at IS NULL THEN former.went ELSE member.went END AS went_before,
                             CASE WHEN member.went_at IS NULL THEN former.comes_since ELSE member.comes_since END AS since_before,
                             former.incident_id AS before) AS last
    ) AS gone
   WHERE incident_alerts.incident_id = gone.incident_id AND incident_alerts.key = gone.key
  RETURNING incident_alerts.incident_id, name, incident_alerts.went, incident_alerts.comes_since,
            CASE WHEN gone.is_back THEN gone.before END AS before`

export async function markGone(
  connection: Connection,
  gone: readonly { incidentId: string; key: string }[],
  holdSeconds: number,
): Promise<Gone[]> {
  const { rows } = await connection.query<Gone>({
    name: 'mark-gone',
    text: GO,
    values: [gone.map(({ incidentId }) => incidentId), gone.map(({ key }) => key), holdSeconds],
  })
  return rows
}

type Going = { incidentId: string; status: Status; gone: readonly Gone[]; isCalm: boolean; holds: Holds }

/** What is to be told now: the timeline is read by people, and a restless alert may go many times a minute. */
type Telling = { isKept: boolean; isTold: boolean; isFirst: boolean }

const KEEP = `
  UPDATE incidents SET went = $2, comes_since = $3, went_at = now, updated_at = now,
         came_back = came_back OR $5, calm_since = CASE WHEN $4 AND (came_back OR $5) THEN now END,
         rhythm_told_at = CASE WHEN is_due THEN now ELSE rhythm_told_at END
    FROM (SELECT now, rhythm_told_at IS NULL OR rhythm_told_at <= now - interval '1 minute' AS is_due
            FROM (SELECT firebreak_now() AS now OFFSET 0) AS moment, incidents WHERE id = $1) AS asked
   WHERE id = $1
  RETURNING went_at, is_due, calm_since IS NOT NULL AS is_kept`

/** All of it is over, as it would be of a closed incident: whatever comes again has come back. */
const KEEP_ONCE = `
  UPDATE incidents SET calm_since = now, came_back = true, updated_at = now
    FROM (SELECT firebreak_now() AS now OFFSET 0) AS moment WHERE id = $1`

/** Keeps the rhythm with the incident and tells it at most once a minute. Nothing of it is due where no alert has come back. */
export async function keepRhythm(
  connection: Connection,
  { incidentId, status, gone, isCalm, holds }: Going,
): Promise<Telling> {
  const { flapSeconds: holdSeconds, clearSeconds } = holds
  const [most] = gone.toSorted((one, other) => other.went - one.went)
  if (!most || most.went < TIMES_MIN || holdSeconds === 0) {
    const isKept = isCalm && clearSeconds > 0
    if (isKept) await connection.query(KEEP_ONCE, [incidentId])
    return { isKept, isTold: true, isFirst: true }
  }
  const { rows } = await connection.query<{ went_at: Date; is_due: boolean; is_kept: boolean }>(KEEP, [
    incidentId,
    most.went,
    most.comes_since,
    isCalm,
    gone.some(({ before }) => before !== null),
  ])
  const { went_at: lastAt = new Date(0), is_due: isTold = false, is_kept: isKept = false } = rows[0] ?? {}
  if (isTold) {
    const beat = beatOf({ times: most.went, since: most.comes_since, lastAt, calmSince: undefined })
    const data = { ...beat, hold_seconds: isKept ? holdSeconds : 0, ...(most.before && { before: most.before }) }
    await appendEvents(connection, [{ incidentId, status, kind: 'alert_flapping', data }])
  }
  return { isKept, isTold: isTold || (isCalm && !isKept), isFirst: false }
}

const BATCH = 200
/** Without a rhythm it has cleared for the first time. */
const IS_SETTLED = `calm_since <= firebreak_now() - make_interval(secs => CASE WHEN went >= ${TIMES_MIN} THEN $1::float8 ELSE $2 END)
  AND closed_at IS NULL AND status NOT IN ('executing', 'verifying')`

/** Resolves what has been calm for the hold-down, as the setting is now. An alert that comes at this very moment is waited for. */
export async function settleCalm(database: Database, holds: Holds): Promise<number> {
  await tellLateClearings(database, holds.flapSeconds)
  const { rows } = await database.query<{ id: string }>(
    `SELECT id FROM incidents WHERE ${IS_SETTLED} ORDER BY calm_since LIMIT ${BATCH}`,
    [holds.flapSeconds, holds.clearSeconds],
  )
  for (const { id } of rows) await inTransaction(database, (connection) => settle(connection, id, holds))
  return rows.length
}

async function settle(connection: Connection, incidentId: string, holds: Holds): Promise<void> {
  const { rows } = await connection.query<{ status: Status; calm_seconds: number; is_restless: boolean }>(
    `SELECT status, extract(epoch FROM firebreak_now() - calm_since)::float8 AS calm_seconds, went >= ${TIMES_MIN} AS is_restless
       FROM incidents WHERE id = $3 AND ${IS_SETTLED} FOR NO KEY UPDATE`,
    [holds.flapSeconds, holds.clearSeconds, incidentId],
  )
  const [incident] = rows
  if (!incident) return
  const span = tellSpan(incident.calm_seconds)
  const comment = incident.is_restless
    ? `It came and went, and has been calm for ${span}.`
    : `It has stayed away for ${span}.`
  await closeIncident(connection, {
    incidentId,
    from: incident.status,
    resolution: 'alert_cleared',
    by: 'alert source',
    comment,
  })
}

type RhythmRow = { times: number; since: Date; last_at: Date; calm_since: Date }

/** Where it is calm just now. */
export async function readCalmRhythm(connection: Connection, incidentId: string): Promise<Rhythm | undefined> {
  const { rows } = await connection.query<RhythmRow>(
    `SELECT went AS times, comes_since AS since, went_at AS last_at, calm_since FROM incidents
      WHERE id = $1 AND calm_since IS NOT NULL AND went >= ${TIMES_MIN}`,
    [incidentId],
  )
  const [row] = rows
  return row && { times: row.times, since: row.since, lastAt: row.last_at, calmSince: row.calm_since }
}
