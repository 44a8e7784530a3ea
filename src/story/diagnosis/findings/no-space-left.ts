/** A volume without room: what writes to it stops, and starts again into the same full volume. */
import type { PodView } from '../cluster/cluster-scene.ts'
import { type Clue, cluesOf } from '../cluster/log-clues.ts'
import { text } from '../cluster/loose-fields.ts'
import { citeClue, lineOf } from '../cluster/quote.ts'
import type { Analyzer, Finding } from '../finding.ts'
import type { Scene } from '../scene.ts'
import { lastOf } from '../signals/points.ts'
import { citeFigure, told } from '../signals/signal-finding.ts'
import type { Figure } from '../signals/signal-scene.ts'
import { bytes, clockTime, percent } from '../signals/told-figures.ts'

const FULL = 0.03
const NEARLY_FULL = 0.15
const HOUR = 3_600_000

type Volume = { claim: string; available: Figure; free: number; capacity: number }

export const noSpaceLeft: Analyzer = (scene) => {
  const volumes = volumesOf(scene)
  const full = volumes.filter(({ free, capacity }) => free < capacity * FULL)
  const filling = volumes.filter(({ free, capacity }) => free >= capacity * FULL && free < capacity * NEARLY_FULL)
  return [...full.map((volume) => isFull(scene, volume)), ...filling.map((volume) => isFilling(scene, volume))]
}

function volumesOf({ signals, subject }: Scene): Volume[] {
  const figures = (signals?.figures ?? []).filter(({ family }) => family === 'volume')
  return figures
    .filter(({ name }) => name === 'kubelet_volume_stats_available_bytes')
    .flatMap((available) => {
      const claim = available.labels.persistentvolumeclaim ?? ''
      const whole = figures.find(
        ({ name, labels }) =>
          name === 'kubelet_volume_stats_capacity_bytes' &&
          labels.persistentvolumeclaim === claim &&
          labels.namespace === available.labels.namespace,
      )
      const [free, capacity] = [lastOf(available), whole && lastOf(whole)]
      const isOurs = subject.claim === undefined || subject.claim === claim
      return free === undefined || !capacity || !isOurs ? [] : [{ claim, available, free, capacity }]
    })
}

function isFull(scene: Scene, volume: Volume): Finding {
  const { claim, available, free, capacity } = volume
  const clue = complaintAbout(scene)
  const said = clue ? ` Pod ${clue.log.name} says: "${lineOf(clue)}".` : ''
  return told({
    kind: 'volume_full',
    statement: `The persistent volume of claim ${claim} is full: ${bytes(free)} of ${bytes(capacity)} are free (${percent(free / capacity)})${sayShrinking(available)}.${said}${sayUsers(scene, claim)}`,
    evidence: [...citeFigure(available), ...(clue ? [citeClue(clue)] : [])],
    confidence: clue ? 0.95 : 0.85,
    subject: {
      kind: 'PersistentVolumeClaim',
      name: claim,
      ...(available.labels.namespace !== undefined && { namespace: available.labels.namespace }),
    },
    ...(fullSince(volume) && { since: fullSince(volume) as Date }),
    explains: ['crash_loop', 'not_ready', 'failing_service', 'configuration_error', 'disk_full', 'failing_dependency'],
    noActionReason:
      'A restart would start into the same full volume; whether to grow it or to delete something is a person’s decision.',
    suggestions: [`Grow claim ${claim} if its storage class allows expansion, or remove what is not needed from it.`],
  })
}

function isFilling({ subject }: Scene, volume: Volume): Finding {
  const { claim, available, free, capacity } = volume
  return told({
    kind: 'volume_filling',
    statement: `The persistent volume of claim ${claim} is filling up: ${bytes(free)} of ${bytes(capacity)} are free (${percent(free / capacity)})${sayShrinking(available)}.`,
    evidence: citeFigure(available),
    confidence: 0.8,
    subject: {
      kind: 'PersistentVolumeClaim',
      name: claim,
      ...(available.labels.namespace !== undefined && { namespace: available.labels.namespace }),
    },
    weight: subject.claim === claim ? 'cause' : 'context',
    noActionReason:
      'Nothing fails yet, and only a person can decide whether to grow the volume or to delete something.',
    suggestions: [`Grow claim ${claim} before it is full, or remove what is not needed from it.`],
  })
}

function sayShrinking({ points }: Figure): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || last.at <= first.at || first.value <= last.value) return ''
  const perHour = ((first.value - last.value) / (last.at - first.at)) * HOUR
  const hours = last.value / perHour
  const left =
    last.value === 0
      ? ''
      : `, full in about ${hours < 1 ? `${Math.round(hours * 60)} minutes` : `${Math.round(hours)} hours`}`
  return `; ${bytes(first.value)} were free at ${clockTime(new Date(first.at))}${left}`
}

function fullSince({ available, capacity }: Volume): Date | undefined {
  const last = available.points.findLastIndex(({ value }) => value >= capacity * FULL)
  const first = available.points[last + 1]
  return first && new Date(first.at)
}

function complaintAbout({ cluster }: Scene): Clue | undefined {
  return (cluster?.logs ?? []).flatMap(cluesOf).find(({ kind }) => kind === 'disk_full')
}

function sayUsers({ cluster }: Scene, claim: string): string {
  const users = (cluster?.described ?? []).filter(({ claims }) => claims.some(({ name }) => text(name) === claim))
  return users.length === 0
    ? ''
    : ` It is used by ${users.map(({ pod }) => `pod ${pod.name}${sayRestarts(pod)}`).join(', ')}.`
}

function sayRestarts({ restartCount, isReady }: PodView): string {
  return isReady && restartCount === 0 ? '' : ` (${isReady ? 'ready' : 'not ready'}, ${restartCount} restarts)`
}
