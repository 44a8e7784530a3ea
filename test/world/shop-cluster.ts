/**
 * A small cluster in which many things have gone wrong at once: a bad revision of checkout, a lost node, evicted pods, a
 * Service that selects nothing, a claim without a storage class.
 */
import type { GivenObject, Json } from './kubernetes/kube-object.ts'

export const SHOP = 'shop'

const CREATED = '2026-11-15T02:00:00Z'
const CHANGED = '2026-11-15T03:00:00Z'
const LABELS = { app: 'checkout' }

/** Every pod gets one. */
const TOKEN_VOLUME = {
  name: 'kube-api-access-x1y2z',
  projected: { sources: [{ configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } }] },
}

export const OLD_TEMPLATE = {
  metadata: { labels: LABELS },
  spec: {
    containers: [
      {
        name: 'app',
        image: 'registry.example/shop/checkout:1.4.0',
        env: [
          { name: 'DB_HOST', value: 'orders-db' },
          { name: 'DB_PASSWORD', value: 'hunter2-old' },
          { name: 'API_URL', valueFrom: { configMapKeyRef: { name: 'checkout-config', key: 'api-url' } } },
        ],
        resources: { requests: { cpu: '200m', memory: '128Mi' }, limits: { memory: '256Mi' } },
        ports: [{ containerPort: 8080 }],
      },
    ],
  },
}

export const NEW_TEMPLATE = {
  metadata: { labels: LABELS, annotations: { 'shop/release': '1.5.0' } },
  spec: {
    nodeSelector: { pool: 'general' },
    containers: [
      {
        name: 'app',
        image: 'registry.example/shop/checkout:1.5.0',
        env: [
          { name: 'DB_PASSWORD', value: 'hunter2-new' },
          { name: 'API_URL', valueFrom: { configMapKeyRef: { name: 'checkout-config', key: 'api-url' } } },
          { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'checkout-token', key: 'token' } } },
        ],
        envFrom: [{ configMapRef: { name: 'nowhere' } }],
        resources: { requests: { cpu: '200m', memory: '128Mi' }, limits: { memory: '128Mi' } },
        ports: [{ containerPort: 8080 }],
      },
    ],
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'checkout-data' } }],
  },
}

export function shopObjects(): GivenObject[] {
  return [
    { ...cluster('Namespace', SHOP, { labels: { team: 'blue' } }) },
    node('node-a', 'True'),
    node('node-b', 'Unknown'),
    checkout(),
    replicaSet('checkout-1', 1, 2, OLD_TEMPLATE, CREATED),
    replicaSet('checkout-2', 2, 1, NEW_TEMPLATE, CHANGED),
    pod('checkout-1-aaaaa', { owner: 'checkout-1', template: OLD_TEMPLATE, node: 'node-a' }),
    pod('checkout-1-bbbbb', { owner: 'checkout-1', template: OLD_TEMPLATE, node: 'node-b', isLost: true }),
    crashing(),
    pod('lonely', { template: OLD_TEMPLATE, node: 'node-a', labels: { app: 'lonely' } }),
    ...['evicted-1', 'evicted-2'].map((name) => ended(name, 'Evicted')),
    ended('failed-otherwise', 'Error'),
    unscheduled(),
    ...surroundings(),
    ...events(),
  ]
}

export function ofShop(apiVersion: string, kind: string, name: string, rest: Json = {}): GivenObject {
  const { metadata, ...others } = rest
  return {
    apiVersion,
    kind,
    metadata: { name, namespace: SHOP, uid: `uid-${kind}-${name}`, creationTimestamp: CREATED, ...metadata },
    ...others,
  }
}

function cluster(kind: string, name: string, metadata: Json = {}): GivenObject {
  return {
    apiVersion: 'v1',
    kind,
    metadata: { name, uid: `uid-${kind}-${name}`, creationTimestamp: CREATED, ...metadata },
  }
}

