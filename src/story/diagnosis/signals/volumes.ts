/** Persistent volumes as the kubelets measure them. */

import { bytes, clockTime } from './figure-words.ts'
import { lastOf } from './points.ts'
import type { Figure, SignalScene } from './signal-scene.ts'

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
