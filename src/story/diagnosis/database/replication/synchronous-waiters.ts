/** Sessions whose commit waits for a synchronous standby, as far as the server shows them. */
import type { Session } from '../../../../plugins/database/session.ts'
import type { Exhibit } from '../../evidence.ts'
import type { ActiveConnections, DatabaseScene } from '../database-scene.ts'

export function synchronousWaiters({ queries, connections }: Pick<Partial<DatabaseScene>, 'queries' | 'connections'>): {
  sessions: readonly Session[]
  count: number
  exhibit: Exhibit | undefined
} {
  const running = (queries?.thing.running ?? []).filter(isWaiting)
  if (queries && running.length > 0)
    return { sessions: running, count: countOf(queries.thing.waits) ?? running.length, exhibit: queries.exhibit }
  const longest = (connections?.thing.longest_transactions ?? []).filter(isWaiting)
  return { sessions: longest, count: longest.length, exhibit: connections?.exhibit }
}

/** Worth asking who replicates. */
export function hasSynchronousWaiters(connections: ActiveConnections | undefined): boolean {
  return (connections?.longest_transactions ?? []).some(isWaiting)
}

function isWaiting({ wait_event }: Pick<Session, 'wait_event'>): boolean {
  return wait_event === 'SyncRep'
}

function countOf(waits: Readonly<Record<string, number>>): number | undefined {
  return Object.entries(waits).find(([name]) => name.endsWith('SyncRep'))?.[1]
}