function node(name: string, ready: string): GivenObject {
  const condition = {
    type: 'Ready',
    status: ready,
    reason: ready === 'True' ? 'KubeletReady' : 'NodeStatusUnknown',
    lastTransitionTime: CHANGED,
  }
  const pressure = { type: 'MemoryPressure', status: 'False', lastTransitionTime: CREATED }
  const taints = [{ key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' }]
  return {
    ...cluster('Node', name, { labels: { 'kubernetes.io/hostname': name, pool: 'general' } }),
    spec: ready === 'True' ? {} : { taints },
    status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' }, conditions: [pressure, condition] },
  }
}

function checkout(): GivenObject {
  return ofShop('apps/v1', 'Deployment', 'checkout', {
    metadata: {
      labels: LABELS,
      generation: 2,
      annotations: { 'deployment.kubernetes.io/revision': '2', 'kubernetes.io/change-cause': 'release 1.5.0' },
    },
    spec: {
      replicas: 3,
      selector: { matchLabels: LABELS },
      template: NEW_TEMPLATE,
      strategy: { type: 'RollingUpdate' },
    },
    status: {
      observedGeneration: 2,
      replicas: 3,
      readyReplicas: 2,
      updatedReplicas: 1,
      unavailableReplicas: 1,
      conditions: [
        {
          type: 'Progressing',
          status: 'False',
          reason: 'ProgressDeadlineExceeded',
          message: 'ReplicaSet "checkout-2" has timed out progressing.',
        },
      ],
    },
  })
}

function replicaSet(
  name: string,
  revision: number,
  replicas: number,
  template: Json,
  creationTimestamp: string,
): GivenObject {
  const labels = { ...LABELS, 'pod-template-hash': name }
  const annotations = {
    'deployment.kubernetes.io/revision': String(revision),
    ...(revision === 2 && { 'kubernetes.io/change-cause': 'release 1.5.0' }),
  }
  return ofShop('apps/v1', 'ReplicaSet', name, {
    metadata: { labels, annotations, creationTimestamp, ownerReferences: [owner('Deployment', 'checkout')] },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
    status: { replicas, readyReplicas: revision === 1 ? replicas : 0 },
  })
}

type PodOf = { owner?: string; template: Json; node?: string; isLost?: boolean; labels?: Record<string, string> }

function pod(name: string, { owner: set, template, node, isLost = false, labels = LABELS }: PodOf): GivenObject {
  return ofShop('v1', 'Pod', name, {
    metadata: {
      labels: { ...labels, ...(set && { 'pod-template-hash': set }) },
      ...(set && { ownerReferences: [owner('ReplicaSet', set)] }),
    },
    spec: {
      ...template.spec,
      volumes: [...(template.spec.volumes ?? []), TOKEN_VOLUME],
      ...(node && { nodeName: node }),
    },
    status: {
      phase: 'Running',
      podIP: '10.0.0.7',
      startTime: CREATED,
      conditions: [{ type: 'Ready', status: isLost ? 'False' : 'True', lastTransitionTime: CHANGED }],
      containerStatuses: [{ name: 'app', ready: true, restartCount: 0, state: { running: { startedAt: CREATED } } }],
    },
  })
}

/** Its limit is not the template's: a webhook has rewritten it on the way in. */
function crashing(): GivenObject {
  const given = pod('checkout-2-ccccc', { owner: 'checkout-2', template: NEW_TEMPLATE, node: 'node-a' })
  const [container] = given.spec.containers
  const terminated = {
    reason: 'OOMKilled',
    exitCode: 137,
    startedAt: '2026-11-15T03:10:00Z',
    finishedAt: '2026-11-15T03:11:00Z',
  }
  return {
    ...given,
    spec: {
      ...given.spec,
      containers: [{ ...container, resources: { limits: { memory: '64Mi' }, requests: container.resources.requests } }],
    },
    status: {
      ...given.status,
      startTime: CHANGED,
      conditions: [{ type: 'Ready', status: 'False', reason: 'ContainersNotReady', lastTransitionTime: CHANGED }],
      containerStatuses: [
        {
          name: 'app',
          ready: false,
          restartCount: 7,
          state: { waiting: { reason: 'CrashLoopBackOff' } },
          lastState: { terminated },
        },
      ],
    },
  }
}

function ended(name: string, reason: string): GivenObject {
  return ofShop('v1', 'Pod', name, {
    metadata: { ownerReferences: [owner('ReplicaSet', 'checkout-1')], labels: { app: 'evicted' } },
    spec: { containers: [{ name: 'app', image: 'x' }], nodeName: 'node-a' },
    status: { phase: 'Failed', reason, message: 'The node was low on resource: ephemeral-storage.' },
  })
}

function unscheduled(): GivenObject {
  return ofShop('v1', 'Pod', 'trainer', {
    metadata: { labels: { app: 'trainer' } },
    spec: { containers: [{ name: 'app', image: 'x', resources: { requests: { cpu: '64' } } }] },
    status: {
      phase: 'Pending',
      conditions: [
        {
          type: 'PodScheduled',
          status: 'False',
          reason: 'Unschedulable',
          message: '0/2 nodes are available: 2 Insufficient cpu.',
        },
      ],
    },
  })
}

function surroundings(): GivenObject[] {
  const written = (time: string, ...keys: string[]) => [
    {
      manager: 'kubectl',
      operation: 'Update',
      time,
      fieldsV1: { 'f:data': Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) },
    },
  ]
  const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }
  return [
    ofShop('v1', 'ServiceAccount', 'default'),
    ofShop('v1', 'ConfigMap', 'checkout-config', {
      metadata: { managedFields: written('2026-11-15T04:00:00Z', 'api-url') },
      data: { 'api-url': 'http://api' },
    }),
    ofShop('v1', 'Secret', 'checkout-token', {
      metadata: { managedFields: written('2026-11-15T01:00:00Z', 'other') },
      data: { other: 'Y2FuYXJ5' },
    }),
    ofShop('v1', 'Service', 'checkout', {
      spec: { type: 'ClusterIP', selector: LABELS, ports: [{ port: 80, targetPort: 8080 }] },
    }),
    ofShop('v1', 'Endpoints', 'checkout', {
      subsets: [{ addresses: [{ ip: '10.0.0.7' }], notReadyAddresses: [{ ip: '10.0.0.8' }], ports: [{ port: 8080 }] }],
    }),
    ofShop('v1', 'Service', 'typo', {
      spec: { type: 'ClusterIP', selector: { app: 'chekout' }, ports: [{ port: 80 }] },
    }),
    ofShop('networking.k8s.io/v1', 'NetworkPolicy', 'deny-egress', {
      spec: { podSelector: { matchLabels: LABELS }, policyTypes: ['Egress'], egress: [] },
    }),
    ofShop('networking.k8s.io/v1', 'NetworkPolicy', 'other', {
      spec: { podSelector: { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['checkout'] }] } },
    }),
    ofShop('v1', 'ResourceQuota', 'cores', {
      spec: { hard: { 'limits.cpu': '4' } },
      status: { hard: { 'limits.cpu': '4' }, used: { 'limits.cpu': '4' } },
    }),
    ofShop('v1', 'LimitRange', 'defaults', { spec: { limits: [{ type: 'Container', default: { memory: '64Mi' } }] } }),
    ofShop('v1', 'PersistentVolumeClaim', 'checkout-data', {
      spec: { storageClassName: 'fast', accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      status: { phase: 'Pending' },
    }),
    {
      ...cluster('MutatingWebhookConfiguration', 'shrink'),
      apiVersion: 'admissionregistration.k8s.io/v1',
      webhooks: [
        {
          name: 'shrink.example',
          rules: [rule],
          namespaceSelector: { matchLabels: { team: 'blue' } },
          failurePolicy: 'Fail',
          clientConfig: { service: { namespace: 'ops', name: 'shrink' } },
        },
        {
          name: 'elsewhere.example',
          rules: [rule],
          namespaceSelector: { matchLabels: { team: 'red' } },
          clientConfig: { url: 'https://hook.example/secret-path' },
        },
      ],
    },
  ]
}

