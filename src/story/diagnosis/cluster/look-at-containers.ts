/** The close look: a few pods with all they depend on. */
import { call, type Looking, type LookingStep } from './looking.ts'
import { oneOfEachTrouble, representativePods } from './representative-pods.ts'
import { hasTrouble } from './workload-pods.ts'

const PODS_MAX = 3

export const lookAtContainers: LookingStep = (looking) => {
  const pods = looking.cluster.target.node === undefined ? ofSubject(looking) : onNode(looking)
  return pods.map(({ namespace, name }) => call('describe_pod', { namespace, pod_name: name }))
}

function ofSubject({ cluster, now, isAside }: Looking) {
  const pods = representativePods(cluster, now, PODS_MAX)
  // A database that is well as a pod needs no close look.
  return isAside ? pods.filter((pod) => hasTrouble(pod, now)) : pods
}

function onNode({ cluster, now }: Looking) {
  const here = cluster.pods.filter(({ nodeName }) => nodeName === cluster.target.node)
  return oneOfEachTrouble(here.filter((pod) => hasTrouble(pod, now) && pod.phase !== 'Failed')).slice(0, 1)
}
