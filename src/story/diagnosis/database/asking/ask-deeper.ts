/** What is asked after the first look at a database: clients, holders of locks, releases, room. */
import { isIP } from 'node:net'
import type { EnvironmentMap, KnownService } from '../../../../guidance/environment/environment-map.ts'
import type { PluginCall } from '../../../../plugins/plugin.ts'
import { newestFirst } from '../../cluster/asking/look-at-containers.ts'
import { isObjectName, readObject } from '../../cluster/asking/looking.ts'
import type { ClusterScene, DeploymentView, DescribedPod, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { isDatabaseServer } from '../../cluster/pods/claims.ts'
import { isEnded, isSame } from '../../cluster/pods/workload-pods.ts'
import { record, records, text } from '../../cluster/reading/loose-fields.ts'
import { readClusterScene } from '../../cluster/reading/read-cluster-scene.ts'
import type { Exhibit } from '../../evidence.ts'
import type { Observation, Scene } from '../../scene.ts'
import { isFull, isNearlyFull, volumesOf } from '../../signals/node-limits.ts'
import { dominatingClient, leakingAddresses, podAt, saturationOf } from '../connections/connections.ts'
import { type DatabaseScene, type ReplicationLag, type SlotReader, seen, type TableBloat } from '../database-scene.ts'
import { blockingRoots } from '../locks/blocking-roots.ts'
import { isSilent } from '../locks/lock-holders.ts'
import { isServerBusy } from '../server/host-load.ts'
import { failuresIn } from '../statements/failed-statements.ts'
import { leadingStatement } from '../statements/leading-statement.ts'
import { sameStatement, tablesIn } from '../statements/sql-words.ts'
import type { Named } from './database-questions.ts'

// What the answers so far make worth one more question: a standby, the tables of a costly statement, the reader of a slot, the keeper of a lock.

type Deeper = Pick<DatabaseScene, 'statistics'> &
  Partial<Pick<DatabaseScene, 'replication' | 'slotReader' | 'lockHolder'>>

export async function askDeeper(observation: Observation, database: DatabaseScene, named: Named): Promise<Deeper> {
  if (!database.connections) return { statistics: [] }
  const calls = [...standbyCalls(observation, database, named), ...tableCalls(database, named)]
  const asked = await observation.evidence.askAll(calls)
  const replication = database.replication ?? answersOf<ReplicationLag>(asked, 'replication_lag')[0]
  const lockHolder = await findLockHolder(observation, database)
  const slotReader = await findSlotReader(observation, replication?.thing.slots ?? [])
  return {
    statistics: answersOf<TableBloat>(asked, 'table_bloat'),
    ...(replication && { replication }),
    ...(slotReader && { slotReader }),
    ...(lockHolder && { lockHolder }),
  }
}

function answersOf<Data>(asked: readonly (Exhibit | undefined)[], plugin: string) {
  return asked.flatMap((exhibit) => (exhibit?.plugin === plugin ? (seen<Data>(exhibit) ?? []) : []))
}

const OF_STANDBY =
  /conflict with recovery|read-only transaction|accept read-only connections|hot standby|walreceiver|started streaming WAL/i

/** Who speaks of recovery is a standby, or talks to one. */
function standbyCalls({ scene }: Observation, { replication, lines }: DatabaseScene, named: Named): PluginCall[] {
  const said = [
    ...lines.map(({ thing }) => thing.line),
    ...(scene.cluster?.logs ?? []).flatMap((log) => log.lines.map(({ text }) => text)),
  ]
  const isSpokenOf = said.some((line) => OF_STANDBY.test(line))
  return replication || !isSpokenOf ? [] : [{ plugin: 'replication_lag', parameters: { ...named } }]
}

const TABLES_MAX = 2

/** A statement is costly for what its tables are like; those already shown need no second look. */
function tableCalls(database: DatabaseScene, named: Named): PluginCall[] {
  const { queries, bloat, topics } = database
  if (!queries || !(topics.has('slow') || topics.has('cpu') || topics.has('connections'))) return []
  const leader = leadingStatement(queries.thing, isServerBusy(database))
  const shown = (bloat?.thing.tables ?? []).map(({ relname }) => relname)
  return tablesIn(leader?.query ?? '')
    .filter((table) => !shown.includes(table))
    .slice(0, TABLES_MAX)
    .map((table) => ({ plugin: 'table_bloat', parameters: { ...named, table } }))
}

// Whose pod a client's address is; looked for only where one address holds far too many sessions.

/** In the alert's namespace first, then everywhere, as far as there is room to ask. */
export async function findClients(
  { evidence, scene, subject }: Observation,
  database: Pick<DatabaseScene, 'connections' | 'figures'>,
  room: number,
): Promise<readonly Shown<PodView>[]> {
  const connections = database.connections?.thing
  const leaking = connections ? leakingAddresses(connections, saturationOf(database)) : []
  const addresses = leaking.map(({ address }) => address)
  const isSuspect = ({ podIP }: PodView) => podIP !== undefined && addresses.includes(podIP)
  const known = (scene.cluster?.pods ?? []).filter(isSuspect)
  if (addresses.length === 0 || known.length > 0) return known
  const namespaces = subject.namespace === undefined ? ['*'] : [subject.namespace, '*']
  for (const namespace of namespaces.slice(0, Math.max(0, room))) {
    const listed = await evidence.ask('list_pods', { namespace })
    const suspect = listed ? readClusterScene([listed], subject).pods.filter(isSuspect) : []
    if (suspect.length > 0) return suspect
  }
  return []
}

// Whether somebody still stands at the address from which a session keeps a lock: asked only where such a lock holds up others.

/** The server finds a pod by its address in all namespaces; the nodes tell which addresses are pods' at all. */
async function findLockHolder(
  { evidence }: Observation,
  { locks }: Pick<DatabaseScene, 'locks'>,
): Promise<DatabaseScene['lockHolder']> {
  const silent = locks && blockingRoots(locks.thing).find(isSilent)
  const address = silent?.root.client_addr ?? ''
  if (isIP(address) === 0) return undefined
  const { plugin, parameters } = readObject(`get pods -A --field-selector status.podIP=${address}`)
  const pods = await evidence.ask(plugin, parameters)
  if (!pods?.result.success || records(record(pods.result.data).objects).length > 0) return undefined
  const nodes = await evidence.ask(plugin, readObject('get nodes').parameters)
  return nodes?.result.success ? { address, pods, nodes } : undefined
}

// Which programs of the cluster speak in a log of failing statements; listed only where the alert itself names no place.

/** Where the log server's own labels place them; a line's text places nobody. */
export async function findReleases(
  { evidence, subject }: Observation,
  { lines }: Pick<DatabaseScene, 'lines'>,
  room: number,
): Promise<readonly Shown<DeploymentView>[]> {
  const [failure] = failuresIn(lines)
  const namespaces = new Set((failure?.lines ?? []).flatMap(({ thing }) => thing.labels.namespace ?? []))
  const [namespace, ...others] = namespaces
  if (namespace === undefined || others.length > 0 || namespace === subject.namespace || room <= 0) return []
  const listed = await evidence.ask('list_pods', { namespace })
  return listed ? readClusterScene([listed], subject).deployments : []
}

// Whether a database server's own volume runs out of room, as the cluster shows it: then those who watch the server are asked why.

const NO_SPACE = /no space left|disk full|could not (?:extend|write to) file/i
const OWN_FILES = /\bpg_wal\b|\bbase\/\d+\/|\bpgsql_tmp\b|pg_xact|xlogtemp/

export function lacksRoom({ subject, cluster, signals }: Scene): boolean {
  if (!cluster) return false
  const said = cluster.logs.flatMap(({ lines }) => lines.map((line) => line.text))
  if (said.some((line) => NO_SPACE.test(line) && OWN_FILES.test(line))) return true
  const short = signals ? volumesOf(signals).filter((one) => isFull(one) || isNearlyFull(one)) : []
  const claims = [...short.map(({ claim }) => claim), ...(subject.claim === undefined ? [] : [subject.claim])]
  return claims.some((claim) => cluster.described.some((one) => mounts(one, claim) && isDatabaseServer(one)))
}

function mounts({ claims }: DescribedPod, claim: string): boolean {
  return claims.some(({ name }) => text(name) === claim)
}

// Who used to read a slot nobody reads any more: by its name in what people told us, then by the names of pods. A slot has
// no other word for its reader, and what the reader says last is why it stopped.

type Slot = ReplicationLag['slots'][number]

const KEPT_BYTES = 1024 ** 3

/** The one that keeps most; little may be kept for a moment by anybody. */
function heaviestOrphan(slots: readonly Slot[]): Slot | undefined {
  return slots
    .filter(({ active, wal_kept_bytes }) => !active && (wal_kept_bytes ?? 0) >= KEPT_BYTES)
    .sort((one, other) => (other.wal_kept_bytes ?? 0) - (one.wal_kept_bytes ?? 0))[0]
}

/** Two questions: who runs there, and what the one that fits says. */
export async function findSlotReader(
  { evidence, environment, subject }: Observation,
  slots: ReplicationLag['slots'],
): Promise<SlotReader | undefined> {
  const slot = heaviestOrphan(slots)
  if (!slot) return undefined
  const service = serviceReading(slot.slot_name, environment)
  const namespace = service?.namespace || '*'
  const listed = await evidence.ask('list_pods', { namespace })
  if (!listed?.result.success) return undefined
  const pods = readClusterScene([listed], subject).pods.filter((pod) => !isEnded(pod))
  const pod = pods.find((one) => isReader(one, slot.slot_name, service))
  const log = pod && (await evidence.ask('get_pod_logs', logOf(pod)))
  if (!pod && !service) return undefined
  return { slot: slot.slot_name, service, pod, cluster: readClusterScene(log ? [listed, log] : [listed], subject) }
}

/** One that keeps ending says why in the run before. */
function logOf({ namespace, name, restartCount, isReady }: PodView): Record<string, unknown> {
  return { namespace, pod_name: name, previous: restartCount > 0 && !isReady }
}

function serviceReading(slot: string, { services }: EnvironmentMap): KnownService | undefined {
  const isNamed = ({ name, description }: KnownService) =>
    holdsName(`${name} ${description}`, slot) || isSameWords(name, slot)
  return services.find(isNamed)
}

function holdsName(text: string, name: string): boolean {
  const bare = name.replace(/[^\w]/g, '.')
  return new RegExp(`(?<![\\w-])${bare}(?![\\w-])`, 'i').test(text)
}

/** Named like the slot, like the service, or in what people say of the service. */
function isReader({ name, owner }: PodView, slot: string, service: KnownService | undefined): boolean {
  const own = wordsOf(name).join('-')
  const slotName = wordsOf(slot).join('-')
  if (slotName.length >= NAME_LEAST && own.includes(slotName)) return true
  if (!service) return false
  const workload = (owner?.name ?? name).replace(/-([0-9a-f]{6,10}|\d+)$/, '')
  return own.startsWith(service.name.toLowerCase()) || holdsName(service.description, workload)
}

/** Shorter ones stand in many names by chance. */
const NAME_LEAST = 5

/** `cdc_orders` and `orders-cdc` are made of the same words. */
function isSameWords(one: string, other: string): boolean {
  const [mine, theirs] = [wordsOf(one), wordsOf(other)]
  return mine.length > 1 && mine.length === theirs.length && mine.every((word) => theirs.includes(word))
}

/** Operators put words of their own before or behind. */
function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !/^(cnpg|slot)$/.test(word))
}

