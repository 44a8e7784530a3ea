/** A volume without room, as it is measured or as its program says: what writes to it stops, and starts again into it. */
import { claimUsers } from '../../cluster/asking/look-at-surroundings.ts'
import type { DescribedPod, Fields, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { type Clue, cluesOf } from '../../cluster/logs/log-clues.ts'
import { serverWords } from '../../cluster/logs/wordings.ts'
import { claimsOfPod, sayRemoval } from '../../cluster/pods/claims.ts'
import { isSame, subjectPods } from '../../cluster/pods/workload-pods.ts'
import { record, records, text } from '../../cluster/reading/loose-fields.ts'
import { citeClue, lineOf, sayTimes } from '../../cluster/saying/say.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { fullSince, isFull, isNearlyFull, sayShrinking, type Volume, volumesOf } from '../../signals/node-limits.ts'
import { bytes, percent } from '../../signals/points.ts'
import { citeFigure } from '../../signals/signal-finding.ts'

/** Many lines after the last complaint mean that there was room again. */
const STILL_WITHIN_LINES = 20

export const volumeFull: Analyzer = (scene) => {
  const volumes = (scene.signals ? volumesOf(scene.signals) : []).filter((one) => isConcerned(scene, one))
  const full = volumes.filter(isFull)
  const said = (scene.cluster?.described ?? [])
    .flatMap((one) => complaintOf(scene, one))
    .filter(({ claim }) => !full.some((one) => one.claim === claim))
  return [
    ...full.map((one) => measuredFull(scene, one)),
    ...volumes.filter(isNearlyFull).map((one) => filling(scene, one)),
    ...said.map((one) => saidFull(scene, one)),
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

const FULL = {
  kind: 'volume_full',
  explains: [
    'crash_loop',
    'not_ready',
    'liveness_fails',
    'configuration_error',
    'failing_dependency',
    'bad_revision',
    'database_down',
  ],
  noActionReason:
    'A restart would start into the same full volume; whether to grow it or to delete something is a person’s decision.',
} as const

function measuredFull(scene: Scene, volume: Volume): Finding {
  const { claim, available } = volume
  const users = scene.cluster ? claimUsers(scene.cluster, claim) : []
  const clue = complaintsOf(scene).find(({ log }) => users.length === 0 || users.some((pod) => isSame(pod, log)))
  const said = clue ? ` Pod ${clue.log.name} says: "${lineOf(clue)}".` : ''
  return fault({
    ...FULL,
    statement: `The persistent volume of claim ${claim} is full: ${sayRoom(volume)}.${said}${sayUsers(users)}`,
    evidence: [citeFigure(available), clue && citeClue(clue)],
    confidence: clue ? 0.95 : 0.85,
    subject: objectOf(volume),
    since: fullSince(volume),
    suggestions: [`Grow claim ${claim} if its storage class allows expansion${sayRemoval(scene, claim)}.`],
  })
}

function filling(scene: Scene, volume: Volume): Finding {
  const { claim, available } = volume
  return fault({
    kind: 'volume_filling',
    statement: `The persistent volume of claim ${claim} is filling up, but not full: ${sayRoom(volume)}.`,
    evidence: [citeFigure(available)],
    confidence: 0.8,
    subject: objectOf(volume),
    weight: scene.subject.claim === claim ? 'cause' : 'context',
    noActionReason:
      'Nothing fails yet, and only a person can decide whether to grow the volume or to delete something.',
    suggestions: [`Grow claim ${claim} before it is full${sayRemoval(scene, claim)}.`],
  })
}

function objectOf({ claim, namespace }: Pick<Volume, 'claim' | 'namespace'>): Finding['subject'] {
  return { kind: 'PersistentVolumeClaim', name: claim, ...(namespace !== undefined && { namespace }) }
}

function sayRoom(volume: Volume): string {
  const { free, capacity } = volume
  return `${bytes(free)} of ${bytes(capacity)} are free (${percent(free / capacity)})${sayShrinking(volume)}`
}

function sayUsers(users: readonly Shown<PodView>[]): string {
  const told = users.map(({ name, isReady, restartCount }) => {
    const state = isReady && restartCount === 0 ? '' : ` (${isReady ? 'ready' : 'not ready'}, ${restartCount} restarts)`
    return `pod ${name}${state}`
  })
  return told.length === 0 ? '' : ` It is used by ${told.join(', ')}.`
}

// What the program says of it, where nobody measures.

type Complaint = { one: Shown<DescribedPod>; clues: readonly Clue[]; last: Clue; claim: string | undefined }

function complaintOf({ cluster, subject }: Scene, one: Shown<DescribedPod>): Complaint[] {
  const logs = (cluster?.logs ?? []).filter((log) => isSame(log, one.pod))
  const clues = logs.flatMap(cluesOf).filter((clue) => clue.kind === 'disk_full' && isOwn(clue, one))
  const last = clues.at(-1)
  const isStill = !one.pod.isReady || clues.some(({ fromEnd }) => fromEnd < STILL_WITHIN_LINES)
  return last && isStill ? [{ one, clues, last, claim: claimMeant(one, last, subject.claim) }] : []
}

/** What a client quotes from its server is the server's want of room, unless it names a place of its own. */
function isOwn({ isQuoted, line }: Clue, { whole, containers }: DescribedPod): boolean {
  const words = serverWords(line.text)
  return (
    !isQuoted ||
    mountsOf(record(whole.pod)).some(({ path }) => line.text.includes(path)) ||
    containers.some(({ image }) => words?.test(image ?? '') === true)
  )
}

function saidFull(scene: Scene, { one, clues, last, claim }: Complaint): Finding {
  const { namespace, name, restartCount } = one.pod
  const size = text(one.claims.find((each) => each.name === claim)?.capacity)
  const restarted = restartCount > 0 ? ` It has restarted ${sayTimes(restartCount)}.` : ''
  return fault({
    ...FULL,
    statement: `${claim === undefined ? sayOwnDisk(one, last) : sayVolume(one, last, claim, size)}${restarted}`,
    evidence: [
      citeClue(last),
      claim !== undefined && cite(one.exhibit, JSON.stringify(claim)),
      size !== undefined && citeField(one.exhibit, 'capacity', size),
    ],
    confidence: claim !== undefined && (scene.subject.claim === claim || clues.length > 1) ? 0.9 : 0.7,
    subject: claim === undefined ? { kind: 'Pod', namespace, name } : objectOf({ claim, namespace }),
    since: clues[0]?.line.at,
    suggestions: [
      claim === undefined
        ? `Free what pod ${name} writes, or give it a volume of its own.`
        : `Grow volume claim ${claim}${size === undefined ? '' : ` beyond ${size}`} if its storage class allows it${sayRemoval(scene, claim)}.`,
    ],
  })
}

function sayVolume({ pod }: DescribedPod, last: Clue, claim: string, size: string | undefined): string {
  return `Volume claim ${claim}${size === undefined ? '' : ` (${size})`} of pod ${pod.name} is full: the program says "${lineOf(last)}" (no space left on the volume).`
}

function sayOwnDisk({ pod }: DescribedPod, last: Clue): string {
  return `Pod ${pod.name} has no space left to write: "${lineOf(last)}". No volume claim of it fits that path, so it is its own file system or the disk of node ${pod.nodeName ?? 'unknown'}.`
}

/** The one whose mount path stands in the complaint, the one the alert names, or the only one. */
function claimMeant(one: Shown<DescribedPod>, { line }: Clue, named: string | undefined): string | undefined {
  const claims = claimsOfPod(one, one.pod.namespace).map(({ name }) => name)
  const byPath = mountsOf(record(one.whole.pod)).find(({ path }) => line.text.includes(path))
  if (byPath) return claims.find((name) => name === byPath.claim)
  return claims.find((name) => name === named) ?? (claims.length === 1 ? claims[0] : undefined)
}

/** The longest path first: a volume may be mounted inside another. */
function mountsOf({ volumes, containers }: Fields): { path: string; claim: string | undefined }[] {
  const claimOf = (volume: unknown) => {
    const found = records(volumes).find(({ name }) => name === volume)
    return text(record(found?.persistentVolumeClaim).claimName)
  }
  return records(containers)
    .flatMap(({ volumeMounts }) => records(volumeMounts))
    .flatMap(({ name, mountPath }) =>
      text(mountPath) === undefined ? [] : [{ path: String(mountPath), claim: claimOf(name) }],
    )
    .sort((one, other) => other.path.length - one.path.length)
}
