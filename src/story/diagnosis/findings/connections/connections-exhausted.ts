/** No connection is left, or nearly none; who holds how many. */

import {
  dominatingClient,
  leakingAddresses,
  loadByAddress,
  measuredFill,
  REFUSED_FOR_ROOM,
  saturationOf,
} from '../../database/connections/connections.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { ActiveConnections, DatabaseScene } from '../../database/database-scene.ts'
import { linesMatching } from '../../database/server/log-lines.ts'
import { percent, plural } from '../../database/session-words.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'

const FULL = 0.9

export const connectionsExhausted: Analyzer = (scene) => {
  const { database } = scene
  if (!database) return []
  const { connections } = database
  const refusal = database.refusals.find(({ result }) => REFUSED_FOR_ROOM.test(result.error ?? ''))
  const saturation = saturationOf(database)
  const isFull = saturation >= FULL
  if (!refusal && !(connections && isFull && leakingAddresses(connections.thing, saturation).length === 0)) return []
  const logged = linesMatching(database.lines, REFUSED_FOR_ROOM).at(-1)
  return [
    fault({
      kind: 'connections_exhausted',
      statement: connections
        ? fillSentence(connections.thing, database)
        : `The server refuses new connections, ours too: ${refusal?.result.error ?? ''}`,
      facts: scaledUp(scene),
      evidence: [
        connections && [
          citeField(connections.exhibit, 'sessions', connections.thing.sessions),
          citeField(connections.exhibit, 'usable_connections', connections.thing.usable_connections),
        ],
        refusal && cite(refusal, refusal.result.error ?? ''),
        logged && cite(logged.exhibit, logged.thing.line),
      ],
      confidence: connections && logged ? 0.85 : 0.7,
      subject: { kind: 'Database', name: database.database },
      weight: weightFor(database, ['connections', 'errors', 'slow', 'down', 'memory'], 'symptom'),
      noActionReason: whyNothing(database),
      suggestions: [
        'Put a pooler (such as PgBouncer) before the server, or lower the sum of the pools’ maximum sizes below max_connections.',
      ],
    }),
  ]
}

function fillSentence(connections: ActiveConnections, database: DatabaseScene): string {
  const { sessions, usable_connections, saturation, by_state, waiting_for_locks } = connections
  const states = Object.entries(by_state)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ')
  const measured = (saturation ?? 0) < FULL ? measuredFill(database) : undefined
  const counted = measured ? ` The exporter counts ${measured.now} of ${measured.max}.` : ''
  const waits = waiting_for_locks > 0 ? ` ${waiting_for_locks} wait for locks.` : ''
  return `${sessions} of ${usable_connections} usable connections are taken (${percent(saturation ?? 0)}): ${states}.${counted}${waits} ${sayHolder(database)}: ${poolsOf(connections)}.`
}

/** A client is a program, on however many addresses. */
function sayHolder(database: DatabaseScene): string {
  const client = dominatingClient(database)
  return client ? `One client, ${client.name}, holds most of them` : 'No single client holds them'
}

/** Pools of one size on many addresses add up: one more replica brings one more pool. */
function poolsOf(connections: ActiveConnections): string {
  const byApplication = Map.groupBy(
    loadByAddress(connections),
    ({ applications }) => applications.join(', ') || 'unnamed',
  )
  return [...byApplication]
    .map(([application, loads]) => ({
      application,
      loads,
      sessions: loads.reduce((sum, one) => sum + one.sessions, 0),
    }))
    .sort((one, other) => other.sessions - one.sessions)
    .slice(0, 3)
    .map(({ application, loads, sessions }) => {
      const counts = loads.map((one) => one.sessions)
      const [least, most] = [Math.min(...counts), Math.max(...counts)]
      return `${application} ${sessions} on ${plural(loads.length, 'client address', 'client addresses')} (pools of ${least === most ? most : `${least} to ${most}`} each)`
    })
    .join('; ')
}

/** More replicas, more pools: when the count of the clients' pods last grew. */
function scaledUp({ cluster, database }: Scene): Finding['facts'] {
  const applications = new Set(
    (database?.connections?.thing.groups ?? []).map(({ application_name }) => application_name),
  )
  const event = cluster?.events.findLast(
    ({ reason, name, message }) =>
      reason === 'ScalingReplicaSet' && applications.has(name) && /^Scaled up/.test(message),
  )
  return event
    ? [
        {
          text: `${event.name}: ${event.message}. Every new replica brings a pool of its own.`,
          evidence: [cite(event.exhibit, event.message)],
        },
      ]
    : []
}

function whyNothing(database: DatabaseScene): string {
  const client = dominatingClient(database)
  if (client)
    return `Nothing shows that ${client.name} was changed before the connections ran out, so there is nothing to return to, and its sessions would come back.`
  return database.connections
    ? 'The connections are spread over clients that use them, so ending any of them would only move the shortage.'
    : 'Who holds the connections could not be seen, so nobody can be chosen.'
}
