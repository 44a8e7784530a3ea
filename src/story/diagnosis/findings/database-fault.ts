/** What findings about a database have in common. */
import type { PodView, Shown } from '../cluster/cluster-scene.ts'
import { actionOn } from '../database/database-finding.ts'
import type { DatabaseScene } from '../database/database-scene.ts'
import { blockingRoots } from '../database/locks/blocking-roots.ts'
import { cite } from '../evidence.ts'
import type { Finding } from '../finding.ts'

export function endSession(database: DatabaseScene, pid: number, why: string): Finding['actions'][number] {
  return actionOn(database, 'terminate_query', { pid }, why)
}

/** It is told as the root of the waits then. */
export function isRoot(pid: number, database: DatabaseScene | undefined): boolean {
  return database?.locks !== undefined && blockingRoots(database.locks.thing).some(({ root }) => root.pid === pid)
}

/** Whose address a client has. */
export function addressFact({ namespace, name, podIP, exhibit }: Shown<PodView>): Finding['facts'][number] {
  return {
    text: `Client address ${podIP} is pod ${namespace}/${name}.`,
    evidence: [cite(exhibit, `"podIP":"${podIP}"`), cite(exhibit, `"name":"${name}"`)],
  }
}
