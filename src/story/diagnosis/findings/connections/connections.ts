/**
 * Connections of a database: none is left, one client keeps those it does not use, or there is room and all is well.
 */

import type { PodView, Seen, Shown } from '../../cluster/cluster-scene.ts'
import { citeEvent } from '../../cluster/pods/workload-pods.ts'
import {
  type AddressLoad,
  dominatingClient,
  isAboutPooler,
  leakingAddresses,
  loadByAddress,
  measuredFill,
  REFUSED_FOR_ROOM,
  saturationOf,
  siblingsOf,
} from '../../database/connections/connections.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { ActiveConnections, DatabaseScene } from '../../database/database-scene.ts'
import { quoteOfLast } from '../../database/server/figures.ts'
import { linesMatching } from '../../database/server/log-lines.ts'
import { lasting, percent, plural } from '../../database/session-words.ts'
import { sum } from '../../database/statements/statement-rise.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { addressFact } from '../database-fault.ts'

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
  const nameOf = ({ applications }: AddressLoad) => applications.join(', ') || 'unnamed'
  const byApplication = [...Map.groupBy(loadByAddress(connections), nameOf)]
  return byApplication
    .map(([application, loads]) => ({ application, loads, counts: loads.map(({ sessions }) => sessions) }))
    .map((one) => ({ ...one, sessions: sum(one.counts) }))
    .sort((one, other) => other.sessions - one.sessions)
    .slice(0, 3)
    .map(({ application, loads, counts, sessions }) => {
      const [least, most] = [Math.min(...counts), Math.max(...counts)]
      return `${application} ${sessions} on ${plural(loads.length, 'client address', 'client addresses')} (pools of ${least === most ? most : `${least} to ${most}`} each)`
    })
    .join('; ')
}

/** More replicas, more pools: when the count of the clients' pods last grew. */
function scaledUp({ cluster, database }: Scene): Finding['facts'] {
  const applications = (database?.connections?.thing.groups ?? []).map((group) => group.application_name)
  const event = cluster?.events.findLast(
    ({ reason, name, message }) =>
      reason === 'ScalingReplicaSet' && applications.includes(name) && /^Scaled up/.test(message),
  )
  if (!event) return []
  const text = `${event.name}: ${event.message}. Every new replica brings a pool of its own.`
  return [{ text, evidence: [citeEvent(event)] }]
}

function whyNothing(database: DatabaseScene): string {
  const client = dominatingClient(database)
  if (client)
    return `Nothing shows that ${client.name} was changed before the connections ran out, so there is nothing to return to, and its sessions would come back.`
  return database.connections
    ? 'The connections are spread over clients that use them, so ending any of them would only move the shortage.'
    : 'Who holds the connections could not be seen, so nobody can be chosen.'
}

// One client keeps connections it does not use; where its address is a pod's, that pod is the one to start anew.

const NEARLY_FULL = 0.8

export const connectionLeak: Analyzer = ({ database }) => {
  const { connections } = database ?? {}
  if (!database || !connections) return []
  return leakingAddresses(connections.thing, saturationOf(database))
    .slice(0, 2)
    .map((load) => leakOf(load, database, connections))
}

function leakOf(load: AddressLoad, database: DatabaseScene, { thing, exhibit }: Seen<ActiveConnections>): Finding {
  const pods = database.clients.filter(({ podIP }) => podIP === load.address)
  const [pod] = pods
  const obstacle = whyNotRestarted(pods)
  const isFull = saturationOf(database) >= NEARLY_FULL
  return fault({
    kind: 'connection_leak',
    statement: `${whoLeaks(load, pod)} holds ${load.sessions} of ${thing.usable_connections ?? 'the'} usable connections (${thing.sessions} are taken${thing.saturation === null ? '' : `, ${percent(thing.saturation)}`}): ${load.forgotten} of them idle and unused for more than 5 minutes, the oldest for ${lasting(load.oldestSeconds)}. ${siblingSentence(load, thing)}This is a connection leak in that client's pool, not load.`,
    facts: pod ? [addressFact(pod)] : [],
    evidence: [
      citeField(exhibit, 'client_addr', load.address),
      citeField(exhibit, 'sessions', thing.sessions),
      citeField(exhibit, 'usable_connections', thing.usable_connections),
    ],
    confidence: pod ? (isFull ? 0.9 : 0.75) : isFull ? 0.75 : 0.6,
    subject: pod ? { kind: 'Pod', namespace: pod.namespace, name: pod.name } : { kind: 'Client', name: load.address },
    weight: weightFor(database, ['connections', 'errors', 'slow', 'down', 'idle', 'memory']),
    explains: ['connections_exhausted', 'idle_in_transaction'],
    ...(obstacle === undefined && pod
      ? { actions: [restart(pod, load)] }
      : { noActionReason: obstacle ?? 'The client could not be traced to a pod of this cluster.' }),
    suggestions: [
      'Find where the application borrows a connection and does not return it; give its pool a maximum and an idle timeout.',
      ...(pod ? [] : [`End the idle sessions of ${load.address} by hand if room is needed at once.`]),
    ],
  })
}

