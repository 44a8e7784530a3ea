/** Limits of nodes, containers and volumes, as figures show them, and how near replicas are to theirs. */
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import type { Amount, ClusterScene, NodeView, PodView, Shown } from '../cluster/cluster-scene.ts'
import { isDone, isLeaving, isSame, subjectPods } from '../cluster/pods/workload-pods.ts'
import { amountOf, citePart } from '../cluster/saying/say.ts'
import { cite } from '../evidence.ts'
import type { Scene } from '../scene.ts'
import { asRate, bytes, clockTime, lastOf, recentOf } from './points.ts'
import { anyOf, type Matchers, metrics } from './promql.ts'
import { citeFigure } from './signal-finding.ts'
import { overTime, type SignalQuestion, type Span } from './signal-question.ts'
import type { Figure, SignalScene } from './signal-scene.ts'

/** What a node may have only so much of, each with its limit. */
const LIMITED = [
  ...['node_nf_conntrack_entries', 'node_nf_conntrack_entries_limit'],
  ...['node_filefd_allocated', 'node_filefd_maximum'],
  ...['node_processes_threads', 'node_processes_max_threads'],
  ...['node_arp_entries', 'node_sysctl_net_ipv4_neigh_default_gc_thresh3'],
  ...['node_memory_MemAvailable_bytes', 'node_memory_MemTotal_bytes'],
]

/** Of all nodes at once: what matters is how one differs. */
export function limitsQuestion(span: Span): SignalQuestion {
  return overTime('host', metrics(LIMITED, {}), span)
}

/** In what share of its periods a container was held back because it had used up its processor limit. */
export type Throttling = { pod: string; container: string; share: number; figure: Figure }

const THROTTLED = 'container_cpu_cfs_throttled_periods_total'
const PERIODS = 'container_cpu_cfs_periods_total'

/** The most throttled first. */
export function throttlingOf({ figures }: Pick<SignalScene, 'figures'>): Throttling[] {
  const processor = figures.filter(({ family }) => family === 'processor')
  const all = processor
    .filter(({ name }) => name === THROTTLED)
    .flatMap((figure) => {
      const { pod = '', container = '' } = figure.labels
      const periods = processor.find(
        ({ name, labels }) => name === PERIODS && labels.pod === pod && labels.container === container,
      )
      const [held, whole] = [recentOf(asRate(figure)), periods && recentOf(asRate(periods))]
      return held === undefined || !whole ? [] : [{ pod, container, share: held / whole, figure }]
    })
  return all.sort((one, other) => other.share - one.share)
}

/** Persistent volumes as the kubelets measure them. */
export type Volume = { claim: string; namespace: string | undefined; available: Figure; free: number; capacity: number }

const FULL = 0.03
const NEARLY_FULL = 0.15
const HOUR = 3_600_000

/** Only those of which both what there is and what is left are known. */
export function volumesOf({ figures }: Pick<SignalScene, 'figures'>): Volume[] {
  const measured = figures.filter(({ family }) => family === 'volume')
  return measured
    .filter(({ name }) => name === 'kubelet_volume_stats_available_bytes')
    .flatMap((available) => {
      const { persistentvolumeclaim: claim = '', namespace } = available.labels
      const whole = measured.find(
        ({ name, labels }) =>
          name === 'kubelet_volume_stats_capacity_bytes' &&
          labels.persistentvolumeclaim === claim &&
          labels.namespace === namespace,
      )
      const [free, capacity] = [lastOf(available), whole && lastOf(whole)]
      return free === undefined || !capacity ? [] : [{ claim, namespace, available, free, capacity }]
    })
}

export function isFull({ free, capacity }: Volume): boolean {
  return free < capacity * FULL
}

export function isNearlyFull(volume: Volume): boolean {
  return !isFull(volume) && volume.free < volume.capacity * NEARLY_FULL
}

export function fullSince({ available, capacity }: Volume): Date | undefined {
  const lastWithRoom = available.points.findLastIndex(({ value }) => value >= capacity * FULL)
  const first = available.points[lastWithRoom + 1]
  return first && new Date(first.at)
}

