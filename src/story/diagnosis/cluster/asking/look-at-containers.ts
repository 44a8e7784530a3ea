/** The close look: a few pods with all they depend on. */
import type { PluginResult } from '../../../../plugins/plugin.ts'
import type { PodView } from '../cluster-scene.ts'
import { hasTrouble } from '../pods/workload-pods.ts'
import { number, record, records } from '../reading/loose-fields.ts'
import { call, type Looking, type LookingStep } from './looking.ts'
import { oneOfEachTrouble, representativePods, unique } from './representative-pods.ts'

const PODS_MAX = 3

export const lookAtContainers: LookingStep = (looking) => {
  const pods = podsToDescribe(looking)
  return [
    ...pods.map(({ namespace, name }) => call('describe_pod', { namespace, pod_name: name })),
    ...eventsInCrowd(looking, pods[0]),
  ]
}

/** Beside a node, whoever other alerts of the same notification name. */
function podsToDescribe(looking: Looking) {
  const { node, workloads } = looking.cluster.target
  if (node === undefined) return ofSubject(looking)
  return workloads.length === 0 ? onNode(looking) : unique([...onNode(looking), ...ofSubject(looking)])
}

/** Where so much happens that the list of events was cut, those of the first pod are asked for by name. */
function eventsInCrowd({ cluster, isAside }: Looking, pod: PodView | undefined) {
  const isCut = cluster.exhibits.some(
    ({ plugin, parameters, result }) =>
      plugin === 'get_events' && parameters.namespace === pod?.namespace && isIncomplete(result),
  )
  return pod && isCut && !isAside ? [call('get_events', { namespace: pod.namespace, pod_name: pod.name })] : []
}

function isIncomplete(result: PluginResult): boolean {
  const { events, total } = record(result.data)
  return 'truncated' in result || records(events).length < (number(total) ?? 0)
}

function ofSubject({ cluster, now, isAside }: Looking) {
  const pods = representativePods(cluster, now, Math.max(PODS_MAX, cluster.target.workloads.length))
  // A database that is well as a pod needs no close look.
  return isAside ? pods.filter((pod) => hasTrouble(pod, now)) : pods
}

function onNode({ cluster, now }: Looking) {
  const here = cluster.pods.filter(({ nodeName }) => nodeName === cluster.target.node)
  return oneOfEachTrouble(here.filter((pod) => hasTrouble(pod, now) && pod.phase !== 'Failed')).slice(0, 1)
}
