/** Who the clients of a server are: the program behind the addresses where they are pods, else what the sessions call themselves. */
import type { ClusterScene, PodView, Shown, WorkloadName } from '../../cluster/cluster-scene.ts'
import { workloadOf } from '../../cluster/pods/workload-pods.ts'
import type { ActiveConnections, DatabaseScene } from '../database-scene.ts'
import { sum } from '../statements/statement-rise.ts'

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

type Group = ActiveConnections['groups'][number]
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
const POOLER = /pgbouncer|pg-?cat|odyssey|pgpool|supavisor|proxysql|pgproxy|rds-?proxy|cloud-?sql/i

export function podAt(address: string | null, cluster: ClusterScene | undefined): Shown<PodView> | undefined {
  const pods = (cluster?.pods ?? []).filter(({ podIP }) => podIP !== undefined && podIP === address)
  // Several pods with one address share their node's network: which of them it is cannot be told.
  return pods.length === 1 && !POOLER.test(pods[0]?.name ?? '') ? pods[0] : undefined
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
