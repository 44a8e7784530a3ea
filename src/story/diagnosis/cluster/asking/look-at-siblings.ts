/** Where calls to somebody fail in part, not always, one of his replicas may be bad: then the words of the others tell which. */
import { complainedOf } from '../logs/complained-of.ts'
import { isLeaving, isSame, podsOf } from '../pods/workload-pods.ts'
import { mainContainerOf } from './look-at-logs.ts'
import { call, type LookingStep } from './looking.ts'

const LOGS_MAX = 2

export const lookAtSiblings: LookingStep = (looking) => {
  const { cluster, isAside } = looking
  if (isAside) return []
  const pods = complainedOf(cluster)
    .filter(({ isInPart }) => isInPart)
    .map(({ workload }) => podsOf(cluster, workload).filter((pod) => !isLeaving(pod) && pod.phase === 'Running'))
    .filter((all) => all.length > 1)
    .flatMap((all) => all.filter((pod) => !cluster.logs.some((log) => isSame(log, pod))))
  return pods.slice(0, LOGS_MAX).map((pod) => {
    const container = mainContainerOf(pod, looking)
    const { namespace, name } = pod
    const named = container !== undefined && { container }
    return call('get_pod_logs', { namespace, pod_name: name, ...named, previous: false })
  })
}
