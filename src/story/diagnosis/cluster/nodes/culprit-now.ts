/** Who filled a node was thrown out of it; its owner has made another pod, which may do the same elsewhere. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite, citeField } from '../../evidence.ts'
import { newestFirst } from '../asking/look-at-containers.ts'
import { logNow } from '../asking/look-at-logs.ts'
import { call, isListedWhole, isObjectName, type LookingStep } from '../asking/looking.ts'
import type { ClusterScene, LogLine, PodView, Shown, WorkloadName } from '../cluster-scene.ts'
import { isOrder } from '../logs/log-clues.ts'
import { isSame, runningPods, workloadOf } from '../pods/workload-pods.ts'
import { type Eviction, evictionsOn, isInnocent, pressuresOf } from './node-watch.ts'

/** Undefined where nobody of the evicted filled it. */
function culpritOf(cluster: ClusterScene): Eviction | undefined {
  const [most] = evictionsOn(cluster)
  return most && !most.isOwnLimit && !isInnocent(most) && most.container !== undefined ? most : undefined
}

/** Where its owner's pods are. */
export const lookForCulprit: LookingStep = ({ cluster }) => {
  const namespace = culpritOf(cluster)?.pod.namespace
  return isObjectName(namespace) && !isListedWhole(cluster, namespace) ? [call('list_pods', { namespace })] : []
}

/** What its successor does: memory is measured, what it writes only its log may tell. */
export const lookAtCulprit: LookingStep = (looking) => {
  const culprit = culpritOf(looking.cluster)
  const [pod] = culprit ? successorsOf(culprit, looking.cluster) : []
  if (!culprit || !pod) return []
  return [culprit.resource === 'memory' ? call('top_pods', { namespace: pod.namespace }) : logNow(pod, looking)]
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
  return runningPods(cluster, workload)
    .filter((one) => !isSame(one, pod))
    .sort(newestFirst)
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
