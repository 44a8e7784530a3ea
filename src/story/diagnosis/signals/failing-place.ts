/**
 * Failures grouped by where they happen: if all pods that fail stand on one node, of whatever workload and towards whatever
 * destination, and their siblings elsewhere are well, then the place is the matter.
 */
import type { ClusterScene, NodeView, PodView, Shown } from '../cluster/cluster-scene.ts'
import { readHost } from '../cluster/logs/log-host.ts'
import { hasTrouble, isDone, isLeaving, isSame, workloadOf } from '../cluster/pods/workload-pods.ts'
import type { Scene } from '../scene.ts'
import { isErrorLine, type SaidLine, saidLines } from './said-lines.ts'

type FailingPod = { pod: Shown<PodView>; errors: readonly SaidLine[] }

type FailingPlace = {
  cluster: ClusterScene
  node: Shown<NodeView>
  /** At least one. */
  failing: readonly FailingPod[]
  /** Of the same workloads and revisions, on other nodes, and well. */
  siblings: readonly Shown<PodView>[]
  workloads: readonly string[]
  /** Those of them that have such siblings. */
  compared: readonly string[]
  /** Hosts their errors name. */
  destinations: readonly string[]
  since: Date | undefined
}

const ERRORS_LEAST = 2
const LATELY = 15 * 60_000
/** Everybody says something now and then. */
const NOISE_SHARE = 0.2

export function failingPlace(scene: Scene): FailingPlace | undefined {
  const { cluster } = scene
  if (!cluster) return undefined
  const errorsByPod = Map.groupBy(saidLines(scene).filter(isErrorLine), ({ pod }) => pod)
  const all = cluster.pods.filter((pod) => !isLeaving(pod) && !isDone(pod) && pod.nodeName !== undefined)
  const failing = all
    .map((pod) => ({ pod, errors: errorsByPod.get(pod.name) ?? [] }))
    .filter((one) => isFailing(one, scene))
  const [node, ...others] = cluster.nodes.filter(({ name }) => failing.some(({ pod }) => pod.nodeName === name))
  const most = Math.max(0, ...failing.map(({ errors }) => errors.length))
  const siblings = all.filter(
    (pod) => isWellSibling(pod, failing, scene) && (errorsByPod.get(pod.name)?.length ?? 0) <= most * NOISE_SHARE,
  )
  if (!node || others.length > 0 || siblings.length === 0) return undefined
  const lines = failing.flatMap(({ errors }) => errors)
  return {
    cluster,
    node,
    failing,
    siblings,
    workloads: [...new Set(failing.map(({ pod }) => nameOf(pod, cluster)))],
    compared: [...new Set(siblings.map((pod) => nameOf(pod, cluster)))],
    destinations: [...new Set(lines.flatMap(({ said }) => readHost(said)?.name ?? []))],
    since: lines.flatMap(({ at }) => at ?? []).sort((one, other) => one.getTime() - other.getTime())[0],
  }
}

/** Now, and not once only. */
function isFailing({ pod, errors }: FailingPod, { now }: Scene): boolean {
  const isLate = errors.some(({ at }) => at !== undefined && now.getTime() - at.getTime() < LATELY)
  return (errors.length >= ERRORS_LEAST && isLate) || (!pod.isReady && hasTrouble(pod, now) && pod.phase === 'Running')
}

/** Who was not heard may fail as well. */
function isWellSibling(pod: PodView, failing: readonly FailingPod[], { cluster, now, signals }: Scene): boolean {
  if (!cluster || hasTrouble(pod, now)) return false
  const isHeard =
    cluster.logs.some((log) => isSame(log, pod)) ||
    (signals !== undefined &&
      !signals.isLogCut &&
      signals.lines.some(({ labels }) => labels.namespace === pod.namespace))
  return (
    isHeard &&
    failing.some(
      (one) =>
        one.pod.nodeName !== pod.nodeName &&
        one.pod.namespace === pod.namespace &&
        one.pod.owner !== undefined &&
        one.pod.owner.name === pod.owner?.name,
    )
  )
}

function nameOf(pod: PodView, cluster: ClusterScene): string {
  return workloadOf(cluster, pod)?.name ?? pod.owner?.name ?? pod.name
}
