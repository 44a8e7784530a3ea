/** A looked-after database as far as the alert concerns it. Each part is what the plugin of that name shows, so there is one source of truth. */

import type { KnownService } from '../../../guidance/environment/environment-map.ts'
import type active_connections from '../../../plugins/database/active_connections.ts'
import type lock_waits from '../../../plugins/database/lock_waits.ts'
import type replication_lag from '../../../plugins/database/replication_lag.ts'
import type slow_queries from '../../../plugins/database/slow_queries.ts'
import type table_bloat from '../../../plugins/database/table_bloat.ts'
import type { ClusterScene, DeploymentView, PodView, Seen, Shown } from '../cluster/cluster-scene.ts'
import type { Exhibit } from '../evidence.ts'
import type { AlertTopic } from './asking/alert-topics.ts'
import type { DatabaseConcern } from './asking/database-concern.ts'
import { readFigures, type Series } from './server/figures.ts'
import { type LoggedLine, readLogLines } from './server/log-lines.ts'

type DataOf<Shown extends { run: (...given: never[]) => Promise<unknown> }> = Extract<
  Awaited<ReturnType<Shown['run']>>,
  { data: object }
>['data']

export type LockWaits = DataOf<typeof lock_waits>
export type ActiveConnections = DataOf<typeof active_connections>
export type SlowQueries = DataOf<typeof slow_queries>
export type TableBloat = DataOf<typeof table_bloat>
export type ReplicationLag = DataOf<typeof replication_lag>

export type DatabaseScene = {
  /** As the plugins take it; empty where the server could not be reached at all. */
  database: string
  /** The alert's own name for it, where that is none of those we look after and no row of the server bears it either. */
  unknownName?: string
  concern: DatabaseConcern
  topics: ReadonlySet<AlertTopic>
  locks?: Seen<LockWaits>
  /** Of some seconds before, where it was looked twice. */
  locksBefore?: Seen<LockWaits>
  connections?: Seen<ActiveConnections>
  queries?: Seen<SlowQueries>
  bloat?: Seen<TableBloat>
  replication?: Seen<ReplicationLag>
  /** Tables of a costly statement, looked at one by one. */
  statistics: readonly Seen<TableBloat>[]
  /** Who used to read the slot that keeps most. */
  slotReader?: SlotReader
  /** Who stands at the address from which a silent session keeps its lock. */
  lockHolder?: { address: string; pods: Exhibit; nodes: Exhibit } | undefined
  /** Series of the last hours, of the server's exporter and of its host. */
  figures: readonly Seen<Series>[]
  /** Lines of the log server in which a database speaks, or is spoken of; oldest first. */
  lines: readonly Seen<LoggedLine>[]
  /** Pods by whose addresses a client may be known. */
  clients: readonly Shown<PodView>[]
  /** The cluster as far as the addresses of suspect sessions lead into it. */
  surroundings?: ClusterScene
  /** Programs that speak of failing statements, with their revisions, where the alert's own namespace does not show them. */
  releases: readonly Shown<DeploymentView>[]
  /** What the server, or the way to it, said instead of an answer. */
  refusals: readonly Exhibit[]
}

/** The data of an answer that came; what the door cut from a long list is a word among records and is left out. */
export function seen<Data>(exhibit: Exhibit | undefined): Seen<Data> | undefined {
  const data = exhibit?.result.success ? exhibit.result.data : undefined
  if (exhibit === undefined || typeof data !== 'object' || data === null) return undefined
  return { exhibit, thing: withoutCuts(data) as Data }
}

function withoutCuts(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isCutMark(item)).map(withoutCuts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutCuts(part)]))
}

function isCutMark(item: unknown): boolean {
  return typeof item === 'string' && item.startsWith('[cut: ')
}

// Who used to read a replication slot, as far as people or names tell.

export type SlotReader = {
  slot: string
  /** As people know it. */
  service: KnownService | undefined
  pod: Shown<PodView> | undefined
  /** What was seen where it runs. */
  cluster: ClusterScene
}

// Puts the answers of the plugins into the scene. What failed is a place nobody has looked, or the server's own refusal.

const NOT_CONFIGURED = /^No database to look after is known/
const NOT_OURS = /^There is no database .* among those we look after/
const NO_SUCH_TABLE = /^There is no table/

/** Nobody told us of any. */
export function isNotConfigured(exhibit: Exhibit | undefined): boolean {
  return NOT_CONFIGURED.test(exhibit?.result.error ?? '')
}

export function isUnknownDatabase(exhibit: Exhibit | undefined): boolean {
  return NOT_OURS.test(exhibit?.result.error ?? '')
}

/** As its refusal lists them. */
export function knownServers(exhibit: Exhibit | undefined): readonly string[] {
  const [, known = ''] = / Known: (.+)\.$/.exec(exhibit?.result.error ?? '') ?? []
  return known.split(', ').filter((name) => name !== '')
}

export function isUnknownTable(exhibit: Exhibit | undefined): boolean {
  return NO_SUCH_TABLE.test(exhibit?.result.error ?? '')
}

/** The server, or the way to it, said no; not that nobody told us of it. */
export function isRefusal(exhibit: Exhibit | undefined): boolean {
  if (exhibit === undefined || exhibit.result.success) return false
  return !isNotConfigured(exhibit) && !isUnknownDatabase(exhibit) && !isUnknownTable(exhibit)
}

export function readDatabaseScene(
  exhibits: readonly Exhibit[],
  about: Pick<DatabaseScene, 'concern' | 'topics'>,
): Omit<DatabaseScene, 'unknownName'> {
  const all = <Data>(plugin: string) =>
    exhibits.flatMap((exhibit) => (exhibit.plugin === plugin ? (seen<Data>(exhibit) ?? []) : []))
  // Where one was asked twice, the later answer tells what has lasted.
  const answers = <Data>(plugin: string) => all<Data>(plugin).at(-1)
  const connections = answers<ActiveConnections>('active_connections')
  const [locksBefore, locksAfter] = all<LockWaits>('lock_waits')
  const locks = locksAfter ?? locksBefore
  const queries = answers<SlowQueries>('slow_queries')
  const bloat = answers<TableBloat>('table_bloat')
  const replication = answers<ReplicationLag>('replication_lag')
  return {
    ...about,
    database: connections?.thing.database ?? '',
    ...(connections && { connections }),
    ...(locks && { locks }),
    ...(locksBefore && locksAfter && { locksBefore }),
    ...(queries && { queries }),
    ...(bloat && { bloat }),
    ...(replication && { replication }),
    figures: exhibits.flatMap((exhibit) => (exhibit.plugin.startsWith('metrics.') ? readFigures(exhibit) : [])),
    lines: exhibits.flatMap((exhibit) => (exhibit.plugin === 'logs.query' ? readLogLines(exhibit) : [])),
    statistics: [],
    clients: [],
    releases: [],
    refusals: exhibits.filter((exhibit) => isOfServer(exhibit.plugin) && isRefusal(exhibit)),
  }
}

function isOfServer(plugin: string): boolean {
  return ['active_connections', 'lock_waits', 'slow_queries', 'table_bloat', 'replication_lag'].includes(plugin)
}

/** A server holds several databases; one that any row speaks of is on this server. */
export function isNamedInRows(database: string | undefined, exhibits: readonly Exhibit[]): boolean {
  const quote = `"datname":${JSON.stringify(database ?? '')}`
  return exhibits.some(({ plugin, result }) => isOfServer(plugin) && JSON.stringify(result).includes(quote))
}