// From the addresses of sessions to the pods behind them and what was changed in those: asked only where a client is
// suspect.

const SERVER_FULL = 0.9
const ADDRESSES_MAX = 30

type Sight = Pick<DatabaseScene, 'connections' | 'queries' | 'figures' | 'topics'>

/** Of a server that is full all that hold connections, the largest first; of a costly statement those that run it. */
function suspectAddresses(database: Sight): string[] {
  const { connections, queries } = database
  const holders = isServerFull(database) ? (connections?.thing.groups ?? []) : []
  const leader = queries && leadingStatement(queries.thing, isServerBusy(database))
  const runners = leader ? runnersOf(leader.query, database) : []
  const all = [...holders.map(({ client_addr }) => client_addr), ...runners]
  return [...new Set(all.flatMap((address) => address ?? []))].slice(0, ADDRESSES_MAX)
}

function isServerFull(database: Sight): boolean {
  return saturationOf(database) >= SERVER_FULL
}

/** The addresses of those that run a statement now. */
export function runnersOf(query: string, { queries }: Pick<DatabaseScene, 'queries'>): string[] {
  const isIt = sameStatement(query)
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
  // The first weighs most: it holds or runs the most.
  const addresses = suspectAddresses(database)
  const [first] = addresses
  if (first === undefined) return undefined
  const read = () => readClusterScene(evidence.exhibits, subject)
  const floor = evidence.callsLeft - Math.min(room, evidence.callsLeft)
  const left = () => evidence.callsLeft - floor
  const isFound = () => podAt(first, read()) !== undefined
  // Where the alert is, then everywhere.
  for (const namespace of new Set([subject.namespace ?? '*', '*'])) {
    if (isFound() || left() <= 1) break
    await evidence.ask('list_pods', { namespace })
  }
  if (!isFound() && left() > 2) await listAround(first, observation)
  const cluster = read()
  const pod = podToSee(addresses, cluster, isServerFull(database) ? database.connections : undefined)
  if (pod && left() > 0) await evidence.ask('describe_pod', { namespace: pod.namespace, pod_name: pod.name })
  return pod ? read() : undefined
}

/** A list of all pods is cut in a large cluster; the server finds one by its address, and its namespace can be listed. */
async function listAround(address: string, { evidence, subject }: Observation): Promise<void> {
  const { listedWhole } = readClusterScene(evidence.exhibits, subject)
  if (listedWhole.includes('*') || isIP(address) === 0) return
  const { plugin, parameters } = readObject(`get pods -A --field-selector status.podIP=${address} -o yaml`)
  await evidence.ask(plugin, parameters)
  const { objects } = readClusterScene(evidence.exhibits, subject)
  const pod = objects.find(({ kind, whole }) => kind === 'Pod' && record(whole.status).podIP === address)
  if (isObjectName(pod?.namespace)) await evidence.ask('list_pods', { namespace: pod.namespace })
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
