/** What must be true after any number of faults, asked of the store and of what the targets themselves wrote down. */
import { runSql } from '../world/sql.ts'
import type { Recorder } from '../world/wire/recorder.ts'
import { namespaceOf } from './broken-shop.ts'
import { wronglyHeld } from './newer-build.ts'
import { storeFaults } from './store-checks.ts'

type Found = { faults: Record<string, string[]>; figures: string[] }

/** A change, by the target's own account. */
type Deed = { target: string; at: Date; isOf: (document: string) => boolean }

export function clusterDeeds(recorder: Recorder): Deed[] {
  return recorder.changes().map(({ kind, namespace, name, at }) => ({
    target: `${kind} ${namespace}/${name}`,
    at,
    isOf: (document) => document.includes(`"namespace":"${namespace}"`),
  }))
}

export function databaseDeeds(endings: readonly { pid: number; at: Date }[]): Deed[] {
  return endings.map(({ pid, at }) => ({
    target: `session ${pid}`,
    at,
    isOf: (document) => new RegExp(`"pid":${pid}\\b`).test(document),
  }))
}

type Target = {
  url: string
  deeds: readonly Deed[]
  count: number
  switchedOff: readonly { from: Date; until?: Date }[]
}

export async function workflowFaults({ url, deeds, count, switchedOff }: Target): Promise<Found> {
  const incidents = await runSql(url, `SELECT id, status, confirm_by FROM incidents`)
  const approvals = await runSql(
    url,
    `SELECT a.incident_id, a.decided_at, p.document FROM approvals a JOIN proposals p USING (incident_id, digest)`,
  )
  const attempts = await runSql(url, `SELECT incident_id, outcome FROM action_attempts`)
  const runs = await runSql(url, `SELECT id FROM runs WHERE state = 'running'`)
  const byTarget = Map.groupBy(deeds, ({ target }) => target)
  const byStatus = Map.groupBy(incidents, ({ status }) => String(status))
  return {
    faults: {
      'no alert is lost': await lostAlerts(url, count),
      'no action happened twice': [...byTarget]
        .filter(([, all]) => all.length > 1)
        .map(([target, all]) => `${target}: ${all.length} times`),
      'no action without an approval before it': deeds
        .filter(
          ({ isOf, at }) =>
            !approvals.some(({ document, decided_at }) => isOf(String(document)) && (decided_at as Date) <= at),
        )
        .map(({ target }) => target),
      'no incident is stuck': [
        ...incidents
          .filter(({ status, confirm_by }) => !isAtRest(String(status), confirm_by))
          .map(({ id, status }) => `${id} is ${status}`),
        ...runs.map(({ id }) => `run ${id} is not finished`),
      ],
      'every approved plan has at most one attempt of its action': [
        ...Map.groupBy(attempts, ({ incident_id }) => incident_id),
      ]
        .filter(([, all]) => all.length > 1)
        .map(([id, all]) => `${id}: ${all.length}`),
      'no hand moved after another had taken its run over': await lateActs(url, deeds, TAKEN_OVER, ON_ITS_WAY_MS),
      'no hand moved after its run was lost': await lateActs(url, deeds, UNKNOWN),
      'no hand moved after its incident was closed': await lateActs(url, deeds, CLOSED),
      'no hand moved while the stop switch was pressed': deeds
        .filter(({ at }) => switchedOff.some(({ from, until }) => at > from && (until === undefined || at < until)))
        .map(({ target, at }) => `${target} was changed at ${at.toISOString()}`),
      'nothing is given up that only met an outage or a hand-over': await wronglyGivenUp(url),
      'no run of a newer version was held by an older build': await wronglyHeld(url),
      ...(await storeFaults(url)),
    },
    figures: [
      `incidents: ${[...byStatus].map(([status, all]) => `${all.length} ${status}`).join(', ')}`,
      ...(await reasonsOfEscalation(url)),
      `approvals: ${approvals.length}, attempts: ${attempts.length} (${attempts.filter(({ outcome }) => outcome === 'unknown').length} of unknown outcome), changes by the word of the targets: ${deeds.length} (${deeds.filter(({ target }) => target.startsWith('session')).length} of the database)`,
    ],
  }
}

