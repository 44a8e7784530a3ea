/** The pods of a workload, and the workload of a pod. */
import { cite } from '../../evidence.ts'
import type { WorkloadKind } from '../../label-names.ts'
import type {
  ClusterScene,
  ContainerLog,
  ContainerView,
  EventView,
  ObjectKey,
  PodView,
  Shown,
  WorkloadName,
} from '../cluster-scene.ts'

/** Which pods belong to which workload, and which of them are in trouble. */
export type ClusterSight = Omit<ClusterScene, 'target'>

const MINUTE = 60_000
/** A restart older than this, in a pod that is well since, is history. */
const FRESH_RESTART_MINUTES = 15

export function isSame(one: ObjectKey, other: ObjectKey): boolean {
  return one.name === other.name && one.namespace === other.namespace
}

export function findPod({ pods }: ClusterSight, key: ObjectKey): Shown<PodView> | undefined {
  return pods.find((pod) => isSame(pod, key))
}

/** As the close look showed it. */
export function describedOf({ described }: Pick<ClusterSight, 'described'>, pod: ObjectKey) {
  return described.find((one) => isSame(one.pod, pod))
}

/** What a person wrote to have the pod: the Deployment behind its ReplicaSet, the CronJob behind its Job. */
export function workloadOf(sight: ClusterSight, pod: PodView): WorkloadName | undefined {
  const { namespace, owner } = pod
  if (!owner) return undefined
  if (owner.kind === 'ReplicaSet') return deploymentOf(sight, pod, owner.name)
  if (owner.kind === 'Job') {
    const job = sight.jobs.find((one) => isSame(one, { namespace, name: owner.name }))
    if (job?.owner?.kind === 'CronJob') return { kind: 'CronJob', namespace, name: job.owner.name }
  }
  return isWorkloadKind(owner.kind) ? { kind: owner.kind, namespace, name: owner.name } : undefined
}

function deploymentOf(sight: ClusterSight, pod: PodView, replicaSet: string): WorkloadName {
  const { namespace, templateHash } = pod
  const listed = sight.deployments.find(
    (one) =>
      one.namespace === namespace &&
      (one.revisions.some(({ name }) => name === replicaSet) || `${one.name}-${templateHash}` === replicaSet),
  )
  const chain = describedOf(sight, pod)?.owners
  const name = listed?.name ?? chain?.find(({ kind }) => kind === 'Deployment')?.name
  return name === undefined
    ? { kind: 'ReplicaSet', namespace, name: replicaSet }
    : { kind: 'Deployment', namespace, name }
}

const KINDS: readonly WorkloadKind[] = ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job', 'CronJob']

function isWorkloadKind(kind: string): kind is WorkloadKind {
  return (KINDS as readonly string[]).includes(kind)
}

export function podsOf(sight: ClusterSight, workload: WorkloadName): Shown<PodView>[] {
  return sight.pods.filter((pod) => {
    if (pod.namespace !== workload.namespace) return false
    const { kind, name } = workloadOf(sight, pod) ?? {}
    const isOwnedDirectly = pod.owner?.kind === workload.kind && pod.owner.name === workload.name
    return isOwnedDirectly || (kind === workload.kind && name === workload.name)
  })
}

/** Those that serve and are to stay. */
export function runningPods(sight: ClusterSight, workload: WorkloadName | undefined): Shown<PodView>[] {
  const pods = workload ? podsOf(sight, workload) : []
  return pods.filter((pod) => !isLeaving(pod) && pod.phase === 'Running')
}

/** The pods the alert is about: those of the workload it names, or of the named pod's. */
export function subjectPods({ target, ...sight }: ClusterScene): Shown<PodView>[] {
  const unowned = target.unowned.flatMap((key) => findPod(sight, key) ?? [])
  const all = [...target.workloads.flatMap((workload) => podsOf(sight, workload)), ...unowned]
  const named = target.pod && findPod(sight, target.pod)
  return named && !all.some((pod) => isSame(pod, named)) ? [named, ...all] : all
}

/** Made by the same owner, and it need not be another one. */
export function isSibling(one: PodView, other: PodView): boolean {
  return one.namespace === other.namespace && other.owner !== undefined && one.owner?.name === other.owner.name
}

