/** Who was released waits in order to start, for a lock that somebody else has held all along. */
import type { ObjectKey } from '../../cluster/cluster-scene.ts'
import { isSame, podsOf } from '../../cluster/pods/workload-pods.ts'
import { blockingRoots } from '../../database/locks/blocking-roots.ts'
import { startersBehind } from '../../database/locks/lock-holders.ts'
import type { Release } from './release.ts'
import type { Sight } from './sight.ts'

/** The session that keeps the lock. */
export function lockedOutBy({ deed }: Release, { scene, cluster }: Sight): string | undefined {
  const locks = scene.database?.locks?.thing
  if (!locks) return undefined
  const pods = podsOf(cluster, deed.workload)
  const isOwn = (pod: ObjectKey) => pods.some((one) => isSame(one, pod))
  const found = blockingRoots(locks).find((blocking) => startersBehind(blocking, scene).some(isOwn))
  return found && `pid ${found.root.pid}`
}
