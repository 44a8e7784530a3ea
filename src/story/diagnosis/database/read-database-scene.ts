/** Puts the answers of the plugins into the scene. What failed is a place nobody has looked, or the server's own refusal. */
import type { Exhibit } from '../evidence.ts'
import {
  type ActiveConnections,
  type DatabaseScene,
  type LockWaits,
  type ReplicationLag,
  type SlowQueries,
  seen,
  type TableBloat,
} from './database-scene.ts'
import { readFigures } from './server/figures.ts'
import { readLogLines } from './server/log-lines.ts'

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