/** Steps and programs. */
export function containersOf({ initContainers, containers }: PodView): readonly ContainerView[] {
  return [...initContainers, ...containers]
}

export function wasOutOfMemory({ last, terminated }: ContainerView): boolean {
  return [last, terminated].some((end) => end?.reason === 'OOMKilled')
}

export function logsOfPod({ logs }: Pick<ClusterSight, 'logs'>, pod: ObjectKey): Shown<ContainerLog>[] {
  return logs.filter((log) => isSame(log, pod))
}

export function isStaying(pod: PodView): boolean {
  return !isLeaving(pod) && !isEnded(pod)
}

export function isLeaving({ deletedAt }: PodView): boolean {
  return deletedAt !== undefined
}

/** It ran and is over; whoever owns it has made another, unless a Job counts it. */
export function isEnded({ phase, owner }: PodView): boolean {
  return phase === 'Succeeded' || (phase === 'Failed' && owner?.kind !== 'Job')
}

export function isDone({ phase }: PodView): boolean {
  return phase === 'Succeeded'
}

/** Something is wrong with it now, or was until a moment ago. */
export function hasTrouble(pod: PodView, now: Date): boolean {
  if (isDone(pod)) return false
  return !pod.isReady || hasRestartedLately(pod, now)
}

function hasRestartedLately(pod: PodView, now: Date): boolean {
  return containersOf(pod).some(({ restartCount, last, waiting, terminated }) => {
    if (waiting?.reason === 'CrashLoopBackOff') return true
    const ended = terminated?.finishedAt ?? last?.finishedAt
    return restartCount > 0 && ended !== undefined && now.getTime() - ended.getTime() < FRESH_RESTART_MINUTES * MINUTE
  })
}

const REPEATED_RESTARTS = 3
const REPEATED_WITHIN_MINUTES = 6 * 60

/** It runs now, as it did before each of its many restarts. */
export function restartsAtIntervals({ containers }: PodView, now: Date): boolean {
  return containers.some(({ restartCount, last }) => {
    const age = last?.finishedAt ? now.getTime() - last.finishedAt.getTime() : Number.POSITIVE_INFINITY
    return restartCount >= REPEATED_RESTARTS && age < REPEATED_WITHIN_MINUTES * MINUTE
  })
}

/** It cannot run as it is, whatever the time: unscheduled, waiting, failed or restarting. */
export function hasWaitingTrouble(pod: PodView): boolean {
  return !isDone(pod) && !pod.isReady && !isLeaving(pod)
}

/** Whom an error names: a pod of another workload than the one that logs it. Its own release is then not the first suspect. */
export function accusedPod(sight: ClusterSight, words: string, complainant: string): PodView | undefined {
  return sight.pods.find(
    (pod) => words.includes(pod.name) && (workloadOf(sight, pod)?.name ?? pod.name) !== complainant,
  )
}

/** The images a workload or a pod runs, as far as they were seen. */
export function imagesOfWorkload(cluster: ClusterScene, { kind, namespace, name }: WorkloadName): readonly string[] {
  const sets = { Deployment: cluster.deployments, StatefulSet: cluster.statefulSets, DaemonSet: cluster.daemonSets }
  const all = kind in sets ? sets[kind as keyof typeof sets] : []
  return all.find((one) => isSame(one, { namespace, name }))?.images ?? []
}

// What the cluster said about one object.

type About = { kind: string; name: string; namespace?: string | undefined }

/** Oldest first; with reasons given, only those. */
export function eventsAbout(
  { events }: Pick<ClusterScene, 'events'>,
  { kind, name, namespace }: About,
  ...reasons: readonly string[]
): Shown<EventView>[] {
  return events.filter(
    (event) =>
      event.kind === kind &&
      event.name === name &&
      (namespace === undefined || event.namespace === undefined || event.namespace === namespace) &&
      (reasons.length === 0 || reasons.includes(event.reason)),
  )
}

export function podEvents(
  cluster: Pick<ClusterScene, 'events'>,
  { namespace, name }: PodView,
  ...reasons: readonly string[]
): Shown<EventView>[] {
  return eventsAbout(cluster, { kind: 'Pod', namespace, name }, ...reasons)
}

export function citeEvent({ exhibit, message }: Shown<EventView>) {
  return cite(exhibit, message)
}
