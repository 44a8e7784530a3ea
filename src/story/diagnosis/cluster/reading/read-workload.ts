/** Workloads, autoscalers and nodes as list_pods shows them. */
import {
  eachOf,
  type Fields,
  keyOf,
  kindAndName,
  number,
  type ReadBy,
  record,
  text,
  texts,
  time,
  words,
} from './loose-fields.ts'
import { readConditions } from './read-pod.ts'

export type DeploymentView = ReadBy<typeof readDeployment>

export function readDeployment(source: Fields) {
  return {
    ...keyOf(source),
    createdAt: time(source.creationTimestamp),
    revision: number(source.revision),
    replicas: count(source.replicas),
    readyReplicas: count(source.readyReplicas),
    updatedReplicas: count(source.updatedReplicas),
    availableReplicas: count(source.availableReplicas),
    unavailableReplicas: count(source.unavailableReplicas),
    isPaused: source.paused === true,
    /** Who makes it, where something does. */
    controller: text(source.controller),
    /** Annotations and labels, shown where it is at zero or paused, or is to be left alone: by these people say what is meant. */
    marks: texts(source.marks),
    images: words(source.images),
    /** Of its template: a Service that asks for these means it. */
    podLabels: texts(source.podLabels),
    conditions: readConditions(source.conditions),
    /** Newest first: the two newest and older ones that still have pods. */
    revisions: readRevisions(source.replicaSets),
  }
}

export type RevisionView = ReturnType<typeof readRevisions>[number]

/** ReplicaSets or ControllerRevisions. */
export function readRevisions(value: unknown) {
  return eachOf(value, (source) => ({
    name: text(source.name) ?? '',
    /** Its name where nobody numbered it. */
    revision: number(source.revision) as number | string | undefined,
    replicas: count(source.replicas),
    readyReplicas: count(source.readyReplicas),
    createdAt: time(source.creationTimestamp),
    conditions: readConditions(source.conditions),
  }))
}

export type SetView = ReadBy<typeof readSet>

/** A StatefulSet or a DaemonSet, which counts nodes where the other counts replicas. */
export function readSet(source: Fields) {
  const strategy = record(source.updateStrategy)
  return {
    ...keyOf(source),
    /** Shown where it is to be left alone. */
    marks: texts(source.marks),
    replicas: count(source.replicas ?? source.desiredNumberScheduled),
    readyReplicas: count(source.readyReplicas ?? source.numberReady),
    updatedReplicas: count(source.updatedReplicas ?? source.updatedNumberScheduled),
    images: words(source.images),
    podLabels: texts(source.podLabels),
    conditions: readConditions(source.conditions),
    /** `OnDelete`: a changed template reaches a pod only when somebody deletes it. */
    strategy: text(strategy.type) ?? 'RollingUpdate',
    /** Pods of a StatefulSet with a lower number keep the template they have. */
    partition: count(record(strategy.rollingUpdate).partition),
    /** A StatefulSet that makes its pods one after the other, each when the one before is ready. */
    isInOrder: source.podManagementPolicy !== 'Parallel',
    /** Of a StatefulSet: the ControllerRevision its pods are to have. */
    updateRevision: text(source.updateRevision),
    /** Newest first; none where they were not shown. */
    revisions: readRevisions(source.revisions),
  }
}

export type JobView = ReadBy<typeof readJob>

export function readJob(source: Fields) {
  return {
    ...keyOf(source),
    owner: kindAndName(source.owner),
    isSuspended: source.suspend === true,
    backoffLimit: number(source.backoffLimit),
    /** After so long it is stopped, whatever it has done. */
    deadlineSeconds: number(source.activeDeadlineSeconds),
    active: count(source.active),
    succeeded: count(source.succeeded),
    failed: count(source.failed),
    startedAt: time(source.startTime),
    completedAt: time(source.completionTime),
    conditions: readConditions(source.conditions),
  }
}

export type CronJobView = ReadBy<typeof readCronJob>

export function readCronJob(source: Fields) {
  return {
    ...keyOf(source),
    schedule: text(source.schedule) ?? '',
    isSuspended: source.suspend === true,
    active: count(source.active),
    lastScheduledAt: time(source.lastScheduleTime),
    lastSucceededAt: time(source.lastSuccessfulTime),
  }
}

export type AutoscalerView = ReadBy<typeof readAutoscaler>

export function readAutoscaler(source: Fields) {
  return {
    ...keyOf(source),
    /** `Deployment/checkout`. */
    target: text(source.scaleTargetRef) ?? '',
    minReplicas: number(source.minReplicas) ?? 1,
    maxReplicas: count(source.maxReplicas),
    currentReplicas: count(source.currentReplicas),
    desiredReplicas: count(source.desiredReplicas),
    conditions: readConditions(source.conditions),
  }
}

export type NodeView = ReadBy<typeof readNode>

export function readNode(source: Fields) {
  return {
    name: text(source.name) ?? '',
    address: text(source.address),
    isReady: source.ready === true,
    isUnschedulable: source.unschedulable === true,
    taints: eachOf(source.taints, ({ key, value, effect }) => ({
      key: text(key) ?? '',
      value: text(value) ?? '',
      effect: text(effect) ?? '',
    })),
    /** Ready always; others where they are not as they should be. */
    conditions: readConditions(source.conditions),
    allocatable: texts(source.allocatable),
    requested: texts(source.requested),
    labels: texts(source.labels),
    createdAt: time(source.creationTimestamp),
    /** Its system, kernel, kubelet and runtime. */
    built: texts(source.built),
  }
}

function count(value: unknown): number {
  return number(value) ?? 0
}
