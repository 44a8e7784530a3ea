/** What must be true after any number of kills, asked of the store and of what reached the pretend cluster. */
import { runSql } from '../world/sql.ts'
import type { Recorder } from '../world/wire/recorder.ts'
import { storeFaults } from './store-checks.ts'

type Found = { faults: Record<string, string[]>; figures: string[] }

export async function workflowFaults(url: string, recorder: Recorder, count: number): Promise<Found> {
  const incidents = await runSql(url, `SELECT id, status, confirm_by FROM incidents`)
  const approvals = await runSql(
    url,
    `SELECT a.incident_id, a.decided_at, p.document FROM approvals a JOIN proposals p USING (incident_id, digest)`,
  )
  const attempts = await runSql(url, `SELECT incident_id, outcome FROM action_attempts`)
  const runs = await runSql(url, `SELECT id FROM runs WHERE state = 'running'`)
  const changes = recorder.changes()
  const byTarget = Map.groupBy(changes, ({ namespace, kind, name }) => `${kind} ${namespace}/${name}`)
  const byStatus = Map.groupBy(incidents, ({ status }) => String(status))
  return {
    faults: {
      'no incident is lost': incidents.length === count ? [] : [`${incidents.length} incidents of ${count}`],
      'no action happened twice': [...byTarget]
        .filter(([, all]) => all.length > 1)
        .map(([target, all]) => `${target}: ${all.length} times`),
      'no action without an approval before it': changes
        .filter(
          (change) =>
            !approvals.some(
              ({ document, decided_at }) =>
                String(document).includes(`"namespace":"${change.namespace}"`) && (decided_at as Date) <= change.at,
            ),
        )
        .map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`),
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
      ...(await storeFaults(url)),
    },
    figures: [
      `incidents: ${[...byStatus].map(([status, all]) => `${all.length} ${status}`).join(', ')}`,
      ...(await reasonsOfEscalation(url)),
      `approvals: ${approvals.length}, attempts: ${attempts.length} (${attempts.filter(({ outcome }) => outcome === 'unknown').length} of unknown outcome), changes of the cluster: ${changes.length}`,
    ],
  }
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
