/** No connection is left, or nearly none, and no single client has them all. */

import { leakingAddresses } from '../database/connection-groups.ts'
import { told, weightFor } from '../database/database-finding.ts'
import type { ActiveConnections, DatabaseScene } from '../database/database-scene.ts'
import { linesMatching } from '../database/log-lines.ts'
import { percent } from '../database/told-session.ts'
import { cite, citeField } from '../evidence.ts'
import type { Analyzer } from '../finding.ts'

const FULL = 0.9
const REFUSED = /too many (clients|connections)|connection slots are reserved|too many connections for (role|database)/i

export const connectionsExhausted: Analyzer = ({ database }) => {
  if (!database) return []
  const { connections } = database
  const refusal = database.refusals.find(({ result }) => REFUSED.test(result.error ?? ''))
  const isFull = (connections?.thing.saturation ?? 0) >= FULL
  if (!refusal && !(connections && isFull && leakingAddresses(connections.thing).length === 0)) return []
  const logged = linesMatching(database.lines, REFUSED).at(-1)
  return [
    told({
      kind: 'connections_exhausted',
      statement: connections
        ? fillSentence(connections.thing)
        : `The server refuses new connections, ours too: ${refusal?.result.error ?? ''}`,
      evidence: [
        ...(connections
          ? [
              citeField(connections.exhibit, 'sessions', connections.thing.sessions),
              citeField(connections.exhibit, 'usable_connections', connections.thing.usable_connections),
            ]
          : []),
        ...(refusal ? [cite(refusal, refusal.result.error ?? '')] : []),
        ...(logged ? [cite(logged.exhibit, logged.thing.line)] : []),
      ],
      confidence: connections && logged ? 0.85 : 0.7,
      subject: { kind: 'Database', name: database.database },
      weight: weightFor(database, ['connections', 'errors', 'slow', 'down'], 'symptom'),
      noActionReason: whyNothing(database),
      suggestions: [
        'Put a pooler (such as PgBouncer) before the server, or lower the sum of the pools’ maximum sizes below max_connections.',
      ],
    }),
  ]
}

function fillSentence({
  sessions,
  usable_connections,
  saturation,
  by_state,
  groups,
  waiting_for_locks,
}: ActiveConnections): string {
  const states = Object.entries(by_state)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ')
  const top = groups
    .slice(0, 3)
    .map(
      ({ application_name, client_addr, state, sessions: count }) =>
        `${application_name || 'unnamed'} at ${client_addr ?? 'local'} ${count} ${state}`,
    )
    .join('; ')
  const waits = waiting_for_locks > 0 ? ` ${waiting_for_locks} wait for locks.` : ''
  return `${sessions} of ${usable_connections} usable connections are taken (${percent(saturation ?? 0)}): ${states}.${waits} No single client holds them: ${top}.`
}

function whyNothing({ connections }: DatabaseScene): string {
  return connections
    ? 'The connections are spread over clients that use them, so ending any of them would only move the shortage.'
    : 'Who holds the connections could not be seen, so nobody can be chosen.'
}
