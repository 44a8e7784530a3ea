/** Who writes temporary files: what a sort or a join cannot keep in memory goes onto the disk, and comes back when the statement ends. */
import type { Seen } from '../../cluster/cluster-scene.ts'
import type { DatabaseScene, SlowQueries } from '../database-scene.ts'
import type { LoggedLine } from '../server/log-lines.ts'
import { sameStatement, shapeOf } from '../statements/sql-words.ts'
import { sum } from '../statements/statement-rise.ts'

type Running = SlowQueries['running'][number]
type Statement = NonNullable<SlowQueries['statements']>['by_total_time'][number]

export type Spilling = {
  query: string
  /** As the server's log tells them (log_temp_files). */
  logged: readonly LoggedFile[]
  /** Those that write or read such a file at this moment. */
  sessions: readonly Running[]
  /** As counted over all calls. */
  counted: Statement | undefined
}

type LoggedFile = { line: Seen<LoggedLine>; pid: number; bytes: number; query: string | undefined }

const BLOCK_BYTES = 8192
const FILE = /temporary file: path "[^"]*pgsql_tmp(\d+)\.[^"]*", size (\d+)/
const STATEMENT = /(?:STATEMENT|QUERY):\s+([\s\S]+)$/
/** The statement follows its line; another session may speak between. */
const LINES_BEHIND = 4

/** The one that spills most, by what the log measures, by what is at it now, or by what was counted. */
export function largestSpill(database: Pick<DatabaseScene, 'lines' | 'queries'>): Spilling | undefined {
  const files = loggedFiles(database.lines)
  const running = (database.queries?.thing.running ?? []).filter(isSpilling)
  const query = mostLogged(files) ?? mostRun(running) ?? mostCounted(database.queries?.thing)
  if (query === undefined) return undefined
  const isIt = sameStatement(query)
  return {
    query,
    logged: files.filter(isIt),
    sessions: running.filter(isIt),
    counted: countedOf(database.queries?.thing).find(isIt),
  }
}

export function isSpilling({ wait_event }: Pick<Running, 'wait_event'>): boolean {
  return wait_event?.startsWith('BufFile') === true
}

/** Bytes of temporary files a statement has written over all its calls. */
export function spilledBytes({ temp_blks_written }: Pick<Statement, 'temp_blks_written'>): number {
  return (temp_blks_written ?? 0) * BLOCK_BYTES
}

export function loggedFiles(lines: DatabaseScene['lines']): LoggedFile[] {
  return lines.flatMap((line, index) => {
    const [, pid = '', size] = FILE.exec(line.thing.line) ?? []
    if (size === undefined) return []
    return [{ line, pid: Number(pid), bytes: Number(size), query: statementBehind(lines, index, pid) }]
  })
}

function statementBehind(lines: DatabaseScene['lines'], index: number, pid: string): string | undefined {
  const behind = lines.slice(index, index + LINES_BEHIND).map(({ thing }) => thing.line)
  const own = behind.find((line, at) => STATEMENT.test(line) && (at === 0 || new RegExp(`\\b${pid}\\b`).test(line)))
  return STATEMENT.exec(own ?? '')?.[1]?.trim()
}

function mostLogged(files: readonly LoggedFile[]): string | undefined {
  const withQuery = files.filter(({ query }) => query !== undefined)
  const groups = [...Map.groupBy(withQuery, ({ query }) => shapeOf(query ?? '')).values()]
  const bytesOf = (group: readonly LoggedFile[]) => sum(group.map(({ bytes }) => bytes))
  return groups.sort((one, other) => bytesOf(other) - bytesOf(one))[0]?.[0]?.query
}

/** Most sessions first; of those alone the one that runs longest. */
function mostRun(running: readonly Running[]): string | undefined {
  const groups = [...Map.groupBy(running, ({ query }) => shapeOf(query)).values()]
  const longest = (group: readonly Running[]) => Math.max(0, ...group.map(({ query_seconds }) => query_seconds ?? 0))
  return groups.sort((one, other) => other.length - one.length || longest(other) - longest(one))[0]?.[0]?.query
}

const SHARE_MIN = 0.5
const COUNTED_BYTES = 1024 ** 3

function mostCounted(queries: SlowQueries | undefined): string | undefined {
  const counted = countedOf(queries)
  const [top] = counted
  const total = sum(counted.map(spilledBytes))
  return top && spilledBytes(top) >= Math.max(COUNTED_BYTES, SHARE_MIN * total) ? top.query : undefined
}

function countedOf(queries: SlowQueries | undefined): Statement[] {
  const { by_temp_blocks = [], by_total_time = [] } = (queries?.statements ?? {}) as Partial<
    NonNullable<SlowQueries['statements']>
  >
  return [...by_temp_blocks, ...by_total_time]
    .filter((one, index, all) => all.findIndex(({ query }) => query === one.query) === index)
    .sort((one, other) => spilledBytes(other) - spilledBytes(one))
}
