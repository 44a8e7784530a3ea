/** Who holds how many connections, since when, and whether there are too few. */
import type { ClusterScene, Difference, PodView, Shown, WorkloadName } from '../../cluster/cluster-scene.ts'
import { workloadOf } from '../../cluster/pods/workload-pods.ts'
import { median } from '../../signals/points.ts'
import type { Subject } from '../../subject.ts'
import { spellOut } from '../asking/alert-topics.ts'
import type { ActiveConnections, DatabaseScene } from '../database-scene.ts'
import { type Figure, figuresNamed, lastOf, sumOverTime } from '../server/figures.ts'
import { sum } from '../statements/statement-rise.ts'

/** Who holds how many connections, by the address they come from. */
export type AddressLoad = {
  address: string
  applications: readonly string[]
  sessions: number
  /** Idle, in a transaction or not. */
  idle: number
  /** Idle and as they were for five minutes: lent out and forgotten, or never needed. */
  forgotten: number
  oldestSeconds: number
}

type Group = ActiveConnections['groups'][number]

export function loadByAddress(connections: ActiveConnections): AddressLoad[] {
  const remote = connections.groups.filter(({ client_addr }) => client_addr !== null)
  const byAddress = Map.groupBy(remote, ({ client_addr }) => client_addr ?? '')
  return [...byAddress].map(([address, groups]) => loadOf(address, groups)).sort((one, other) => other.idle - one.idle)
}

function loadOf(address: string, groups: readonly Group[]): AddressLoad {
  const idle = groups.filter(({ state }) => state?.startsWith('idle'))
  return {
    address,
    applications: [...new Set(groups.map(({ application_name }) => application_name ?? '').filter(Boolean))],
    sessions: sum(groups.map(({ sessions }) => sessions)),
    idle: sum(idle.map(({ sessions }) => sessions)),
    forgotten: sum(idle.map(({ unchanged_for_5_minutes }) => unchanged_for_5_minutes)),
    oldestSeconds: Math.max(0, ...idle.map(({ oldest_state_seconds }) => oldest_state_seconds ?? 0)),
  }
}

const FORGOTTEN_MIN = 10
const FORGOTTEN_SHARE = 0.7
/** So many more than its siblings that chance does not explain it. */
const TIMES_THE_OTHERS = 3
/** So many that they matter although the server has room left. */
const MANY = 30
const NEARLY_FULL = 0.8

/** Addresses that hold far more forgotten sessions than the others: a pool that lends and does not get back. */
export function leakingAddresses(connections: ActiveConnections, saturation: number): AddressLoad[] {
  const loads = loadByAddress(connections)
  const isFull = saturation >= NEARLY_FULL
  return loads.filter((load) => {
    const siblings = siblingsOf(load, loads)
    const isForgotten = load.forgotten >= FORGOTTEN_MIN && load.forgotten >= FORGOTTEN_SHARE * load.idle
    const holdsMost = load.forgotten >= 0.5 * (connections.usable_connections ?? Number.POSITIVE_INFINITY)
    return isForgotten && (isOutOfLine(load, siblings, isFull) || holdsMost) && (isFull || load.forgotten >= MANY)
  })
}

/** A pool at rest looks the same; only its siblings, or a server that is full, tell that it is one no more. */
function isOutOfLine(
  { sessions, applications }: AddressLoad,
  siblings: readonly AddressLoad[],
  isFull: boolean,
): boolean {
  const areAlike = siblings.some((one) => one.applications.some((name) => applications.includes(name)))
  if (siblings.length === 0 || (!areAlike && !isFull)) return false
  return sessions >= TIMES_THE_OTHERS * Math.max(1, median(siblings.map((one) => one.sessions)))
}

/** Those of the same application where there are any, else all others. */
export function siblingsOf(load: AddressLoad, loads: readonly AddressLoad[]): AddressLoad[] {
  const others = loads.filter(({ address }) => address !== load.address)
  const same = others.filter(({ applications }) => applications.some((name) => load.applications.includes(name)))
  return same.length > 0 ? same : others
}

