/** Objects of a pictured cluster, short to write. What a test does not speak of is as it is in a cluster that is well. */
import type { ClusterObject } from '../../../src/ports/cluster.ts'

export const NOW = new Date('2026-11-15T12:00:00Z')
export const PLACE = 'shop'

type Fields = Readonly<Record<string, unknown>>
type Labels = Readonly<Record<string, string>>
type Metadata = Fields & { labels?: Labels }

export function minutesAgo(minutes: number): string {
  return new Date(NOW.getTime() - minutes * 60_000).toISOString().replace('.000Z', 'Z')
}

type Given = { metadata?: Metadata; spec?: Fields; status?: Fields; [field: string]: unknown }

/** Any object; `namespace` is left out for kinds that have none. */
export function object(kind: string, name: string, { metadata, ...rest }: Given = {}): ClusterObject {
  return {
    kind,
    metadata: {
      name,
      ...(!WITHOUT_NAMESPACE.includes(kind) && { namespace: PLACE }),
      uid: `${kind}-${name}`,
      creationTimestamp: minutesAgo(600),
      ...metadata,
    },
    ...rest,
  }
}

const WITHOUT_NAMESPACE = ['Node', 'Namespace', 'PersistentVolume', 'StorageClass', 'ValidatingWebhookConfiguration']

type NodeGiven = {
  labels?: Labels
  taints?: readonly Fields[]
  unschedulable?: boolean
  conditions?: readonly Fields[]
  allocatable?: Labels
}

export function node(name: string, given: NodeGiven = {}): ClusterObject {
  const { labels = {}, taints, unschedulable, conditions = [], allocatable } = given
  const isReadyGiven = conditions.some(({ type }) => type === 'Ready')
  return object('Node', name, {
    metadata: { labels: { 'kubernetes.io/hostname': name, ...labels } },
    spec: { ...(taints && { taints }), ...(unschedulable && { unschedulable }) },
    status: {
      allocatable: { cpu: '4', memory: '16Gi', pods: '110', ...allocatable },
      conditions: [...(isReadyGiven ? [] : [condition('Ready', 'True', 'KubeletReady', 5000)]), ...conditions],
    },
  })
}

export function condition(type: string, status: string, reason: string, minutes: number, message = ''): Fields {
  return { type, status, reason, message, lastTransitionTime: minutesAgo(minutes) }
}

type PodGiven = {
  owner?: string
  node?: string
  labels?: Labels
  spec?: Fields
  status?: Fields
  metadata?: Metadata
  /** Minutes. */
  age?: number
}

/** Runs and is ready. `owner` is `ReplicaSet/web-1`. */
export function pod(name: string, { owner, node: nodeName, labels, spec, status, metadata, age = 300 }: PodGiven = {}) {
  return object('Pod', name, {
    metadata: {
      creationTimestamp: minutesAgo(age),
      labels: { ...labels, ...hashOf(owner) },
      ...(owner && { ownerReferences: [ownerReference(owner)] }),
      ...metadata,
    },
    spec: { ...(nodeName && { nodeName }), containers: [{ name: 'app', image: 'app:1' }], ...spec },
    status: {
      phase: 'Running',
      startTime: minutesAgo(age),
      conditions: [condition('Ready', 'True', '', age - 1)],
      containerStatuses: [
        { name: 'app', ready: true, restartCount: 0, state: { running: { startedAt: minutesAgo(age - 1) } } },
      ],
      ...status,
    },
  })
}

/** Never placed on a node, with the scheduler's reason. */
export function pendingPod(name: string, message: string, given: PodGiven = {}) {
  const { age = 40 } = given
  return pod(name, {
    age,
    ...given,
    status: {
      phase: 'Pending',
      conditions: [condition('PodScheduled', 'False', 'Unschedulable', age, message)],
      containerStatuses: [],
      ...given.status,
    },
  })
}

function ownerReference(owner: string) {
  const [kind = '', name = ''] = owner.split('/')
  return { apiVersion: 'v1', kind, name, uid: `${kind}-${name}`, controller: true }
}

function hashOf(owner = ''): Labels {
  const hash = /^ReplicaSet\/.+-([^-]+)$/.exec(owner)?.[1]
  return hash === undefined ? {} : { 'pod-template-hash': hash }
}

type Revision = { template?: Fields; replicas?: number; ready?: number; age?: number; conditions?: readonly Fields[] }
type DeploymentGiven = {
  replicas?: number
  status?: Fields
  /** Oldest first; the ReplicaSets are called `NAME-1`, `NAME-2`. */
  revisions?: readonly Revision[]
}

export function deployment(name: string, { replicas = 1, status, revisions = [{}] }: DeploymentGiven = {}) {
  const labels = { app: name }
  const templateOf = ({ template }: Revision = {}) => ({
    metadata: { labels },
    spec: { containers: [{ name: 'app', image: 'app:1' }], ...template },
  })
  const newest = revisions.at(-1)
  return [
    object('Deployment', name, {
      metadata: { annotations: { 'deployment.kubernetes.io/revision': String(revisions.length) } },
      spec: { replicas, selector: { matchLabels: labels }, template: templateOf(newest) },
      status: { replicas, readyReplicas: replicas, updatedReplicas: replicas, availableReplicas: replicas, ...status },
    }),
    ...revisions.map((revision, at) => {
      const { replicas: own = revision === newest ? replicas : 0, ready = own, age = 600 - at, conditions } = revision
      return object('ReplicaSet', `${name}-${at + 1}`, {
        metadata: {
          labels,
          creationTimestamp: minutesAgo(age),
          annotations: { 'deployment.kubernetes.io/revision': String(at + 1) },
          ownerReferences: [ownerReference(`Deployment/${name}`)],
        },
        spec: { replicas: own, selector: { matchLabels: labels }, template: templateOf(revision) },
        status: { replicas: own, readyReplicas: ready, ...(conditions && { conditions }) },
      })
    }),
  ]
}

type EventGiven = {
  about: string
  reason: string
  message: string
  /** Minutes. */
  age?: number
  first?: number
  type?: string
  count?: number
  namespace?: string
}

/** `about` is `Pod/web-1-abcde`. */
export function event({
  about,
  reason,
  message,
  age = 2,
  first = age,
  type = 'Warning',
  count = 1,
  ...rest
}: EventGiven) {
  const [kind = '', name = ''] = about.split('/')
  const namespace = rest.namespace ?? (kind === 'Node' ? 'default' : PLACE)
  return object('Event', `${name}.${reason}.${age}.${message.length}`, {
    metadata: { namespace },
    involvedObject: { kind, name, ...(kind !== 'Node' && { namespace }) },
    ...{ type, reason, message, count, firstTimestamp: minutesAgo(first), lastTimestamp: minutesAgo(age) },
  })
}