/** How fast it fills, and how long it will last at that pace. */
export function sayShrinking({ available: { points } }: Volume): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || last.at <= first.at || first.value <= last.value) return ''
  const hours = (last.value * (last.at - first.at)) / (first.value - last.value) / HOUR
  const left = hours < 1 ? `${Math.round(hours * 60)} minutes` : `${Math.round(hours)} hours`
  const ahead = hours * 60 < 1 ? '' : `, full in about ${left}`
  return `; ${bytes(first.value)} were free at ${clockTime(new Date(first.at))}${ahead}`
}

// A node that fell silent can no longer be asked, but what it measured before can: did it run out of memory or of disk?

const MEMORY = { left: 'node_memory_MemAvailable_bytes', whole: 'node_memory_MemTotal_bytes' }
const DISK = { left: 'node_filesystem_avail_bytes', whole: 'node_filesystem_size_bytes' }
/** Where the system and the containers write. */
const MOUNTS = '/|/var|/var/lib|/var/lib/(kubelet|containerd|containers|docker)'

type Asked = { cluster: ClusterScene | undefined; span: Span }

/** Of the one node that is not ready, the alert's own first. */
export function hostQuestion({ cluster, span }: Asked): SignalQuestion[] {
  const silent = cluster?.nodes.filter(({ isReady }) => !isReady) ?? []
  const node = silent.find(({ name }) => name === cluster?.target.node) ?? silent[0]
  if (!node) return []
  const expressions = waysToName(node).flatMap((matchers) => [
    metrics(Object.values(MEMORY), matchers),
    metrics(Object.values(DISK), { ...matchers, mountpoint: { pattern: MOUNTS } }),
  ])
  return [overTime('host', anyOf(expressions), span)]
}

/** Exporters call a node by its name, or by its address with a port. */
function waysToName({ name, address }: NodeView): Matchers[] {
  const hosts = [name, ...(address === undefined ? [] : [address])].map((host) => host.replaceAll('.', '\\.'))
  return [{ node: name }, { instance: { pattern: `(${hosts.join('|')})(:[0-9]+)?` } }]
}

type Shortage = { text: string; evidence: EvidenceReference }

/** What its own last figures show to have run out. */
export function shortagesOf({ signals }: Scene, node: NodeView): Shortage[] {
  const own = (signals?.figures ?? []).filter((figure) => figure.family === 'host' && isOfNode(node, figure))
  return [MEMORY, DISK].flatMap(({ left, whole }) => {
    const wholeOf = (one: Figure) => own.find((other) => other.name === whole && isSameDisk(other, one))
    const shortages = own.filter(({ name }) => name === left).flatMap((one) => shortageIn(one, wholeOf(one)) ?? [])
    return shortages.slice(0, 1)
  })
}

function isOfNode({ name, address }: NodeView, { labels }: Figure): boolean {
  const host = labels.instance?.replace(/:\d+$/, '')
  return labels.node === name || host === name || (address !== undefined && host === address)
}

function isSameDisk(one: Figure, other: Figure): boolean {
  return one.labels.mountpoint === other.labels.mountpoint && one.labels.device === other.labels.device
}

const SHORT_SHARE = 0.05
/** Where what there is in all is not measured. */
const FALLEN_SHARE = 0.1

function shortageIn(left: Figure, whole: Figure | undefined): Shortage | undefined {
  const [last, most] = [left.points.at(-1), left.points.toSorted((one, other) => other.value - one.value)[0]]
  if (!last || !most) return undefined
  const all = whole && lastOf(whole)
  const isShort = all ? last.value < all * SHORT_SHARE : last.value < most.value * FALLEN_SHARE
  if (!isShort) return undefined
  const what = left.name === MEMORY.left ? 'memory' : `disk space (${left.labels.mountpoint ?? 'unnamed'})`
  const fell = most.value > last.value * 2 ? `, down from ${bytes(most.value)} at ${clockTime(new Date(most.at))}` : ''
  return {
    text: `It had run out of ${what}: at ${clockTime(new Date(last.at))} only ${bytes(last.value)} were left${all ? ` of ${bytes(all)}` : ''}${fell}.`,
    evidence: cite(left.exhibit, last.sample ?? String(left.name)),
  }
}

// How much of their processor limit the subject's replicas use, each by its busiest container.

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