// How full the server is: as it tells itself, and as its exporter has measured it over the last hours.

type Measured = { lowest: number; highest: number; now: number; max: number; figure: Figure }

/** Of one server: counts of several are never added up. */
export function measuredFill({ figures }: Pick<DatabaseScene, 'figures'>): Measured | undefined {
  const ofActivity = figuresNamed(figures, /^pg_stat_activity_count$/)
  const counts = ofActivity.length > 0 ? ofActivity : figuresNamed(figures, /^pg_stat_database_numbackends$/)
  const [figure] = counts
  const isSameServer = ({ thing }: Figure) => thing.metric.instance === figure?.thing.metric.instance
  const limit = figuresNamed(figures, /^pg_settings_max_connections$/).find(isSameServer)
  const max = limit && lastOf(limit)
  const values = sumOverTime(counts.filter(isSameServer)).map(({ value }) => value)
  const now = values.at(-1)
  if (figure === undefined || now === undefined || max === undefined || max === 0) return undefined
  return { lowest: Math.min(...values), highest: Math.max(...values), now, max, figure }
}

/** The fuller of the two counts: a login that may not see all sessions counts too few. */
export function saturationOf(database: Pick<DatabaseScene, 'figures' | 'connections'>): number {
  const measured = measuredFill(database)
  return Math.max(database.connections?.thing.saturation ?? 0, measured ? measured.now / measured.max : 0)
}

// Which differences of two templates make a program open more connections.

const COUNTED = /pool|conn|worker|thread|concurren|process|parallel|prefetch|instances/i
/** How long, where, how often or how much of something else: such a number opens no connection. */
const NO_COUNT =
  /time_?out|_ms$|millis|seconds|lifetime|ttl|interval|retr|backoff|idle|memory|bytes|requests|(?<![a-z])(?:port|host)s?(?![a-z])/i
/** What a program is, or is told at its start; limits, probes and labels open no connection. */
const PROGRAM = /\.(image|command|args|env|envFrom)\b|\.env\[/
const VARIABLE = /\.env\[([^\]]+)\]/
/** Another program, or the same one told otherwise. */
export function programChanges(differences: readonly Difference[]): Difference[] {
  const shrunk = differences.filter(({ field, from, to }) => COUNTED.test(field) && Number(to) < Number(from))
  return differences.filter((one) => PROGRAM.test(one.field) && !shrunk.includes(one) && !isOfTime(one))
}

function isOfTime({ field }: Difference): boolean {
  const variable = VARIABLE.exec(field)?.[1]
  return variable !== undefined && NO_COUNT.test(variable)
}

// A pooler between the programs and the server: what it says of itself, and what its exporter measures.

const POOLER = /pg[\s_-]?bouncer|pg-?cat\b|odyssey|pgpool|supavisor|\bpoolers?\b/i

export function isAboutPooler({ alertName, text, labels, service = '' }: Subject): boolean {
  return POOLER.test([alertName, spellOut(alertName), text, labels.job ?? '', service].join('\n'))
}

/** When a server had no connection left for somebody, as far as anybody has written it down. */
export const REFUSED_FOR_ROOM =
  /too many (clients|connections)|connection slots are reserved|too many connections for (role|database)/i

// Who the clients of a server are: the program behind the addresses where they are pods, else what the sessions call
// themselves.

type Client = {
  /** As one would call it: the workload, the application, or the role. */
  name: string
  roles: readonly string[]
  workload: WorkloadName | undefined
  pods: readonly Shown<PodView>[]
  addresses: readonly string[]
  sessions: number
  /** The first of its sessions that are still there. */
  since: Date | undefined
}

type Sight = Pick<DatabaseScene, 'connections' | 'surroundings'>

