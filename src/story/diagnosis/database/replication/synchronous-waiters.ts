/** Sessions whose commit waits for a synchronous standby, as far as the server shows them. */
import type { Session } from '../../../../plugins/database/session.ts'
import type { ActiveConnections } from '../database-scene.ts'

/** Worth asking who replicates. */
export function hasSynchronousWaiters(connections: ActiveConnections | undefined): boolean {
  return (connections?.longest_transactions ?? []).some(isWaiting)
}

function isWaiting({ wait_event }: Pick<Session, 'wait_event'>): boolean {
  return wait_event === 'SyncRep'
}
