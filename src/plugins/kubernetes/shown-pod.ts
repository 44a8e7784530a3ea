/** A pod in a list: one line for a healthy one, all that points to a cause for the others. */
import type { Condition, ContainerState, ContainerStatus, Pod, Terminated } from './kubernetes-objects.ts'

const WORDS_MAX = 600

export function showPod(pod: Pod) {
  const { metadata, status } = pod
  const owner = metadata.ownerReferences?.find(({ controller }) => controller)
  return {
    name: metadata.name,
    namespace: metadata.namespace,
    phase: status?.phase,
    ready: isReady(pod),
    containers_ready: countReady(pod),
    restartCount: countRestarts(pod),
    ...(owner && { owner: `${owner.kind}/${owner.name}` }),
    ...optional('pod-template-hash', metadata.labels?.['pod-template-hash']),
    ...optional('controller-revision-hash', metadata.labels?.['controller-revision-hash']),
    ...optional('nodeName', pod.spec.nodeName),
    ...optional('podIP', status?.podIP),
    creationTimestamp: metadata.creationTimestamp,
    ...optional('deletionTimestamp', metadata.deletionTimestamp),
    ...optional('reason', status?.reason),
    ...optional('message', cut(status?.message)),
    ...(needsAttention(pod) ? troubleOf(pod) : {}),
  }
}

/** The Ready condition decides: on a lost node the containers still read ready as they were last reported. */
export function isReady({ status }: Pod): boolean {
  return status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True'
}

export function needsAttention(pod: Pod): boolean {
  if (pod.metadata.deletionTimestamp) return true
  return countRestarts(pod) > 0 || (pod.status?.phase !== 'Succeeded' && !isReady(pod))
}

export function showConditions(conditions: readonly Condition[] | undefined) {
  return (conditions ?? []).map(({ type, status, reason, message, lastTransitionTime, lastUpdateTime }) => ({
    type,
    status,
    ...optional('reason', reason),
    ...optional('message', cut(message)),
    ...optional('lastTransitionTime', lastTransitionTime),
    ...(lastUpdateTime !== lastTransitionTime && optional('lastUpdateTime', lastUpdateTime)),
  }))
}

export function showContainerStatus({ name, ready, restartCount, image, started, state, lastState }: ContainerStatus) {
  return {
    name,
    ready,
    restartCount,
    ...optional('image', image),
    ...(started === undefined ? {} : { started }),
    state: showState(state),
    ...(lastState && Object.keys(lastState).length > 0 && { lastState: showState(lastState) }),
  }
}

/** The end of a message is kept as well: a container's last words stand there. */
export function cut(text: string | undefined, max = WORDS_MAX): string | undefined {
  if (text === undefined || text.length <= max) return text
  const half = Math.floor(max / 2)
  return `${text.slice(0, half)} … [cut: ${text.length - 2 * half} characters] … ${text.slice(-half)}`
}

export function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined | null | '',
): Record<string, Value> {
  return value === undefined || value === null || value === '' ? {} : { [name]: value }
}

function troubleOf({ status }: Pod) {
  const notMet = (status?.conditions ?? []).filter((condition) => condition.status !== 'True')
  return {
    ...(notMet.length > 0 && { conditions: showConditions(notMet) }),
    ...(status?.initContainerStatuses && {
      initContainerStatuses: status.initContainerStatuses.filter(hasTrouble).map(showContainerStatus),
    }),
    ...(status?.containerStatuses && { containerStatuses: status.containerStatuses.map(showContainerStatus) }),
  }
}

/** An init container that did its work says nothing of interest. */
function hasTrouble({ state, restartCount }: ContainerStatus): boolean {
  return restartCount > 0 || state?.terminated?.exitCode !== 0
}

function showState({ waiting, running, terminated }: ContainerState = {}) {
  return {
    ...(waiting && { waiting: { ...waiting, ...optional('message', cut(waiting.message)) } }),
    ...(running && { running }),
    ...(terminated && { terminated: showEnd(terminated) }),
  }
}

/** Which of its lives it was is of no use to anybody. */
function showEnd({ containerID: _, ...end }: Terminated) {
  return { ...end, ...optional('message', cut(end.message)) }
}

function countReady({ spec, status }: Pod): string {
  const ready = (status?.containerStatuses ?? []).filter((one) => one.ready).length
  return `${ready}/${spec.containers.length}`
}

function countRestarts({ status }: Pod): number {
  const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])]
  return all.reduce((sum, { restartCount }) => sum + restartCount, 0)
}