/** The one with most sessions first. */
function clientsOf(database: Sight): Client[] {
  const connections = database.connections?.thing
  if (!connections) return []
  const remote = connections.groups.filter(({ client_addr }) => client_addr !== null)
  const byProgram = Map.groupBy(remote, (group) => programOf(group, database.surroundings))
  return [...byProgram]
    .map(([key, groups]) => clientOf(groups, connections, isOnly(key, groups, byProgram), database))
    .sort((one, other) => other.sessions - one.sessions)
}

/** A pooler stands before others; its address tells nothing of them. */
const POOLER_POD = /pgbouncer|pg-?cat|odyssey|pgpool|supavisor|proxysql|pgproxy|rds-?proxy|cloud-?sql/i

export function podAt(address: string | null, cluster: ClusterScene | undefined): Shown<PodView> | undefined {
  const pods = (cluster?.pods ?? []).filter(({ podIP }) => podIP !== undefined && podIP === address)
  // Several pods with one address share their node's network: which of them it is cannot be told.
  return pods.length === 1 && !POOLER_POD.test(pods[0]?.name ?? '') ? pods[0] : undefined
}

function programOf(group: Group, cluster: ClusterScene | undefined): string {
  const pod = podAt(group.client_addr, cluster)
  const workload = pod && cluster && workloadOf(cluster, pod)
  return workload ? `${workload.kind} ${workload.namespace}/${workload.name}` : selfNameOf(group)
}

function selfNameOf({ application_name, usename }: Pick<Group, 'application_name' | 'usename'>): string {
  return JSON.stringify([application_name ?? '', usename ?? ''])
}

/** Whether nobody else calls himself as this one does: then the count of that name is his. */
function isOnly(key: string, groups: readonly Group[], all: ReadonlyMap<string, readonly Group[]>): boolean {
  const names = new Set(groups.map(selfNameOf))
  return [...all].every(([other, those]) => other === key || those.every((one) => !names.has(selfNameOf(one))))
}

function clientOf(
  groups: readonly Group[],
  connections: ActiveConnections,
  isOnlyOne: boolean,
  { surroundings }: Sight,
): Client {
  const addresses = [...new Set(groups.flatMap(({ client_addr }) => client_addr ?? []))]
  const pods = addresses.flatMap((address) => podAt(address, surroundings) ?? [])
  const [pod] = pods
  const workload = pod && surroundings && workloadOf(surroundings, pod)
  const [{ application_name, usename }] = groups as [Group, ...Group[]]
  const shown = sum(groups.map(({ sessions }) => sessions))
  return {
    name: workload?.name ?? (application_name || usename || 'unnamed'),
    roles: [...new Set(groups.flatMap((group) => group.usename ?? []))],
    workload,
    pods,
    addresses,
    sessions: isOnlyOne ? Math.max(shown, totalOf(groups, connections)) : shown,
    since: earliest(groups.map(({ oldest_backend_start }) => oldest_backend_start)),
  }
}

/** The list of groups may be cut; the count by application is whole. */
function totalOf(groups: readonly Group[], connections: Partial<ActiveConnections>): number {
  const names = new Set(groups.map(selfNameOf))
  return sum((connections.by_application ?? []).filter((one) => names.has(selfNameOf(one))).map((one) => one.sessions))
}

function earliest(times: readonly (string | null)[]): Date | undefined {
  const known = times.flatMap((time) => (time === null ? [] : [Date.parse(time)])).filter((time) => !Number.isNaN(time))
  return known.length === 0 ? undefined : new Date(Math.min(...known))
}

const MOST = 0.5
const SESSIONS_MIN = 10
const TIMES_THE_NEXT = 2

/** The one that holds most of what is taken, far more than the next. */
export function dominatingClient(database: Sight): Client | undefined {
  const [first, second] = clientsOf(database)
  const taken = database.connections?.thing.sessions ?? 0
  if (!first || first.sessions < SESSIONS_MIN || first.sessions < MOST * taken) return undefined
  return first.sessions >= TIMES_THE_NEXT * (second?.sessions ?? 0) ? first : undefined
}
