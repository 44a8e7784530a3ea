/** One pod in full, in the API's own names, without what every pod has. */
import type { Container, Pod } from './kubernetes-objects.ts'
import { isOwn, ownVolumes } from './pod-volumes.ts'
import { cut, isReady, optional, showConditions, showContainerStatus } from './shown-pod.ts'

const CONTAINER_FIELDS = [
  'name',
  'image',
  'imagePullPolicy',
  'command',
  'args',
  'ports',
  'env',
  'envFrom',
  'resources',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
  'volumeMounts',
  'restartPolicy',
] as const

const SPEC_FIELDS = [
  'nodeName',
  'nodeSelector',
  'affinity',
  'topologySpreadConstraints',
  'priorityClassName',
  'serviceAccountName',
  'imagePullSecrets',
  'restartPolicy',
  'terminationGracePeriodSeconds',
  'hostNetwork',
  'dnsPolicy',
  'schedulerName',
  'readinessGates',
] as const

export function describePod(pod: Pod) {
  const { metadata, spec, status } = pod
  return {
    name: metadata.name,
    namespace: metadata.namespace,
    uid: metadata.uid,
    labels: metadata.labels,
    ...optional('annotations', rewritersNotes(metadata.annotations)),
    creationTimestamp: metadata.creationTimestamp,
    ...optional('deletionTimestamp', metadata.deletionTimestamp),
    ...optional('finalizers', metadata.finalizers),
    phase: status?.phase,
    ready: isReady(pod),
    ...optional('reason', status?.reason),
    ...optional('message', cut(status?.message)),
    ...optional('podIP', status?.podIP),
    ...optional('startTime', status?.startTime),
    ...optional('qosClass', status?.qosClass),
    ...pick(spec, SPEC_FIELDS),
    tolerations: tolerationsOf(pod),
    conditions: showConditions(status?.conditions),
    ...(spec.initContainers && { initContainers: spec.initContainers.map(describeContainer) }),
    containers: spec.containers.map(describeContainer),
    ...(status?.initContainerStatuses && {
      initContainerStatuses: status.initContainerStatuses.map(showContainerStatus),
    }),
    containerStatuses: (status?.containerStatuses ?? []).map((one) => ({
      ...showContainerStatus(one),
      ...optional('imageID', one.imageID),
    })),
    volumes: ownVolumes(spec),
  }
}

/** Who changed the pod on its way in leaves a note; what else is annotated is for other machines. */
const REWRITERS = /^(kubernetes\.io\/limit-ranger|vpaUpdates)$/

function rewritersNotes(annotations: Record<string, string> = {}): Record<string, string> | undefined {
  const notes = Object.entries(annotations).filter(([name]) => REWRITERS.test(name))
  return notes.length > 0 ? Object.fromEntries(notes) : undefined
}

function describeContainer(container: Container) {
  const volumeMounts = (container.volumeMounts as { name: string }[] | undefined)?.filter(isOwn)
  return pick({ ...container, volumeMounts }, CONTAINER_FIELDS)
}

/** The two that every pod gets say nothing about this one. */
function tolerationsOf({ spec }: Pod): unknown[] {
  const all = (spec.tolerations as { key?: string }[] | undefined) ?? []
  return all.filter(({ key }) => key !== 'node.kubernetes.io/not-ready' && key !== 'node.kubernetes.io/unreachable')
}

function pick(object: Readonly<Record<string, unknown>>, fields: readonly string[]): Record<string, unknown> {
  const entries = fields.map((field) => [field, object[field]] as const)
  return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value)))
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
