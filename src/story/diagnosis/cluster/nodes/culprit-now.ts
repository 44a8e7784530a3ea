/** Who filled a node was thrown out of it; its owner has made another pod, which may do the same elsewhere. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite, citeField } from '../../evidence.ts'
import { mainContainerOf } from '../asking/look-at-logs.ts'
import { call, isObjectName, type LookingStep } from '../asking/looking.ts'
import type { ClusterScene, LogLine, PodView, Shown, WorkloadName } from '../cluster-scene.ts'
import { isOrder } from '../logs/log-clues.ts'
import { isDone, isLeaving, isSame, podsOf, workloadOf } from '../pods/workload-pods.ts'
import { type Eviction, evictionsOn, isInnocent, pressuresOf } from './node-watch.ts'

/** Undefined where nobody of the evicted filled it. */
function culpritOf(cluster: ClusterScene): Eviction | undefined {
  const [most] = evictionsOn(cluster)
  return most && !most.isOwnLimit && !isInnocent(most) && most.container !== undefined ? most : undefined
}

/** Where its owner's pods are. */
export const lookForCulprit: LookingStep = ({ cluster, isAside }) => {
  const place = culpritOf(cluster)?.pod.namespace
  const isSeen = cluster.listedWhole.some((one) => one === place || one === '*')
  return isAside || isSeen || !isObjectName(place) ? [] : [call('list_pods', { namespace: place })]
}

/** What its successor does: memory is measured, what it writes only its log may tell. */
export const lookAtCulprit: LookingStep = ({ cluster, subject, isAside }) => {
  const culprit = isAside ? undefined : culpritOf(cluster)
  const [pod] = culprit ? successorsOf(culprit, cluster) : []
  if (!culprit || !pod) return []
  const { namespace, name } = pod
  if (culprit.resource === 'memory') return [call('top_pods', { namespace })]
  const container = mainContainerOf(pod, { cluster, subject })
  const named = container === undefined ? {} : { container }
  return [call('get_pod_logs', { namespace, pod_name: name, ...named, previous: false })]
}

export type CulpritNow = {
  workload: WorkloadName | undefined
  pods: readonly Shown<PodView>[]
  text: string
  evidence: readonly EvidenceReference[]
}

/** Undefined where it runs nowhere any more, or nobody could look. */
export function culpritNow(culprit: Eviction, cluster: ClusterScene): CulpritNow | undefined {
  if (culprit.isOwnLimit || isInnocent(culprit) || culprit.container === undefined) return undefined
  const pods = successorsOf(culprit, cluster)
  const [first] = pods
  if (!first) return undefined
  const workload = workloadOf(cluster, culprit.pod)
  const again = sameAgain(culprit, first, cluster)
  const whose = workload
    ? `${workload.kind} ${workload.namespace}/${workload.name}`
    : `${first.namespace}/${first.name}`
  const where = `pod ${first.name} on node ${first.nodeName ?? 'unknown'}`
  return {
    workload,
    pods,
    text: `But ${whose}, whose pod that was, runs on as ${where}${again ? `, ${again.text}` : ''}, so the same may happen there.`,
    evidence: [cite(first.exhibit, JSON.stringify(first.name)), ...(again?.evidence ?? [])],
  }
}

function successorsOf({ pod }: Eviction, cluster: ClusterScene): Shown<PodView>[] {
  const workload = workloadOf(cluster, pod)
  return (workload ? podsOf(cluster, workload) : [])
    .filter((one) => one.phase === 'Running' && !isDone(one) && !isLeaving(one) && !isSame(one, pod))
    .sort((one, other) => (other.createdAt?.getTime() ?? 0) - (one.createdAt?.getTime() ?? 0))
}

type Again = { text: string; evidence: readonly EvidenceReference[] }

/** Its node short already, its memory as measured, or what it says of the amount it writes. */
function sameAgain({ container, resource }: Eviction, pod: Shown<PodView>, cluster: ClusterScene): Again | undefined {
  const node = cluster.nodes.find(({ name }) => name === pod.nodeName)
  const [pressure] = node ? pressuresOf(node) : []
  if (node && pressure)
    return {
      text: `where ${pressure.type} is True already`,
      evidence: [citeField(node.exhibit, 'type', pressure.type)],
    }
  const usage = cluster.usage.find((one) => isSame(one, pod))
  const memory = usage?.containers.find(({ name }) => name === container)?.memory
  if (usage && memory && resource === 'memory')
    return {
      text: `which uses ${memory.used} of memory now`,
      evidence: [citeField(usage.exhibit, 'used', memory.used)],
    }
  const log = cluster.logs.find((one) => isSame(one, pod))
  const line = resource === 'memory' ? undefined : log?.lines.findLast(isAmount)
  return log && line
    ? { text: `which says "${line.text.trim().slice(0, WORDS_MAX)}"`, evidence: [cite(log.exhibit, line.text)] }
    : undefined
}

const WORDS_MAX = 160

function isAmount({ text }: LogLine): boolean {
  return (
    /\d\s?[KMGT]i?B\b/.test(text) &&
    /writ|spill|dump|cach|download|buffer|flush|temp|scratch|disk|stor/i.test(text) &&
    !isOrder(text)
  )
}
