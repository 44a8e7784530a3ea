/** One hop along the dependencies: how are those the subject cannot do without? */
import type { PluginCall } from '../../../../plugins/plugin.ts'
import type { PodView } from '../cluster-scene.ts'
import { hasTrouble, isDone, isLeaving, isSame, podsOf, subjectPods } from '../pods/workload-pods.ts'
import { type Neighbour, neighboursOf } from '../routes/neighbours.ts'
import { newestFirst } from './look-at-containers.ts'
import { isAboutServing, logsOfPod, mainContainerOf } from './look-at-logs.ts'
import { call, isObjectName, type Looking, type LookingStep } from './looking.ts'

const NAMESPACES_MAX = 2
const PODS_MAX = 2

/** Lists where they live, if nobody looked there yet; and looks closely at those that are unwell or complained of. */
export const lookAtNeighbours: LookingStep = (looking) => {
  if (looking.isAside) return []
  const neighbours = neighboursOf(looking)
  const unseen = [...new Set(neighbours.map(({ namespace }) => namespace))].filter((one) => !isListed(looking, one))
  const lists = unseen
    .filter(isObjectName)
    .slice(0, NAMESPACES_MAX)
    .flatMap((namespace) => [call('list_pods', { namespace }), call('get_events', { namespace })])
  return [...lists, ...closeLooks(looking, neighbours)]
}

function isListed({ cluster }: Looking, namespace: string): boolean {
  return cluster.exhibits.some(
    ({ plugin, parameters }) =>
      plugin === 'list_pods' &&
      (parameters.namespace === namespace || parameters.namespace === '*') &&
      parameters.label === undefined,
  )
}

function closeLooks(looking: Looking, neighbours: readonly Neighbour[]): PluginCall[] {
  return neighbours
    .flatMap((neighbour) => podToSee(looking, neighbour) ?? [])
    .filter((pod) => !looking.cluster.described.some((one) => isSame(one.pod, pod)))
    .slice(0, PODS_MAX)
    .map(({ namespace, name }) => call('describe_pod', { namespace, pod_name: name }))
}

/**
 * Of a neighbour people told of, only a troubled pod is worth a call; of one that was complained of, any; and of one the
 * subject is told to call, any where the subject serves badly, or runs and says that it is not ready.
 */
function podToSee({ cluster, now, subject }: Looking, { workload, from }: Neighbour) {
  if (!workload) return undefined
  const own = subjectPods(cluster)
  const isWell = own.every((pod) => !hasTrouble(pod, now))
  const isInNeed = (isWell && isAboutServing(subject)) || (own.length > 0 && own.every(saysNotReady))
  const isSuspect = from === 'log' || (from === 'configuration' && isInNeed)
  const pods = podsOf(cluster, workload)
    .filter((pod) => !isLeaving(pod) && !isDone(pod))
    .sort(newestFirst)
  return pods.find((pod) => hasTrouble(pod, now)) ?? (isSuspect ? pods[0] : undefined)
}

/** It runs, and has run all the while: what it lacks is not in itself. */
function saysNotReady({ phase, isReady, containers, restartCount }: PodView): boolean {
  return phase === 'Running' && !isReady && restartCount === 0 && containers.every(({ running }) => running)
}

export const lookAtNeighbourLogs: LookingStep = (looking) => {
  if (looking.isAside) return []
  const pods = neighboursOf(looking).flatMap((neighbour) => podToSee(looking, neighbour) ?? [])
  const unread = pods.filter((pod) => !looking.cluster.logs.some((log) => isSame(log, pod)))
  return unread.slice(0, PODS_MAX).flatMap((pod) => {
    const described = looking.cluster.described.find((one) => isSame(one.pod, pod))?.pod ?? pod
    const ofTrouble = hasTrouble(described, looking.now) ? logsOfPod(described, looking.now) : []
    const container = mainContainerOf(pod, looking)
    const plain = call('get_pod_logs', {
      namespace: pod.namespace,
      pod_name: pod.name,
      ...(container !== undefined && { container }),
      previous: false,
    })
    return ofTrouble.length > 0 ? ofTrouble.slice(0, 1) : pod.phase === 'Running' ? [plain] : []
  })
}
