/**
 * Who takes how much of a server's work: by the processes that are at it, not by how long one of them has been. All that are
 * ready to run share the processors alike, so one of nine cannot be what takes them.
 */
import type { SlowQueries } from '../database-scene.ts'
import { isWorking, type Statement } from './leading-statement.ts'
import { sum } from './numbers.ts'
import { shapeOf } from './sql-words.ts'

type Running = SlowQueries['running'][number]

/** Sessions that run one statement, another than the one in question. */
export type Crowd = { query: string; sessions: number; ofAll: number; statement: Statement | undefined; ofTime: number }

/** With its parallel workers. */
export function processesOf({ parallel_workers }: Pick<Running, 'parallel_workers'>): number {
  return 1 + parallel_workers
}

export function shareOfWork(session: Running, queries: SlowQueries): number {
  return processesOf(session) / Math.max(1, processesAtWork(queries))
}

export function processesAtWork(queries: Pick<SlowQueries, 'running'> & Partial<SlowQueries>): number {
  const shown = queries.running.filter(isWorking)
  const workers = sum(queries.running.map(({ parallel_workers }) => parallel_workers))
  return Math.max(shown.length, queries.working_total ?? 0) + workers
}

/** The largest of all other statements, by sessions. */
export function largestCrowd(session: Running, queries: SlowQueries): Crowd | undefined {
  const isOther = ({ query }: { query: string | null }) => shapeOf(query ?? '') !== shapeOf(session.query)
  const working = queries.running.filter(isWorking)
  const shown = [...Map.groupBy(working.filter(isOther), ({ query }) => shapeOf(query)).values()].map((group) => ({
    query: group[0]?.query ?? '',
    sessions: group.length,
  }))
  const [largest] = [...shown, ...countedAlike(queries).filter(isOther)].sort(
    (one, other) => other.sessions - one.sessions,
  )
  if (!largest) return undefined
  return {
    ...largest,
    ofAll: Math.max(working.length, queries.working_total ?? 0),
    ...countedOf(largest.query, queries),
  }
}

/** The plugin groups by program too; a statement is one whoever runs it. */
function countedAlike({ running_alike }: Partial<SlowQueries>): { query: string; sessions: number }[] {
  const groups = Map.groupBy(running_alike ?? [], ({ query }) => shapeOf(query ?? ''))
  return [...groups.values()].map((group) => ({
    query: group[0]?.query ?? '',
    sessions: sum(group.map(({ sessions }) => sessions)),
  }))
}

/** What the statistics tell of a statement, where they know it. */
export function countedOf(query: string, { statements }: SlowQueries): Pick<Crowd, 'statement' | 'ofTime'> {
  const counted = statements?.by_total_time ?? []
  const statement = counted.find((one) => shapeOf(one.query) === shapeOf(query))
  const total = sum(counted.map(({ total_exec_time }) => total_exec_time))
  return { statement, ofTime: statement && total > 0 ? statement.total_exec_time / total : 0 }
}

/** One session that works with more processes, be it upkeep. */
export function largerSession(session: Running, { running }: SlowQueries): Running | undefined {
  return running.find((one) => one.pid !== session.pid && processesOf(one) > processesOf(session) && !isWaiting(one))
}

function isWaiting({ wait_event_type }: Running): boolean {
  return wait_event_type === 'Lock' || wait_event_type === 'Client'
}