const UNKNOWN = `SELECT incident_id, finished_at AS moment, document FROM action_attempts JOIN proposals USING (incident_id, digest) WHERE outcome = 'unknown'`
const DONE = `SELECT incident_id, started_at, finished_at, document FROM action_attempts JOIN proposals USING (incident_id, digest) WHERE outcome = 'done'`
/** Whoever takes a run over acts no more where the act was begun before; see `newer-build.ts` on who wrote the holders down. */
const TAKEN_OVER = `SELECT incident_id, min(holder.at) AS moment, document FROM action_attempts JOIN proposals USING (incident_id, digest)
  JOIN chaos.holders AS holder ON run_id = incident_id || ':execute:' || digest AND holder.at > started_at GROUP BY incident_id, document`
/** What was sent in time may be carried out, and written down, a moment later by a target that is busy. */
const ON_ITS_WAY_MS = 2_000
const CLOSED = `SELECT incident_id, min(event.at) AS moment, document FROM incident_events AS event JOIN proposals USING (incident_id)
  WHERE event.status IN ('resolved', 'expired', 'ignored') GROUP BY incident_id, document`

/** Two incidents may plan the same: what the one did, and nothing is done twice, is not the other's. */
async function lateActs(url: string, deeds: readonly Deed[], over: string, graceMs = 0): Promise<string[]> {
  const done = await runSql(url, DONE)
  const isOfAnother = ({ isOf, at }: Deed, than: unknown) =>
    done.some(
      ({ incident_id, started_at, finished_at, document }) =>
        incident_id !== than && isOf(String(document)) && (started_at as Date) <= at && at <= (finished_at as Date),
    )
  return (await runSql(url, over)).flatMap(({ incident_id, moment, document }) =>
    deeds
      .filter(({ at }) => at.getTime() > (moment as Date).getTime() + graceMs)
      .filter((deed) => deed.isOf(String(document)) && !isOfAnother(deed, incident_id))
      .map(({ target }) => `${incident_id}: ${target} was changed after its time was over`),
  )
}

/**
 * By their own names: one that was sent again because its answer was lost may have opened an incident of its own, and the
 * service that watches the database may have raised one itself.
 */
async function lostAlerts(url: string, count: number): Promise<string[]> {
  const rows = await runSql(
    url,
    `SELECT DISTINCT coalesce(labels::json ->> 'round', labels::json ->> 'namespace') AS name FROM incident_alerts`,
  )
  const known = new Set(rows.map(({ name }) => String(name)))
  return Array.from({ length: count }, (_, index) => index)
    .filter((index) => !known.has(String(index)) && !known.has(namespaceOf(index)))
    .map((index) => `alert ${index} belongs to no incident`)
}

async function wronglyGivenUp(url: string): Promise<string[]> {
  const rows = await runSql(
    url,
    `SELECT incident_id FROM incident_events WHERE kind = 'incident_escalated' 
        AND (data LIKE '%again and again inside Firebreak%' OR data LIKE '%operation was aborted%')`,
  )
  return rows.map(({ incident_id }) => `${incident_id} was given up`)
}

/** Without names and numbers, the most frequent first. */
async function reasonsOfEscalation(url: string): Promise<string[]> {
  const rows = await runSql(
    url,
    `SELECT data::json->>'reason' AS reason FROM incident_events WHERE kind = 'incident_escalated'`,
  )
  const alike = Map.groupBy(rows, ({ reason }) => String(reason).replace(/INC-\S+|\d+/g, '#'))
  return [...alike]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, 5)
    .map(([reason, all]) => `  ${all.length} escalated: ${reason.slice(0, 160)}`)
}

/** It has ended, a person has it, or it waits with a deadline. */
function isAtRest(status: string, confirmBy: unknown): boolean {
  return (
    ['resolved', 'escalated', 'expired', 'ignored'].includes(status) ||
    (status === 'awaiting_approval' && confirmBy !== null)
  )
}
