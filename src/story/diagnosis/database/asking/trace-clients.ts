/** From the addresses of sessions to the pods behind them and what was changed in those: asked only where a client is suspect. */

import { isIP } from 'node:net'
import { newestFirst } from '../../cluster/asking/look-at-containers.ts'
import { isObjectName, readObject } from '../../cluster/asking/looking.ts'
import type { ClusterScene } from '../../cluster/cluster-scene.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'
import { record } from '../../cluster/reading/loose-fields.ts'
import { readClusterScene } from '../../cluster/reading/read-cluster-scene.ts'
import type { Observation } from '../../scene.ts'
import { dominatingClient, podAt, saturationOf } from '../connections/connections.ts'
import type { DatabaseScene } from '../database-scene.ts'
import { isServerBusy } from '../server/host-load.ts'
import { leadingStatement } from '../statements/leading-statement.ts'
import { shapeOf } from '../statements/sql-words.ts'

const FULL = 0.9
const ADDRESSES_MAX = 30

type Sight = Pick<DatabaseScene, 'connections' | 'queries' | 'figures' | 'topics'>

/** Of a server that is full all that hold connections, the largest first; of a costly statement those that run it. */
function suspectAddresses(database: Sight): string[] {
  const { connections, queries } = database
  const holders = isFull(database) ? (connections?.thing.groups ?? []) : []
  const leader = queries && leadingStatement(queries.thing, isServerBusy(database))
  const runners = leader ? runnersOf(leader.query, database) : []
  const all = [...holders.map(({ client_addr }) => client_addr), ...runners]
  return [...new Set(all.flatMap((address) => address ?? []))].slice(0, ADDRESSES_MAX)
}

function isFull(database: Sight): boolean {
  return saturationOf(database) >= FULL
}

/** The addresses of those that run a statement now. */
export function runnersOf(query: string, { queries }: Pick<DatabaseScene, 'queries'>): string[] {
  const isIt = (one: { query: string | null }) => shapeOf(one.query ?? '') === shapeOf(query)
  const alike = (queries?.thing.running_alike ?? []).filter(isIt)
  const shown = (queries?.thing.running ?? []).filter(isIt)
  return [
    ...new Set([
      ...alike.flatMap((one) => one.client_addresses),
      ...shown.flatMap(({ client_addr }) => client_addr ?? []),
    ]),
  ]
}

/** The cluster as far as those addresses lead into it; undefined where none does. */
export async function traceClients(
  observation: Observation,
  database: Sight,
  room: number,
): Promise<ClusterScene | undefined> {
  const { evidence, subject } = observation
  const addresses = suspectAddresses(database)
  if (addresses.length === 0) return undefined
  const read = () => readClusterScene(evidence.exhibits, subject)
  const left = roomFor(observation, room)
  for (const parameters of placesToList(observation)) {
    if (isFound(addresses, read()) || left() <= 1) break
    await evidence.ask('list_pods', parameters)
  }
  if (!isFound(addresses, read()) && left() > 2) await listAround(addresses[0] ?? '', observation)
  const cluster = read()
  const pod = podToSee(addresses, cluster, isFull(database) ? database.connections : undefined)
  if (pod && left() > 0) await evidence.ask('describe_pod', { namespace: pod.namespace, pod_name: pod.name })
  return pod ? read() : undefined
}

/** A list of all pods is cut in a large cluster; the server finds one by its address, and its namespace can be listed. */
async function listAround(address: string, { evidence, subject }: Observation): Promise<void> {
  const all = readClusterScene(evidence.exhibits, subject)
  if (all.listedWhole.includes('*') || isIP(address) === 0) return
  const { plugin, parameters } = readObject(`get pods -A --field-selector status.podIP=${address} -o yaml`)
  await evidence.ask(plugin, parameters)
  const { objects } = readClusterScene(evidence.exhibits, subject)
  const pod = objects.find(({ kind, whole }) => kind === 'Pod' && record(whole.status).podIP === address)
  if (isObjectName(pod?.namespace)) await evidence.ask('list_pods', { namespace: pod.namespace })
}

function roomFor({ evidence }: Observation, room: number): () => number {
  const floor = evidence.callsLeft - Math.min(room, evidence.callsLeft)
  return () => evidence.callsLeft - floor
}

/** Where the alert is, then everywhere. */
function placesToList({ subject }: Observation): { namespace: string }[] {
  return [...new Set([subject.namespace ?? '*', '*'])].map((namespace) => ({ namespace }))
}

/** The first address weighs most: it holds or runs the most. */
function isFound(addresses: readonly string[], cluster: ClusterScene): boolean {
  return addresses.slice(0, 1).some((address) => podAt(address, cluster) !== undefined)
}

/** Of the client that holds most the newest pod, else of whoever stands at the first address that is a pod's. */
function podToSee(addresses: readonly string[], cluster: ClusterScene, connections: Sight['connections']) {
  const holder = connections && dominatingClient({ connections, surroundings: cluster })
  const pods = addresses.flatMap((address) => podAt(address, cluster) ?? [])
  const [first] = pods
  const alike = holder?.pods.length
    ? [...holder.pods]
    : pods.filter(({ owner, namespace }) => owner?.name === first?.owner?.name && namespace === first?.namespace)
  const described = alike.find((pod) => cluster.described.some((one) => isSame(one.pod, pod)))
  return described ?? alike.sort(newestFirst)[0]
}
