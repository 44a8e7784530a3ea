/** A newest revision that fails where the one before does well, a tag that was moved, and pods a set leaves behind. */
import type { ClusterScene, ContainerView, Difference, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { type Gated, noAction, restartGate, rollbackGate } from '../../cluster/gates.ts'
import { DEPENDENCY_KINDS, isDependencyClue } from '../../cluster/logs/complaints.ts'
import type { ClueKind } from '../../cluster/logs/log-clues.ts'
import { wholeWords } from '../../cluster/logs/names-in-lines.ts'
import { lastEnd, lastWord, lastWords } from '../../cluster/pods/container-faults.ts'
import { containersOf, hasTrouble, isSame, isStaying, podEvents } from '../../cluster/pods/workload-pods.ts'
import { revisionNameOf, sayReleased } from '../../cluster/releases/released-workload.ts'
import {
  citeDifferences,
  differencesAbout,
  HELD_BECAUSE,
  type History,
  type Holding,
  holdingOf,
  isOfNewest,
  namesOf,
  podsByAge,
  type SetBehind,
  setsBehind,
} from '../../cluster/releases/revision-history.ts'
import { citePart, minutesBetween, sayAgo, sayMany } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { firstBadMoment, type PodInQuestion, podsInQuestion, specOf } from '../../cluster/subject/in-question.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { FOLLOWS, objectOf, sayRevision } from '../cluster-fault.ts'
import { waitingName } from '../containers/named-states.ts'

export const badRevision: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) => {
    const { history, pod, cluster } = one
    // A pod that cannot be scheduled says nothing about its program.
    if (!history?.change || !history.previous || !isOfNewest(pod, history) || pod.nodeName === undefined) return []
    const { newest, older } = podsByAge(cluster, history)
    const isOldWell = older.length > 0 && older.every((each) => !hasTrouble(each, scene.now))
    const isNewBad = newest.every((each) => hasTrouble(each, scene.now))
    return isNewBad && isOldWell && !lacksDependency(one, history) ? [fails(scene, one, history, older)] : []
  })

/** What cannot be reached now keeps every new pod from starting, of whichever revision; the old ones started before. */
function lacksDependency(one: PodInQuestion, history: History): boolean {
  const [clue] = one.pod.containers
    .flatMap((container) => lastWords(one, container, DEPENDENCY_KINDS))
    .filter(isDependencyClue)
  return clue !== undefined && differencesAbout(history, clue.host.name).length === 0
}

function fails(scene: Scene, one: PodInQuestion, history: History, older: readonly Shown<PodView>[]): Finding {
  const { pod, workload, described } = one
  const guilty = history.change?.differences ?? []
  const since = firstBadMoment(scene, one)
  const [state] = pod.containers.flatMap((container) => lastEnd(container) ?? container.waiting ?? [])
  const last = pod.containers.map((container) => lastWord(one, container)).find((word) => word?.isGrave)
  const why = `Only the newest revision fails; it changed: ${sayChanges(guilty)}.`
  const words = last ? ` Its last words: "${wholeWords(last)}".` : ''
  const stalled = history.released.conditions.find(({ type, status }) => type === 'Progressing' && status === 'False')
  return fault({
    kind: 'bad_revision',
    statement: `The rollout of ${sayReleased(history.released)} is stuck: every pod of ${sayRevision(history, described)}, rolled out ${sayAgo(history.rolledOutAt, scene.now)}, fails (${sayState(pod)}), while ${sayMany(older.length, 'pod')} of revision ${history.previous?.revision} ${older.length === 1 ? 'is' : 'are'} well. What changed: ${sayChanges(guilty) || 'nothing that was seen'}.${words}`,
    evidence: [
      state && citePart(pod.exhibit, state.source),
      last && cite(last.log.exhibit, last.line.text),
      stalled?.reason && citeField(history.released.exhibit, 'reason', stalled.reason),
      citeDifferences(history, guilty, 2),
    ],
    confidence: last ? 0.85 : 0.8,
    subject: objectOf(pod, workload),
    since,
    explains: ['crash_loop', 'not_ready'],
    ...rollbackGate(scene, { workload, since, guilty, why }),
    suggestions: [`Find out which change of revision ${history.newest.revision} fails before it is rolled out again.`],
  })
}

