/** A pod as list_pods and describe_pod show it. */
import type { Exhibit } from '../../evidence.ts'
import type { ConditionView, ContainerView, EndView, Fields, PodView, Shown } from '../cluster-scene.ts'
import { kindAndName, number, record, records, text, texts, time } from './loose-fields.ts'

export function readPod(source: Fields, exhibit: Exhibit): Shown<PodView> {
  return {
    exhibit,
    source,
    namespace: text(source.namespace) ?? '',
    name: text(source.name) ?? '',
    phase: text(source.phase) ?? 'Unknown',
    isReady: source.ready === true,
    restartCount: restartsOf(source),
    owner: kindAndName(source.owner),
    templateHash: text(source['pod-template-hash']) ?? texts(source.labels)['pod-template-hash'],
    ...revisionHashOf(source),
    ...(source.image_digests !== undefined && { digests: texts(source.image_digests) }),
    nodeName: text(source.nodeName),
    podIP: text(source.podIP),
    createdAt: time(source.creationTimestamp),
    deletedAt: time(source.deletionTimestamp),
    reason: text(source.reason),
    message: text(source.message),
    conditions: readConditions(source.conditions),
    initContainers: records(source.initContainerStatuses).map(readContainer),
    containers: records(source.containerStatuses).map(readContainer),
  }
}

function revisionHashOf(source: Fields): Pick<PodView, 'revisionHash'> {
  const hash = text(source[REVISION_HASH]) ?? texts(source.labels)[REVISION_HASH]
  return hash === undefined ? {} : { revisionHash: hash }
}

const REVISION_HASH = 'controller-revision-hash'

export function readConditions(value: unknown): ConditionView[] {
  return records(value).map((condition) => ({
    type: text(condition.type) ?? '',
    status: text(condition.status) ?? '',
    reason: text(condition.reason),
    message: text(condition.message),
    since: time(condition.lastTransitionTime),
  }))
}

/** A described pod carries no sum of its own. */
function restartsOf({ restartCount, initContainerStatuses, containerStatuses }: Fields): number {
  const each = [...records(initContainerStatuses), ...records(containerStatuses)]
  return number(restartCount) ?? each.reduce((sum, one) => sum + (number(one.restartCount) ?? 0), 0)
}

function readContainer(status: Fields): ContainerView {
  const { waiting, running, terminated } = record(status.state)
  return {
    name: text(status.name) ?? '',
    isReady: status.ready === true,
    restartCount: number(status.restartCount) ?? 0,
    image: text(status.image),
    waiting: waiting === undefined ? undefined : readWaiting(record(waiting)),
    running: running === undefined ? undefined : readRunning(record(running)),
    terminated: readEnd(terminated),
    last: readEnd(record(status.lastState).terminated),
  }
}

function readWaiting(source: Fields) {
  return { reason: text(source.reason), message: text(source.message), source }
}

function readRunning(source: Fields) {
  return { startedAt: time(source.startedAt), source }
}

function readEnd(value: unknown): EndView | undefined {
  if (value === undefined) return undefined
  const source = record(value)
  return {
    reason: text(source.reason),
    exitCode: number(source.exitCode) ?? 0,
    startedAt: time(source.startedAt),
    finishedAt: time(source.finishedAt),
    message: text(source.message),
    source,
  }
}
