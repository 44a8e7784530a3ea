/** A pod of a set that fails with an older template than the set has by now, and that nobody replaces. */

import type { ClusterScene, ContainerView, Difference, PodView, SetView, Shown } from '../../cluster/cluster-scene.ts'
import { type Gated, noAction, restartGate } from '../../cluster/gates.ts'
import { lastEnd } from '../../cluster/pods/container-faults.ts'
import { podEvents } from '../../cluster/pods/events-about.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'
import { revisionNameOf } from '../../cluster/releases/released-workload.ts'
import {
  HELD_BECAUSE,
  type Holding,
  holdingOf,
  namesOf,
  type SetBehind,
  setsBehind,
} from '../../cluster/releases/set-behind.ts'
import { minutesBetween, sayAgo, sayMany } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { cite } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { FOLLOWS } from '../cluster-fault.ts'
import { waitingName } from '../containers/named-states.ts'
import { sayState } from './bad-revision.ts'

export const setLeftBehind: Analyzer = (scene) =>
  setsBehind(scene.cluster).flatMap((behind) => {
    const held = behind.older
      .filter((pod) => !pod.isReady && !isStarting(pod, scene.now))
      .filter((pod) => isOwnFault(behind, pod))
    const [first] = held.flatMap((pod) => {
      const holding = holdingOf(behind, pod)
      return holding === undefined ? [] : [leftBehind(scene, behind, pod, holding)]
    })
    return first ? [first] : []
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
    evidence: [cite(pod.exhibit, revisionMark(pod)), cite(set.exhibit, history.newest.name)],
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
const OF_ITS_TEMPLATE = [
  'image_not_found',
  'configuration_error',
  'missing_reference',
  'cannot_execute',
  'wrong_readiness_probe',
  'wrong_liveness_probe',
  'out_of_memory',
  'init_container_fails',
  'init_container_waits',
]

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

/** The mark as it stands on the pod. */
function revisionMark({ revisionHash = '' }: PodView): string {
  return JSON.stringify(revisionHash)
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
    evidence: [cite(set.exhibit, quoteOf(set, holding))],
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

function quoteOf({ partition }: SetView, holding: Holding): string {
  return holding === 'OnDelete' ? '"OnDelete"' : `"partition":${partition}`
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
  const waiting = [...pod.initContainers, ...pod.containers]
  if (waiting.some((container) => neverStarts(cluster, pod, container))) return true
  if (waiting.some(keepsEnding)) return !speaksOfItsPlace(cluster, pod)
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

function keepsEnding(container: ContainerView): boolean {
  return container.restartCount > 0 && lastEnd(container) !== undefined
}

function speaksOfItsPlace({ logs }: ClusterScene, pod: PodView): boolean {
  return logs.some(
    (log) => isSame(log, pod) && log.lines.slice(-LAST_LINES).some(({ text }) => OF_ITS_PLACE.test(text)),
  )
}