function sayState(pod: PodView): string {
  const states = containersOf(pod).flatMap((container) => {
    const end = lastEnd(container)
    const ended = end && end.exitCode !== 0 ? `${end.reason ?? 'ended'}, exit code ${end.exitCode}` : undefined
    const words = [container.waiting?.reason, ended].filter(Boolean).join(', ')
    return words === '' ? [] : [`${container.name}: ${words}`]
  })
  return states.join('; ') || (pod.isReady ? 'restarting' : 'not ready')
}

// Pods of one template that run different images under one tag, where those with the newer image fail: the tag was
// moved.

type Moved = { container: string; image: string; older: string; newer: string; well: readonly Shown<PodView>[] }

export const movedTag: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) => {
    const moved = movedUnder(scene, one)
    return moved && !hasOtherReason(one) ? [finding(scene, one, moved)] : []
  })

/** Every pod with its image fails, and every pod with another one is well and older. */
function movedUnder({ now }: Scene, one: PodInQuestion): Moved | undefined {
  const { pod, cluster } = one
  const revision = revisionNameOf(pod)
  const siblings = cluster.pods.filter(
    (each) => each.namespace === pod.namespace && revisionNameOf(each) === revision && isStaying(each),
  )
  for (const [container, newer] of Object.entries(pod.digests ?? {})) {
    const alike = siblings.filter((each) => each.digests?.[container] === newer)
    const others = siblings.filter((each) => (each.digests?.[container] ?? newer) !== newer)
    const [witness] = others
    const isDivided =
      witness !== undefined &&
      alike.every((each) => hasTrouble(each, now)) &&
      others.every((each) => !hasTrouble(each, now) && (each.createdAt ?? 0) < (pod.createdAt ?? 0))
    const image = imageOf(one, container)
    if (isDivided && image) return { container, image, newer, older: witness.digests?.[container] ?? '', well: others }
  }
  return undefined
}

function imageOf(one: PodInQuestion, name: string): string | undefined {
  const container = containersOf(one.pod).find((each) => each.name === name)
  return (container && specOf(one, container)?.image) ?? container?.image
}

/** What keeps every new pod from starting, with whichever image; the old ones started before it was so. */
const OF_ANY_IMAGE: readonly ClueKind[] = ['authentication', 'certificate', 'disk_full', 'read_only_server']

function hasOtherReason(one: PodInQuestion): boolean {
  return one.pod.containers
    .flatMap((container) => lastWords(one, container, [...DEPENDENCY_KINDS, ...OF_ANY_IMAGE]))
    .some((clue) => OF_ANY_IMAGE.includes(clue.kind) || isDependencyClue(clue))
}

function finding({ now }: Scene, { pod, workload }: PodInQuestion, moved: Moved): Finding {
  const { container, image, older, newer, well } = moved
  const [witness] = well as [Shown<PodView>, ...Shown<PodView>[]]
  const repository = image.replace(/:[^/:]*$/, '')
  const of = workload ? ` of ${workload.kind} ${workload.namespace}/${workload.name}` : ''
  return fault({
    kind: 'moved_tag',
    statement: `Pod ${pod.name}${of} fails (${sayState(pod)}) with another image than its siblings of the same template: under the tag ${image} it got ${short(newer)} when it started (${sayAgo(pod.createdAt, now)}), while ${sayMany(well.length, 'older pod')} ${well.length === 1 ? 'runs' : 'run'} ${short(older)} and ${well.length === 1 ? 'is' : 'are'} well. The tag was moved to another image without a release, and every new pod gets that one.`,
    evidence: [cite(pod.exhibit, newer), cite(witness.exhibit, older)],
    confidence: 0.85,
    subject: objectOf(pod, workload),
    since: pod.createdAt,
    explains: [...FOLLOWS, ...OF_ITS_IMAGE],
    ...noAction(
      `The template did not change, so there is no revision to return to, and every restart or further replica gets the failing image.`,
    ),
    suggestions: [
      `Move the tag back, or name the image that runs well in the template: container ${container}, ${repository}@${older}.`,
      'Do not restart, drain or scale out the pods that are well until then.',
    ],
  })
}

/** What another program under the same name may do otherwise. */
const OF_ITS_IMAGE = [
  ...['configuration_error', 'missing_reference', 'cannot_execute', 'out_of_memory'],
  ...['wrong_readiness_probe', 'wrong_liveness_probe'],
]

