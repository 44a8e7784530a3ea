/** Workloads, autoscalers and nodes as list_pods shows them. */
import type { Exhibit } from '../../evidence.ts'
import type {
  AutoscalerView,
  CronJobView,
  DeploymentView,
  Fields,
  JobView,
  NodeView,
  RevisionView,
  SetView,
  Shown,
} from '../cluster-scene.ts'
import { kindAndName, number, record, records, text, texts, time, words } from './loose-fields.ts'
import { readConditions } from './read-pod.ts'

export function readDeployment(source: Fields, exhibit: Exhibit): Shown<DeploymentView> {
  return {
    exhibit,
    source,
    ...keyOf(source),
    createdAt: time(source.creationTimestamp),
    revision: number(source.revision),
    replicas: number(source.replicas) ?? 0,
    readyReplicas: number(source.readyReplicas) ?? 0,
    updatedReplicas: number(source.updatedReplicas) ?? 0,
    availableReplicas: number(source.availableReplicas) ?? 0,
    unavailableReplicas: number(source.unavailableReplicas) ?? 0,
    isPaused: source.paused === true,
    controller: text(source.controller),
    marks: texts(source.marks),
    images: words(source.images),
    podLabels: texts(source.podLabels),
    conditions: readConditions(source.conditions),
    revisions: readRevisions(source.replicaSets),
  }
}

export function readRevisions(value: unknown): RevisionView[] {
  return records(value).map((source) => ({
    name: text(source.name) ?? '',
    revision: number(source.revision),
    replicas: number(source.replicas) ?? 0,
    readyReplicas: number(source.readyReplicas) ?? 0,
    createdAt: time(source.creationTimestamp),
    conditions: readConditions(source.conditions),
  }))
}

/** A DaemonSet counts nodes where a StatefulSet counts replicas. */
export function readSet(source: Fields, exhibit: Exhibit): Shown<SetView> {
  const strategy = record(source.updateStrategy)
  return {
    exhibit,
    source,
    ...keyOf(source),
    marks: texts(source.marks),
    replicas: number(source.replicas) ?? number(source.desiredNumberScheduled) ?? 0,
    readyReplicas: number(source.readyReplicas) ?? number(source.numberReady) ?? 0,
    updatedReplicas: number(source.updatedReplicas) ?? number(source.updatedNumberScheduled) ?? 0,
    images: words(source.images),
    podLabels: texts(source.podLabels),
    conditions: readConditions(source.conditions),
    strategy: text(strategy.type) ?? 'RollingUpdate',
    partition: number(record(strategy.rollingUpdate).partition) ?? 0,
    isInOrder: source.podManagementPolicy !== 'Parallel',
    updateRevision: text(source.updateRevision),
    revisions: readRevisions(source.revisions),
  }
}

export function readJob(source: Fields, exhibit: Exhibit): Shown<JobView> {
  return {
    exhibit,
    source,
    ...keyOf(source),
    owner: kindAndName(source.owner),
    isSuspended: source.suspend === true,
    backoffLimit: number(source.backoffLimit),
    deadlineSeconds: number(source.activeDeadlineSeconds),
    active: number(source.active) ?? 0,
    succeeded: number(source.succeeded) ?? 0,
    failed: number(source.failed) ?? 0,
    startedAt: time(source.startTime),
    completedAt: time(source.completionTime),
    conditions: readConditions(source.conditions),
  }
}

export function readCronJob(source: Fields, exhibit: Exhibit): Shown<CronJobView> {
  return {
    exhibit,
    source,
    ...keyOf(source),
    schedule: text(source.schedule) ?? '',
    isSuspended: source.suspend === true,
    active: number(source.active) ?? 0,
    lastScheduledAt: time(source.lastScheduleTime),
    lastSucceededAt: time(source.lastSuccessfulTime),
  }
}

export function readAutoscaler(source: Fields, exhibit: Exhibit): Shown<AutoscalerView> {
  return {
    exhibit,
    source,
    ...keyOf(source),
    target: text(source.scaleTargetRef) ?? '',
    minReplicas: number(source.minReplicas) ?? 1,
    maxReplicas: number(source.maxReplicas) ?? 0,
    currentReplicas: number(source.currentReplicas) ?? 0,
    desiredReplicas: number(source.desiredReplicas) ?? 0,
    conditions: readConditions(source.conditions),
  }
}

export function readNode(source: Fields, exhibit: Exhibit): Shown<NodeView> {
  return {
    exhibit,
    source,
    name: text(source.name) ?? '',
    address: text(source.address),
    isReady: source.ready === true,
    isUnschedulable: source.unschedulable === true,
    taints: records(source.taints).map(({ key, value, effect }) => ({
      key: text(key) ?? '',
      value: text(value) ?? '',
      effect: text(effect) ?? '',
    })),
    conditions: readConditions(source.conditions),
    allocatable: texts(source.allocatable),
    requested: texts(source.requested),
    labels: texts(source.labels),
  }
}

function keyOf(source: Fields) {
  return { namespace: text(source.namespace) ?? '', name: text(source.name) ?? '' }
}