/** Of three writers, each with times of its own; the scheduler's is the newest. */
function events(): GivenObject[] {
  const of = (name: string, kind: string, about: string, rest: Json) =>
    ofShop('v1', 'Event', name, {
      involvedObject: { kind, name: about, ...(kind !== 'Node' && { namespace: SHOP }) },
      ...rest,
    })
  return [
    of('e1', 'Pod', 'checkout-2-ccccc', {
      reason: 'BackOff',
      type: 'Warning',
      message: 'Back-off restarting failed container',
      count: 9,
      firstTimestamp: '2026-11-15T03:05:00Z',
      lastTimestamp: '2026-11-15T03:20:00Z',
      eventTime: null,
    }),
    of('e2', 'Pod', 'trainer', {
      reason: 'FailedScheduling',
      type: 'Warning',
      message: '0/2 nodes are available',
      firstTimestamp: null,
      lastTimestamp: null,
      eventTime: '2026-11-15T03:30:00.790470Z',
    }),
    of('e3', 'Deployment', 'checkout', {
      reason: 'ScalingReplicaSet',
      type: 'Normal',
      message: 'Scaled up replica set checkout-2 from 0 to 1',
      count: 1,
      lastTimestamp: '2026-11-15T03:00:00Z',
    }),
    of('e4', 'ReplicaSet', 'checkout-2', {
      reason: 'FailedCreate',
      type: 'Warning',
      message: 'exceeded quota: cores',
      lastTimestamp: '2026-11-15T03:01:00Z',
      eventTime: '2026-11-15T03:01:00.000000Z',
      series: { count: 4, lastObservedTime: '2026-11-15T03:25:00.000000Z' },
    }),
    of('e5', 'PersistentVolumeClaim', 'checkout-data', {
      reason: 'ProvisioningFailed',
      type: 'Warning',
      message: 'storageclass "fast" not found',
      lastTimestamp: '2026-11-15T03:02:00Z',
    }),
    {
      ...of('e6', 'Node', 'node-b', {
        reason: 'NodeNotReady',
        type: 'Normal',
        message: 'Node node-b status is now: NodeNotReady',
        lastTimestamp: '2026-11-15T03:03:00Z',
      }),
      metadata: { name: 'e6', namespace: 'default', creationTimestamp: CREATED },
    },
  ]
}

function owner(kind: string, name: string) {
  return { apiVersion: 'apps/v1', kind, name, uid: `uid-${kind}-${name}`, controller: true, blockOwnerDeletion: true }
}
