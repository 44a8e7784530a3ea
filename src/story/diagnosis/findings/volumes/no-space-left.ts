/** A volume with no room left, as far as the cluster and the program's own words show it. */

import type { ClusterScene, DescribedPod, Fields, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { type Clue, cluesOf } from '../../cluster/logs/log-clues.ts'
import { serverWords } from '../../cluster/logs/quoted-answer.ts'
import { claimsOfPod, sayRemoval } from '../../cluster/pods/claims.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'
import { record, records, text } from '../../cluster/reading/loose-fields.ts'
import { citeClue, lineOf } from '../../cluster/saying/say.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'

/** Many lines after the last complaint mean that there was room again. */
const STILL_WITHIN_LINES = 20

export const noSpaceLeft: Analyzer = (scene) => {
  const { cluster } = scene
  if (!cluster) return []
  return cluster.described.flatMap((one) => {
    const clues = fullClues(cluster, one)
    const last = clues.at(-1)
    return last ? [findingOf(one, clues, last, scene)] : []
  })
}

function fullClues({ logs }: ClusterScene, one: DescribedPod): Clue[] {
  const { pod } = one
  const own = logs.filter((log) => isSame(log, pod))
  const all = own.flatMap((log) => cluesOf(log).filter((clue) => clue.kind === 'disk_full' && isOwn(clue, one)))
  const isStill = !pod.isReady || all.some(({ fromEnd }) => fromEnd < STILL_WITHIN_LINES)
  return isStill ? all : []
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

function findingOf(one: Shown<DescribedPod>, clues: readonly Clue[], last: Clue, scene: Scene): Finding {
  const { subject } = scene
  const { pod } = one
  const claim = claimMeant(one, last, subject.claim)
  const size = claim && sizeOf(one, claim)
  const { namespace, name } = pod
  return fault({
    kind: 'volume_full',
    statement: `${claim === undefined ? sayOwnDisk(one, last) : sayVolume(one, last, claim, size)}${pod.restartCount > 0 ? ` It has restarted ${pod.restartCount} times.` : ''}`,
    evidence: [
      citeClue(last),
      ...(claim === undefined ? [] : [cite(one.exhibit, JSON.stringify(claim))]),
      ...(size === undefined ? [] : [citeField(one.exhibit, 'capacity', size)]),
    ],
    confidence: claim !== undefined && (subject.claim === claim || clues.length > 1) ? 0.9 : 0.7,
    subject:
      claim === undefined
        ? { kind: 'Pod', namespace, name }
        : { kind: 'PersistentVolumeClaim', namespace, name: claim },
    since: clues[0]?.line.at,
    explains: EXPLAINED,
    ...noAction('A restart finds the same full volume; growing it or deleting data is for its owner.'),
    suggestions: [
      claim === undefined
        ? `Free what pod ${name} writes, or give it a volume of its own.`
        : `Grow volume claim ${claim}${size === undefined ? '' : ` beyond ${size}`} if its storage class allows it${sayRemoval(scene, claim)}.`,
    ],
  })
}

const EXPLAINED = [
  'crash_loop',
  'not_ready',
  'liveness_fails',
  'configuration_error',
  'failing_dependency',
  'bad_revision',
  'database_down',
]

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

function sizeOf({ claims }: DescribedPod, claim: string): string | undefined {
  return text(claims.find(({ name }) => name === claim)?.capacity)
}
