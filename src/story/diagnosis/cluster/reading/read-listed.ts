/**
 * What list_pods and the plugins beside it show: events, logs, amounts, pods, workloads, autoscalers, nodes and plain
 * objects.
 */
import {
  eachOf,
  type Fields,
  keyOf,
  kindAndName,
  number,
  type ReadBy,
  record,
  records,
  text,
  texts,
  time,
  words,
} from './loose-fields.ts'

// Events, logs, amounts and plain objects as the plugins list them.

export type EventView = ReadBy<typeof readEvent>

export function readEvent(source: Fields) {
  const object = kindAndName(source.object)
  return {
    /** The last time it was seen. */
    at: time(source.time),
    firstAt: time(source.firstTimestamp) ?? time(source.time),
    isWarning: source.type === 'Warning',
    reason: text(source.reason) ?? '',
    kind: object?.kind ?? '',
    name: object?.name ?? '',
    namespace: text(source.namespace),
    /** `spec.containers{web}`. */
    fieldPath: text(source.fieldPath),
    message: text(source.message) ?? '',
    count: number(source.count) ?? 1,
  }
}

export type ContainerLog = Omit<ReadBy<typeof readLog>, 'lines'> & {
  lines: readonly ReturnType<typeof readLogLine>[]
}

export function readLog(source: Fields) {
  return {
    ...keyOf({ ...source, name: source.pod }),
    container: text(source.container),
    isPrevious: source.previous === true,
    lines: words(source.lines).map(readLogLine),
  }
}

export type UsageView = ReadBy<typeof readUsage>

export function readUsage(source: Fields) {
  return {
    ...keyOf(source),
    containers: eachOf(source.containers, ({ name, cpu, memory }) => ({
      name: text(name) ?? '',
      cpu: readAmount(cpu),
      memory: readAmount(memory),
    })),
  }
}

export type Amount = NonNullable<ReturnType<typeof readAmount>>

function readAmount(value: unknown) {
  const { used, request, limit, of_limit } = record(value)
  if (typeof used !== 'string') return undefined
  return { used, request: text(request), limit: text(limit), ofLimit: number(of_limit) }
}

/** An object as `llm.orchestrator_action` shows it. */
export type PlainObject = ReadBy<typeof readPlainObject>

/** Whole objects keep their metadata, brief ones have it on top. */
export function readPlainObject(whole: Fields) {
  const { namespace, name } = { ...whole, ...record(whole.metadata) } as Fields
  return { kind: text(whole.kind) ?? '', namespace: text(namespace), name: text(name) ?? '', whole }
}

/** Of a list that was cut: pods beyond its end, by kind. */
export type LeftOffPods = ReadBy<typeof readLeftOff>

export function readLeftOff(source: Fields) {
  return {
    namespace: text(source.namespace) ?? '',
    owner: kindAndName(source.owner),
    phase: text(source.phase) ?? '',
    /** The scheduler's words, where it found no place. */
    message: text(source.message),
    count: number(source.count) ?? 0,
  }
}

// One line of a log, with the time it bears, if it bears any near its beginning.

export type LogLine = { text: string; at: Date | undefined }

const TIME = /\b(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?\s?(Z|[+-]\d\d:?\d\d)?/
const HEAD_CHARACTERS = 160

export function readLogLine(text: string): LogLine {
  const [, day, clock, fraction = '0', zone = 'Z'] = TIME.exec(text.slice(0, HEAD_CHARACTERS)) ?? []
  if (day === undefined) return { text, at: undefined }
  const at = new Date(`${day}T${clock}.${fraction.slice(0, 3)}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`)
  return { text, at: Number.isNaN(at.getTime()) ? undefined : at }
}

// Workloads, autoscalers and nodes as list_pods shows them.

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
    taints: eachOf(source.taints, ({ key, value, effect, timeAdded }) => ({
      key: text(key) ?? '',
      value: text(value) ?? '',
      effect: text(effect) ?? '',
      since: time(timeAdded),
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

// A pod as list_pods and describe_pod show it.

export type PodView = ReadBy<typeof readPod>

export function readPod(source: Fields) {
  const labels = texts(source.labels)
  const revisionHash = text(source['controller-revision-hash']) ?? labels['controller-revision-hash']
  return {
    ...keyOf(source),
    phase: text(source.phase) ?? 'Unknown',
    isReady: source.ready === true,
    restartCount: restartsOf(source),
    owner: kindAndName(source.owner),
    templateHash: text(source['pod-template-hash']) ?? labels['pod-template-hash'],
    /** The mark a StatefulSet or DaemonSet puts on its pods for the template they were made from. */
    ...(revisionHash !== undefined && { revisionHash }),
    /** By container, where pods of one template run different images under one name. */
    ...(source.image_digests !== undefined && { digests: texts(source.image_digests) }),
    nodeName: text(source.nodeName),
    podIP: text(source.podIP),
    createdAt: time(source.creationTimestamp),
    /** Set where it is being deleted. */
    deletedAt: time(source.deletionTimestamp),
    reason: text(source.reason),
    message: text(source.message),
    /** Those not met; of a pod that was described, all. */
    conditions: readConditions(source.conditions),
    /** Shown only of pods in trouble, and of those that were described. */
    initContainers: eachOf(source.initContainerStatuses, readContainer),
    containers: eachOf(source.containerStatuses, readContainer),
  }
}

export type ConditionView = ReturnType<typeof readConditions>[number]

export function readConditions(value: unknown) {
  return eachOf(value, ({ type, status, reason, message, lastTransitionTime }) => ({
    type: text(type) ?? '',
    status: text(status) ?? '',
    reason: text(reason),
    message: text(message),
    since: time(lastTransitionTime),
  }))
}

/** A described pod carries no sum of its own. */
function restartsOf({ restartCount, initContainerStatuses, containerStatuses }: Fields): number {
  const each = [...records(initContainerStatuses), ...records(containerStatuses)]
  return number(restartCount) ?? each.reduce((sum, one) => sum + (number(one.restartCount) ?? 0), 0)
}

export type ContainerView = ReadBy<typeof readContainer>

function readContainer(status: Fields) {
  const { waiting, running, terminated } = record(status.state)
  return {
    name: text(status.name) ?? '',
    isReady: status.ready === true,
    restartCount: number(status.restartCount) ?? 0,
    image: text(status.image),
    waiting: where(waiting, ({ reason, message }) => ({ reason: text(reason), message: text(message) })),
    running: where(running, ({ startedAt }) => ({ startedAt: time(startedAt) })),
    /** Of the life it is in now. */
    terminated: where(terminated, readEnd),
    /** Of the life before. */
    last: where(record(status.lastState).terminated, readEnd),
  }
}

export type EndView = NonNullable<ContainerView['last']>

function readEnd({ reason, exitCode, startedAt, finishedAt, message }: Fields) {
  return {
    reason: text(reason),
    exitCode: number(exitCode) ?? 0,
    startedAt: time(startedAt),
    finishedAt: time(finishedAt),
    message: text(message),
  }
}

function where<Thing>(value: unknown, read: (source: Fields) => Thing): (Thing & { source: Fields }) | undefined {
  const source = record(value)
  return value === undefined ? undefined : { ...read(source), source }
}
