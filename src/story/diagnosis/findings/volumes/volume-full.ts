/** A volume without room, as it is measured: what writes to it stops, and starts again into the same full volume. */

import { claimUsers } from '../../cluster/asking/look-at-surroundings.ts'
import type { PodView, Shown } from '../../cluster/cluster-scene.ts'
import { type Clue, cluesOf } from '../../cluster/logs/log-clues.ts'
import { sayRemoval } from '../../cluster/pods/claims.ts'
import { isSame, subjectPods } from '../../cluster/pods/workload-pods.ts'
import { citeClue, lineOf } from '../../cluster/saying/say.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { fullSince, isFull, isNearlyFull, sayShrinking, type Volume, volumesOf } from '../../signals/node-limits.ts'
import { bytes, percent } from '../../signals/points.ts'
import { citeFigure } from '../../signals/signal-finding.ts'

export const volumeFull: Analyzer = (scene) => {
  const volumes = (scene.signals ? volumesOf(scene.signals) : []).filter((one) => isConcerned(scene, one))
  return [
    ...volumes.filter(isFull).map((one) => noRoom(scene, one)),
    ...volumes.filter(isNearlyFull).map((one) => filling(scene, one)),
  ]
}

/** The alert's own, or one that a pod in question, or one that says it has no room, writes to. */
function isConcerned(scene: Scene, { claim }: Volume): boolean {
  const { subject, cluster } = scene
  if (subject.claim !== undefined) return subject.claim === claim
  const users = cluster ? claimUsers(cluster, claim) : []
  const writers = cluster ? [...subjectPods(cluster), ...complaintsOf(scene).map(({ log }) => log)] : []
  return users.some((pod) => writers.some((one) => isSame(one, pod)))
}

function complaintsOf({ cluster }: Scene): Clue[] {
  return (cluster?.logs ?? []).flatMap(cluesOf).filter(({ kind, isQuoted }) => kind === 'disk_full' && !isQuoted)
}

const EXPLAINED = ['crash_loop', 'database_down', 'not_ready', 'configuration_error', 'failing_dependency']

function noRoom(scene: Scene, volume: Volume): Finding {
  const { claim, available, free, capacity } = volume
  const users = scene.cluster ? claimUsers(scene.cluster, claim) : []
  const clue = complaintsOf(scene).find(({ log }) => users.length === 0 || users.some((pod) => isSame(pod, log)))
  const said = clue ? ` Pod ${clue.log.name} says: "${lineOf(clue)}".` : ''
  const since = fullSince(volume)
  return fault({
    kind: 'volume_full',
    statement: `The persistent volume of claim ${claim} is full: ${bytes(free)} of ${bytes(capacity)} are free (${percent(free / capacity)})${sayShrinking(volume)}.${said}${sayUsers(users)}`,
    evidence: [citeFigure(available), clue && citeClue(clue)],
    confidence: clue ? 0.95 : 0.85,
    subject: objectOf(volume),
    since,
    explains: EXPLAINED,
    noActionReason:
      'A restart would start into the same full volume; whether to grow it or to delete something is a person’s decision.',
    suggestions: [`Grow claim ${claim} if its storage class allows expansion${sayRemoval(scene, claim)}.`],
  })
}

function filling(scene: Scene, volume: Volume): Finding {
  const { subject } = scene
  const { claim, available, free, capacity } = volume
  return fault({
    kind: 'volume_filling',
    statement: `The persistent volume of claim ${claim} is filling up, but not full: ${bytes(free)} of ${bytes(capacity)} are free (${percent(free / capacity)})${sayShrinking(volume)}.`,
    evidence: citeFigure(available),
    confidence: 0.8,
    subject: objectOf(volume),
    weight: subject.claim === claim ? 'cause' : 'context',
    noActionReason:
      'Nothing fails yet, and only a person can decide whether to grow the volume or to delete something.',
    suggestions: [`Grow claim ${claim} before it is full${sayRemoval(scene, claim)}.`],
  })
}

function objectOf({ claim, namespace }: Volume): Finding['subject'] {
  return { kind: 'PersistentVolumeClaim', name: claim, ...(namespace !== undefined && { namespace }) }
}

function sayUsers(users: readonly Shown<PodView>[]): string {
  return users.length === 0 ? '' : ` It is used by ${users.map((pod) => `pod ${pod.name}${sayState(pod)}`).join(', ')}.`
}

function sayState({ restartCount, isReady }: PodView): string {
  return isReady && restartCount === 0 ? '' : ` (${isReady ? 'ready' : 'not ready'}, ${restartCount} restarts)`
}