function short(digest: string): string {
  return digest.slice(0, 'sha256:'.length + 12)
}

// A pod of a set that fails with an older template than the set has by now, and that nobody replaces.

export const setLeftBehind: Analyzer = (scene) =>
  setsBehind(scene.cluster).flatMap((behind) => {
    const held = behind.older
      .filter((pod) => !pod.isReady && !isStarting(pod, scene.now))
      .filter((pod) => isOwnFault(behind, pod))
    const told = held.flatMap((pod) => {
      const holding = holdingOf(behind, pod)
      return holding === undefined ? [] : [leftBehind(scene, behind, pod, holding)]
    })
    return told.slice(0, 1)
  })

/** A program may take its time before it is ready. */
const STARTING_MINUTES = 5

function isStarting({ createdAt, restartCount, containers }: PodView, now: Date): boolean {
  const isRunning = restartCount === 0 && containers.every(({ waiting }) => waiting === undefined)
  return isRunning && createdAt !== undefined && minutesBetween(createdAt, now) < STARTING_MINUTES
}

/** Others of its revision that are well show that the revision is not what it suffers from. */
function isOwnFault({ older }: SetBehind, pod: PodView): boolean {
  return !older.some((one) => one.isReady && revisionNameOf(one) === revisionNameOf(pod))
}

function leftBehind(scene: Scene, behind: SetBehind, pod: Shown<PodView>, holding: Holding): Finding {
  const { workload, set, history, newest } = behind
  const well = newest.filter(({ isReady }) => isReady).length
  const now = `revision ${history.newest.revision}`
  const differences = changesFor(scene, pod)
  const changes = sayChanges(differences)
  const isOfTemplate = scene.cluster !== undefined && isOfItsTemplate(scene.cluster, pod, differences)
  const when = history.rolledOutAt ? `, since ${sayAgo(history.rolledOutAt, scene.now)}` : ''
  return fault({
    kind: 'set_pod_left_behind',
    statement: `Pod ${pod.name} of ${workload.kind} ${workload.namespace}/${workload.name} ${isOfTemplate ? 'fails' : 'is not ready'} (${sayState(pod)}) with ${sayOwn(behind, pod)}, though the set has ${now} by now${when}. It is not replaced: ${HELD_BECAUSE[holding]}.${changes ? ` A new pod would differ in this: ${changes}.` : ''}${well > 0 ? ` ${sayMany(well, 'pod')} of ${now} ${well === 1 ? 'is' : 'are'} well.` : ''}`,
    evidence: [cite(pod.exhibit, JSON.stringify(pod.revisionHash ?? '')), cite(set.exhibit, history.newest.name)],
    confidence: isOfTemplate ? (well > 0 ? 0.9 : 0.8) : 0.6,
    weight: isOfTemplate ? 'cause' : 'symptom',
    subject: workload,
    explains: isOfTemplate ? [...FOLLOWS, ...OF_ITS_TEMPLATE] : [],
    ...gateOf(scene, behind, pod, isOfTemplate && well > 0 && holding === 'not ready'),
    suggestions: [
      holding === 'partition'
        ? `Lower the partition of ${workload.name}, and delete pod ${pod.name} if it is not replaced then.`
        : `${isOfTemplate ? 'Delete' : 'First see what keeps it from being ready; then delete'} pod ${pod.name} (kubectl delete pod ${pod.name} -n ${pod.namespace}), so that it is made anew from ${now}.`,
    ],
  })
}

/** What the older template brought; the newer one may have set it right. */
const OF_ITS_TEMPLATE = [...OF_ITS_IMAGE, 'image_not_found', 'init_container_fails', 'init_container_waits']

function changesFor({ cluster }: Scene, pod: PodView) {
  const revision = revisionNameOf(pod)
  const described = cluster?.described.find(({ pod: one }) => revisionNameOf(one) === revision)
  return described?.outdated ?? []
}

function sayOwn({ history }: SetBehind, pod: PodView): string {
  const name = revisionNameOf(pod)
  const known = history.released.revisions.find((one) => one.name === name)
  return `revision ${known?.revision ?? name} of its template`
}

