/** Small worlds for tests: a deployment with its revisions and pods, and the nodes they sit on. */
import type { GivenObject, Json } from './kube-object.ts'

export type SampleWorkload = {
  namespace?: string
  name: string
  replicas?: number
  /** One per revision, oldest first; the last one is out. */
  images?: readonly string[]
  /** What the pods' status says where they are not simply ready. */
  podStatus?: Json
  nodeName?: string
}

/** Deployment, ReplicaSets and ready pods named `<name>-<revision>-<number>`. */
export function sampleWorkload(wanted: SampleWorkload): GivenObject[] {
  const { namespace = 'default', name, replicas = 2, images = [`registry.example/${name}:1.0.0`] } = wanted
  const revision = images.length
  const deployment = ownedObject('apps/v1', 'Deployment', namespace, name, {
    annotations: { 'deployment.kubernetes.io/revision': String(revision) },
    labels: { app: name },
  })
  deployment.spec = { replicas, selector: { matchLabels: { app: name } }, template: template(name, images.at(-1)) }
  deployment.status = { observedGeneration: 1, ...(replicas > 0 && counts(replicas, 'updatedReplicas')) }
  const sets = images.map((image, at) =>
    replicaSet(wanted, deployment, { image, revision: at + 1, size: at + 1 === revision ? replicas : 0 }),
  )
  const current = sets.at(-1)
  const pods = Array.from({ length: replicas }, (_, at) =>
    samplePod(wanted, current, `${current?.metadata.name}-${at + 1}`),
  )
  return [deployment, ...sets, ...pods]
}

type Revision = { image: string; revision: number; size: number }

function replicaSet(
  { namespace = 'default', name }: SampleWorkload,
  owner: GivenObject,
  { image, revision, size }: Revision,
): GivenObject {
  const labels = { app: name, 'pod-template-hash': String(revision) }
  const set = ownedObject('apps/v1', 'ReplicaSet', namespace, `${name}-${revision}`, {
    labels,
    annotations: { 'deployment.kubernetes.io/revision': String(revision) },
    ownerReferences: [referenceTo(owner)],
  })
  set.spec = { replicas: size, selector: { matchLabels: labels }, template: template(name, image, labels) }
  set.status = { replicas: size, observedGeneration: 1, ...(size > 0 && counts(size, 'fullyLabeledReplicas')) }
  return set
}

function samplePod(wanted: SampleWorkload, owner: GivenObject | undefined, name: string): GivenObject {
  const { namespace = 'default', nodeName = 'node-1', podStatus } = wanted
  const pod = ownedObject('v1', 'Pod', namespace, name, {
    labels: owner?.spec.template.metadata.labels,
    ...(owner && { ownerReferences: [referenceTo(owner)] }),
  })
  pod.spec = { ...owner?.spec.template.spec, nodeName }
  pod.status = podStatus ?? readyStatus(pod.spec.containers)
  return pod
}

/** A pod that belongs to nobody. */
export function barePod({
  namespace = 'default',
  name,
  status,
}: {
  namespace?: string
  name: string
  status?: Json
}): GivenObject {
  const pod = ownedObject('v1', 'Pod', namespace, name, { labels: { app: name } })
  pod.spec = { ...template(name, `registry.example/${name}:1.0.0`).spec, nodeName: 'node-1' }
  pod.status = status ?? readyStatus(pod.spec.containers)
  return pod
}

/** `isLost`: its kubelet fell silent. */
export function sampleNode(name: string, { isLost = false } = {}): GivenObject {
  const ready = isLost
    ? { status: 'Unknown', reason: 'NodeStatusUnknown', message: 'Kubelet stopped posting node status.' }
    : { status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' }
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name } },
    spec: {},
    status: {
      conditions: [{ type: 'Ready', ...ready }],
      addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
      allocatable: { cpu: '4', memory: '8Gi', pods: '110' },
    },
  }
}

function template(name: string, image = '', labels: Record<string, string> = { app: name }): Json {
  return { metadata: { labels }, spec: { containers: [{ name: 'app', image }], terminationGracePeriodSeconds: 30 } }
}

function readyStatus(containers: Json[]): Json {
  const condition = (type: string) => ({
    type,
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: '2026-01-01T00:00:00Z',
  })
  return {
    phase: 'Running',
    podIP: '10.244.0.9',
    conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map(condition),
    containerStatuses: containers.map(({ name, image }) => ({
      name,
      image,
      ready: true,
      restartCount: 0,
      started: true,
      state: { running: { startedAt: '2026-01-01T00:00:00Z' } },
      lastState: {},
    })),
  }
}

function counts(size: number, ...others: string[]): Json {
  return Object.fromEntries(['replicas', 'readyReplicas', 'availableReplicas', ...others].map((field) => [field, size]))
}

/** The uid is made of the name, so that owners can be named before anything is loaded. */
function ownedObject(apiVersion: string, kind: string, namespace: string, name: string, metadata: object): GivenObject {
  return { apiVersion, kind, metadata: { name, namespace, uid: `uid-of-${kind}-${namespace}-${name}`, ...metadata } }
}

function referenceTo({ apiVersion, kind, metadata }: GivenObject): Json {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true, blockOwnerDeletion: true }
}
