/** A pod as list_pods and describe_pod show it. */
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
} from './loose-fields.ts'

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