/** A new pod is sure to do better only where others of that revision do well. */
function gateOf({ cluster, now }: Scene, { history, workload }: SetBehind, pod: PodView, isProven: boolean): Gated {
  const { revision } = history.newest
  if (!cluster || !isProven)
    return noAction(
      `Whether a new pod of ${workload.name} would do better with revision ${revision} is not shown, so a person must see to it.`,
    )
  const why = `Only a deleted pod is made anew, and then from revision ${revision}, whose other pods are well.`
  return restartGate({ cluster, now, pod, why, isMadeAnew: true })
}

// A set whose update is not complete because its own strategy waits for a person, while nothing fails.

export const setHeldBack: Analyzer = (scene) =>
  setsBehind(scene.cluster).flatMap((behind) => {
    const isWell = [...behind.older, ...behind.newest].every(({ isReady }) => isReady)
    const [holding, ...others] = new Set(behind.older.map((pod) => holdingOf(behind, pod)))
    return isWell && holding !== undefined && others.length === 0 ? [heldBack(scene, behind, holding)] : []
  })

function heldBack({ now }: Scene, { workload, history, older, set }: SetBehind, holding: Holding): Finding {
  const revision = `revision ${history.newest.revision}`
  const changes = sayChanges(history.change?.differences ?? [])
  const when = history.rolledOutAt ? ` of ${sayAgo(history.rolledOutAt, now)}` : ''
  return fault({
    kind: 'set_held_back',
    statement: `${workload.kind} ${workload.namespace}/${workload.name} is not updated to the end, though all its pods are ready: ${sayMany(older.length, 'pod')} (${namesOf(older)}) of ${set.replicas} ${older.length === 1 ? 'does' : 'do'} not have ${revision}${when} yet, because ${HELD_BECAUSE[holding]}${holding === 'partition' ? ` (partition ${set.partition})` : ''}.${changes ? ` What ${revision} changes: ${changes}.` : ''}`,
    evidence: [cite(set.exhibit, holding === 'OnDelete' ? '"OnDelete"' : `"partition":${set.partition}`)],
    confidence: 0.75,
    situation: 'works_as_designed',
    subject: workload,
    explains: ['recovered'],
    ...noAction('The update waits for a person by its own strategy, and all pods are ready.'),
    suggestions: [
      holding === 'OnDelete'
        ? `Delete the pods that are to have ${revision} one by one (${namesOf(older)}), or change the update strategy of ${workload.name}.`
        : `Lower the partition of ${workload.name} when the other pods are to have ${revision}.`,
    ],
  })
}

// Whether what keeps a pod from being ready can lie in its template, so that a pod of another template would do
// better.

/** A registry that is away or refuses gives no other image either. */
const NEVER_STARTS = /^(CreateContainerConfigError|CreateContainerError|RunContainerError)$/
/** Of its data, its disk or its neighbours: a new pod of the set gets the same volume and meets the same neighbours. */
const OF_ITS_PLACE =
  /corrupt|checksum|no space left|disk (?:is )?full|disk quota|read-only file ?system|input\/output error|\bEIO\b|data directory|lock file|already (?:locked|in use)|connection refused|econnrefused|no such host|enotfound|name resolution|time(?:d )?[ -]?out|unreachable|quorum|cluster id/i
const LAST_LINES = 25

function isOfItsTemplate(cluster: ClusterScene, pod: Shown<PodView>, differences: readonly Difference[]): boolean {
  const waiting = containersOf(pod)
  if (waiting.some((container) => neverStarts(cluster, pod, container))) return true
  if (waiting.some((container) => container.restartCount > 0 && lastEnd(container)))
    return !speaksOfItsPlace(cluster, pod)
  // It runs and only its probe says no.
  return pod.phase === 'Running' && differences.some(({ field }) => /readinessProbe|startupProbe/i.test(field))
}

function neverStarts(cluster: ClusterScene, pod: Shown<PodView>, container: ContainerView): boolean {
  if (NEVER_STARTS.test(container.waiting?.reason ?? '')) return true
  const told = podEvents(cluster, pod, 'Failed', 'InspectFailed').map(({ message }) => message)
  return [container.waiting?.message ?? '', ...told].some(
    (words) => waitingName(container.waiting?.reason ?? '', words) === 'image_not_found',
  )
}

function speaksOfItsPlace({ logs }: ClusterScene, pod: PodView): boolean {
  return logs.some(
    (log) => isSame(log, pod) && log.lines.slice(-LAST_LINES).some(({ text }) => OF_ITS_PLACE.test(text)),
  )
}
