/** How much of their processor limit the subject's replicas use, each by its busiest container. */
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import type { Amount, ClusterScene, PodView, Shown } from '../cluster/cluster-scene.ts'
import { isDone, isLeaving, isSame, subjectPods } from '../cluster/pods/workload-pods.ts'
import { amountOf, citePart } from '../cluster/saying/say.ts'
import type { Scene } from '../scene.ts'
import { asRate, recentOf } from './points.ts'
import { citeFigure } from './signal-finding.ts'
import type { SignalScene } from './signal-scene.ts'

type ReplicaLoad = {
  pod: string
  container: string
  /** Of the limit. */
  share: number
  /** As they are written: `199m`, `1`. */
  used: string
  limit: string
  evidence: readonly EvidenceReference[]
}

/** Where nothing is known of some replica, the picture is not whole. */
export type ReplicaLoads = { loads: readonly ReplicaLoad[]; isWhole: boolean }

export function replicaLoads(scene: Scene): ReplicaLoads {
  return loadsOf(scene, scene.cluster ? servingPods(scene.cluster) : [])
}

function loadsOf({ cluster, signals }: Scene, pods: readonly PodView[]): ReplicaLoads {
  const loads = pods.flatMap((pod) => (cluster && usedNow(cluster, pod)) ?? measured(cluster, signals, pod) ?? [])
  return { loads, isWhole: pods.length > 0 && loads.length === pods.length }
}

function servingPods(cluster: ClusterScene): Shown<PodView>[] {
  return subjectPods(cluster).filter((pod) => !isLeaving(pod) && !isDone(pod) && pod.phase === 'Running')
}

function usedNow({ usage }: ClusterScene, pod: PodView): ReplicaLoad | undefined {
  const shown = usage.find((one) => isSame(one, pod))
  const all = (shown?.containers ?? []).flatMap(({ name, cpu }) => loadOf(pod, name, cpu))
  const busiest = busiestOf(all)
  return busiest && shown
    ? { ...busiest, evidence: [citePart(shown.exhibit, partOf(shown.source, busiest.container))] }
    : undefined
}

function loadOf({ name: pod }: PodView, container: string, cpu: Amount | undefined): ReplicaLoad[] {
  if (!cpu || cpu.limit === undefined || cpu.ofLimit === undefined) return []
  return [{ pod, container, share: cpu.ofLimit, used: cpu.used, limit: cpu.limit, evidence: [] }]
}

function partOf(source: Readonly<Record<string, unknown>>, container: string): Readonly<Record<string, unknown>> {
  const all = Array.isArray(source.containers) ? (source.containers as { name?: string; cpu?: object }[]) : []
  return { ...all.find(({ name }) => name === container)?.cpu }
}

/** Where no metrics server knows the present, the metrics of the last minutes do. */
function measured(
  cluster: ClusterScene | undefined,
  signals: SignalScene | undefined,
  pod: PodView,
): ReplicaLoad | undefined {
  const figures = (signals?.figures ?? []).filter(
    ({ name, labels }) => name === 'container_cpu_usage_seconds_total' && labels.pod === pod.name,
  )
  return busiestOf(
    figures.flatMap((figure) => {
      const container = figure.labels.container ?? ''
      const limit = limitOf(cluster, pod, container)
      const used = recentOf(asRate(figure))
      if (limit === undefined || used === undefined || limit.cores === 0) return []
      const share = used / limit.cores
      const cores = used < 1 ? `${Math.round(used * 1000)}m` : String(Math.round(used * 100) / 100)
      return [{ pod: pod.name, container, share, used: cores, limit: limit.text, evidence: citeFigure(figure) }]
    }),
  )
}

/** Replicas of one owner have one template. */
function limitOf(cluster: ClusterScene | undefined, pod: PodView, container: string) {
  const described = cluster?.described.find((one) => one.pod.owner?.name === pod.owner?.name)
  const limits = described?.containers.find(({ name }) => name === container)?.limits ?? {}
  const cores = amountOf(limits, 'cpu')
  return cores === undefined || limits.cpu === undefined ? undefined : { cores, text: limits.cpu }
}

function busiestOf(loads: readonly ReplicaLoad[]): ReplicaLoad | undefined {
  return [...loads].sort((one, other) => other.share - one.share)[0]
}

const SATURATED = 0.8
const SPREAD_MAX = 0.2

/** All of them at their limit, none much less than another. */
export function isEvenlySaturated({ loads, isWhole }: ReplicaLoads): boolean {
  const shares = loads.map(({ share }) => share)
  return isWhole && Math.min(...shares) >= SATURATED && Math.max(...shares) - Math.min(...shares) <= SPREAD_MAX
}

/** `3 of 3 replicas use 978m to 996m of their CPU limit 1`. */
export function sayLoads({ loads }: ReplicaLoads): string {
  const sorted = [...loads].sort((one, other) => one.share - other.share)
  const [least, most] = [sorted[0], sorted.at(-1)]
  if (!least || !most) return 'nothing is known of their CPU'
  const range = least.used === most.used ? most.used : `${least.used} to ${most.used}`
  return `${loads.length === 1 ? 'the only replica uses' : `all ${loads.length} replicas use`} ${range} of a CPU limit of ${most.limit} (container ${most.container})`
}
