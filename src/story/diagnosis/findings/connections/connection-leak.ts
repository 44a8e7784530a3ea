/** One client keeps connections it does not use; where its address is a pod's, that pod is the one to start anew. */
import type { PodView, Shown } from '../../cluster/cluster-scene.ts'
import {
  type AddressLoad,
  leakingAddresses,
  loadByAddress,
  saturationOf,
  siblingsOf,
} from '../../database/connections/connections.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import { lasting, percent, plural } from '../../database/session-words.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'

const NEARLY_FULL = 0.8

export const connectionLeak: Analyzer = ({ database }) => {
  const { connections } = database ?? {}
  if (!database || !connections) return []
  return leakingAddresses(connections.thing, saturationOf(database))
    .slice(0, 2)
    .map((load) => findingOf(load, database))
}

function findingOf(load: AddressLoad, database: DatabaseScene): Finding {
  const { thing, exhibit } = database.connections ?? {}
  if (!thing || !exhibit) throw new Error('A leak is read from the connections.')
  const pods = database.clients.filter(({ podIP }) => podIP === load.address)
  const [pod] = pods
  const obstacle = whyNotRestarted(pods)
  const isFull = saturationOf(database) >= NEARLY_FULL
  return fault({
    kind: 'connection_leak',
    statement: `${whoLeaks(load, pod)} holds ${load.sessions} of ${thing.usable_connections ?? 'the'} usable connections (${thing.sessions} are taken${thing.saturation === null ? '' : `, ${percent(thing.saturation)}`}): ${load.forgotten} of them idle and unused for more than 5 minutes, the oldest for ${lasting(load.oldestSeconds)}. ${siblingSentence(load, thing)}This is a connection leak in that client's pool, not load.`,
    facts: pod
      ? [
          {
            text: `Client address ${load.address} is pod ${pod.namespace}/${pod.name}.`,
            evidence: [cite(pod.exhibit, `"podIP":"${load.address}"`), cite(pod.exhibit, `"name":"${pod.name}"`)],
          },
        ]
      : [],
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
