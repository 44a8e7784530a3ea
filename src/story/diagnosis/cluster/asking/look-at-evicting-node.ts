/** A node that threw pods out: who filled it may live in any namespace. */
import { evictionsOn } from '../nodes/evictions.ts'
import { call, isObjectName, type LookingStep } from './looking.ts'

export const lookAtEvictingNode: LookingStep = ({ cluster, isAside }) => {
  if (isAside || cluster.listedWhole.includes('*') || cluster.target.node !== undefined) return []
  const [eviction] = evictionsOn(cluster).filter(({ isOwnLimit }) => !isOwnLimit)
  const node = eviction?.pod.nodeName
  return isObjectName(node) ? [call('list_pods', { namespace: '*', node })] : []
}
