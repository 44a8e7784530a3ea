/** Workloads as a list shows them: what is wanted, what is there, and what the controller says of it. */
import type { Autoscaler, ControllerRevision, Workload } from './kubernetes-objects.ts'
import { controllerOf } from './owner-chain.ts'
import { marksOf, markThatForbids, wordsOn } from './put-away.ts'
import { revisionOf } from './revisions.ts'
import { showSetRevision } from './set-revisions.ts'
import { optional, showConditions } from './shown-pod.ts'

export function showDeployment(deployment: Workload, replicaSets: readonly Workload[]) {
  const { spec, status = {} } = deployment
  return {
    ...nameOf(deployment),
    ...optional('revision', revisionOf(deployment)),
    replicas: spec.replicas ?? 1,
    ...(spec.paused && { paused: true }),
    ...optional('controller', controllerName(deployment)),
    // What stands still may be meant to, and what runs may have to be left alone: people say so on the object itself.
    ...(spec.replicas === 0 || spec.paused ? { marks: marksOf(deployment.metadata) } : forbiddingMarks(deployment)),
    // A deployment at zero has none of these fields.
    readyReplicas: status.readyReplicas ?? 0,
    updatedReplicas: status.updatedReplicas ?? 0,
    availableReplicas: status.availableReplicas ?? 0,
    unavailableReplicas: status.unavailableReplicas ?? 0,
    images: imagesOf(deployment),
    ...podLabelsOf(deployment),
    conditions: showConditions(status.conditions),
    replicaSets: replicaSets.map(showReplicaSet),
  }
}

/** What is written on it where that forbids to change it: on the object, or on the template of its pods. */
export function forbiddingMarks({ metadata, spec }: Pick<Workload, 'metadata' | 'spec'>) {
  const all = [metadata, spec?.template?.metadata ?? {}]
  const marked = all.find((one) => markThatForbids(wordsOn(one)) !== undefined)
  return marked ? { marks: marksOf(marked) } : {}
}

function controllerName({ metadata }: Workload): string | undefined {
  const owner = controllerOf(metadata)
  return owner && `${owner.kind} ${owner.name}`
}

export function showReplicaSet(replicaSet: Workload) {
  const { metadata, spec, status = {} } = replicaSet
  return {
    name: metadata.name,
    revision: revisionOf(replicaSet),
    replicas: spec.replicas ?? 0,
    readyReplicas: status.readyReplicas ?? 0,
    creationTimestamp: metadata.creationTimestamp,
    ...(status.conditions && { conditions: showConditions(status.conditions) }),
  }
}

const SET_REVISIONS_MAX = 4

export function showStatefulSet(set: Workload, revisions: readonly ControllerRevision[]) {
  const { spec, status = {} } = set
  return {
    ...nameOf(set),
    replicas: spec.replicas ?? 1,
    readyReplicas: status.readyReplicas ?? 0,
    updatedReplicas: status.updatedReplicas ?? 0,
    ...optional('currentRevision', status.currentRevision),
    ...optional('updateRevision', status.updateRevision),
    ...optional('podManagementPolicy', spec.podManagementPolicy),
    ...releasesOf(set, revisions),
    images: imagesOf(set),
    ...podLabelsOf(set),
    ...forbiddingMarks(set),
    ...(status.conditions && { conditions: showConditions(status.conditions) }),
  }
}

/** How a changed template reaches its pods, and the templates it had. */
function releasesOf({ spec }: Workload, revisions: readonly ControllerRevision[]) {
  return {
    ...optional('updateStrategy', spec.updateStrategy),
    ...(revisions.length > 0 && { revisions: revisions.slice(0, SET_REVISIONS_MAX).map(showSetRevision) }),
  }
}

export function showDaemonSet(set: Workload, revisions: readonly ControllerRevision[]) {
  const { status = {} } = set
  return {
    ...nameOf(set),
    desiredNumberScheduled: status.desiredNumberScheduled ?? 0,
    numberReady: status.numberReady ?? 0,
    updatedNumberScheduled: status.updatedNumberScheduled ?? 0,
    numberUnavailable: status.numberUnavailable ?? 0,
    ...releasesOf(set, revisions),
    images: imagesOf(set),
    ...podLabelsOf(set),
    ...forbiddingMarks(set),
  }
}

export function showJob(job: Workload) {
  const { spec, status = {} } = job
  return {
    ...nameOf(job),
    ...ownerOf(job),
    completions: spec.completions ?? 1,
    ...(spec.suspend === true && { suspend: true }),
    backoffLimit: spec.backoffLimit,
    ...optional('activeDeadlineSeconds', spec.activeDeadlineSeconds),
    active: status.active ?? 0,
    succeeded: status.succeeded ?? 0,
    failed: status.failed ?? 0,
    ...optional('startTime', status.startTime),
    ...optional('completionTime', status.completionTime),
    conditions: showConditions(status.conditions),
  }
}

export function showCronJob(job: Workload) {
  const { spec, status = {} } = job
  return {
    ...nameOf(job),
    schedule: spec.schedule,
    suspend: spec.suspend ?? false,
    concurrencyPolicy: spec.concurrencyPolicy,
    active: Array.isArray(status.active) ? status.active.length : 0,
    ...optional('lastScheduleTime', status.lastScheduleTime),
    ...optional('lastSuccessfulTime', status.lastSuccessfulTime),
  }
}

export function showAutoscaler(autoscaler: Autoscaler) {
  const { metadata, spec, status } = autoscaler
  return {
    name: metadata.name,
    namespace: metadata.namespace,
    scaleTargetRef: `${spec.scaleTargetRef.kind}/${spec.scaleTargetRef.name}`,
    minReplicas: spec.minReplicas ?? 1,
    maxReplicas: spec.maxReplicas,
    currentReplicas: status?.currentReplicas ?? 0,
    desiredReplicas: status?.desiredReplicas ?? 0,
    conditions: showConditions(status?.conditions),
  }
}

function nameOf({ metadata }: Workload) {
  return { name: metadata.name, namespace: metadata.namespace, creationTimestamp: metadata.creationTimestamp }
}

function ownerOf({ metadata }: Workload) {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller)
  return owner ? { owner: `${owner.kind}/${owner.name}` } : {}
}

function imagesOf({ spec }: Workload): string[] {
  return (spec.template?.spec.containers ?? []).flatMap(({ image }) => image ?? [])
}

/** By which a Service finds its pods, also where there are none. */
function podLabelsOf({ spec }: Workload) {
  return optional('podLabels', spec.template?.metadata?.labels)
}