function whoLeaks({ address, applications }: AddressLoad, pod: PodView | undefined): string {
  const name = applications.length > 0 ? `${applications.join(', ')} at ` : ''
  return pod ? `Pod ${pod.namespace}/${pod.name} (${name}${address})` : `Client ${name}${address}`
}

function siblingSentence(load: AddressLoad, connections: Parameters<typeof loadByAddress>[0]): string {
  const siblings = siblingsOf(load, loadByAddress(connections))
  if (siblings.length === 0) return ''
  const most = Math.max(...siblings.map(({ sessions }) => sessions))
  return `${plural(siblings.length, 'other client address holds', 'other client addresses hold')} at most ${most} each. `
}

/** Several pods with one address share their node's network: which of them it is cannot be told. */
function whyNotRestarted(pods: readonly PodView[]): string | undefined {
  const [pod, ...others] = pods
  if (pod === undefined) return undefined
  if (others.length > 0) return `Several pods share the address ${pod.podIP}, so it is not known which of them leaks.`
  if (pod.owner === undefined) return `Nothing owns pod ${pod.name}, so nothing would make a new one.`
  return pod.deletedAt === undefined ? undefined : `Pod ${pod.name} is already being deleted.`
}

function restart({ namespace, name }: Shown<PodView>, { forgotten }: AddressLoad): Finding['actions'][number] {
  return {
    plugin: 'restart_pod',
    parameters: { namespace, pod_name: name },
    why: `A fresh process gives back the ${forgotten} connections this pod has forgotten; the leak itself stays in the program, so this is temporary.`,
  }
}

// A line was crossed, and the server has room, nobody waits and nobody is refused: normal use.

const ROOM = 0.8
const ONCE_FULL = 0.95
const OLD_TRANSACTION_SECONDS = 600
const REFUSED = /too many (clients|connections)|connection slots are reserved/i

export const connectionsWithinBounds: Analyzer = ({ database, subject }) => {
  const { connections } = database ?? {}
  // Room on the server says nothing of a pooler before it.
  if (isAboutPooler(subject)) return []
  if (!database?.topics.has('connections') || !connections || !isCalm(connections.thing, saturationOf(database)))
    return []
  return wasShort(database) ? [] : [withinBounds(database, connections)]
}

function isCalm(connections: ActiveConnections, saturation: number): boolean {
  const { waiting_for_locks, idle_in_transaction } = connections
  const isOld = idle_in_transaction.some(({ xact_seconds }) => (xact_seconds ?? 0) >= OLD_TRANSACTION_SECONDS)
  const isSeen = connections.saturation !== null
  const hasRoom = isSeen && saturation < ROOM && waiting_for_locks === 0
  return hasRoom && !isOld && leakingAddresses(connections, saturation).length === 0
}

function wasShort(database: DatabaseScene): boolean {
  const measured = measuredFill(database)
  const wasFull = measured !== undefined && measured.highest >= ONCE_FULL * measured.max
  return wasFull || linesMatching(database.lines, REFUSED).length > 0
}

function withinBounds(database: DatabaseScene, { exhibit, thing }: Seen<ActiveConnections>): Finding {
  const { sessions, usable_connections, saturation, waiting_for_locks } = thing
  const measured = measuredFill(database)
  const span = measured
    ? `, and between ${measured.lowest} and ${measured.highest} of ${measured.max} (${percent(measured.lowest / measured.max)} to ${percent(measured.highest / measured.max)}) in the last hours`
    : ''
  return fault({
    kind: 'connections_within_bounds',
    statement: `Connections are within bounds: ${sessions} sessions of ${usable_connections} usable (${percent(saturation ?? 0)}) now${span}. Nobody waits for a lock, no session idles in an old transaction, and no refused connection was seen. The alert's threshold was crossed, nothing is wrong: this is normal use.`,
    evidence: [
      citeField(exhibit, 'sessions', sessions),
      citeField(exhibit, 'usable_connections', usable_connections),
      citeField(exhibit, 'waiting_for_locks', waiting_for_locks),
      measured && cite(measured.figure.exhibit, quoteOfLast(measured.figure)),
    ],
    confidence: measured ? 0.9 : 0.8,
    situation: 'works_as_designed',
    subject: { kind: 'Database', name: database.database },
    noActionReason: 'The server has room and nobody is hindered, so ending sessions would only do harm.',
    suggestions: [
      'Raise the threshold of this warning, or alert on refused connections and on more than 90 % use instead.',
    ],
  })
}
