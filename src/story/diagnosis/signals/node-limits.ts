/** Limits of nodes, containers and volumes, as figures show them. */

import { asRate, bytes, clockTime, lastOf, recentOf } from './points.ts'
import { metrics } from './promql.ts'
import { overTime, type SignalQuestion, type Span } from './signal-question.ts'
import type { Figure, SignalScene } from './signal-scene.ts'

// What a node may have only so much of, as it measures itself: how much is in use there, and how much on its peers.

type Limited = { what: string; used: string; limit: string; isLeft?: true }

const LIMITED: readonly Limited[] = [
  {
    what: 'connection tracking table (conntrack)',
    used: 'node_nf_conntrack_entries',
    limit: 'node_nf_conntrack_entries_limit',
  },
  { what: 'limit of open files', used: 'node_filefd_allocated', limit: 'node_filefd_maximum' },
  { what: 'limit of threads', used: 'node_processes_threads', limit: 'node_processes_max_threads' },
  { what: 'ARP table', used: 'node_arp_entries', limit: 'node_sysctl_net_ipv4_neigh_default_gc_thresh3' },
  { what: 'memory', used: 'node_memory_MemAvailable_bytes', limit: 'node_memory_MemTotal_bytes', isLeft: true },
]
/** Of all nodes at once: what matters is how one differs. */
export function limitsQuestion(span: Span): SignalQuestion {
  return overTime(
    'host',
    metrics(
      LIMITED.flatMap(({ used, limit }) => [used, limit]),
      {},
    ),
    span,
  )
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
