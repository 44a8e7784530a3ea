/** A node dies with everything that ran on it, and all who depend on that complain; beside it something else is wrong. */
import type { SentAlert } from './alerts.ts'
import type { GivenObject, Json } from './kubernetes/kube-object.ts'
import { sampleNode, sampleWorkload } from './kubernetes/sample-workload.ts'

export const DEAD_NODE = 'worker-1'
const WORKLOADS = ['checkout', 'cart', 'catalog', 'search', 'payments', 'orders', 'users', 'mail']
const NAMESPACES = ['shop', 'backoffice']
const SINCE = '2026-11-15T03:00:00Z'

const DEAD_POD: Json = {
  phase: 'Running',
  conditions: [
    { type: 'Ready', status: 'False', reason: 'NodeNotReady', lastTransitionTime: SINCE },
    { type: 'PodScheduled', status: 'True', lastTransitionTime: '2026-11-14T03:00:00Z' },
  ],
  containerStatuses: [
    {
      name: 'app',
      image: 'x',
      ready: false,
      restartCount: 0,
      state: { running: { startedAt: '2026-11-14T03:00:00Z' } },
    },
  ],
}

const WITHOUT_IMAGE: Json = {
  phase: 'Pending',
  conditions: [{ type: 'Ready', status: 'False', reason: 'ContainersNotReady', lastTransitionTime: SINCE }],
  containerStatuses: [
    {
      ...{ name: 'app', image: 'registry.example/invoices:9', ready: false, restartCount: 0 },
      state: {
        waiting: {
          reason: 'ImagePullBackOff',
          message: 'Back-off pulling image "registry.example/invoices:9": not found',
        },
      },
    },
  ],
}

export function stormObjects(): GivenObject[] {
  const hit = NAMESPACES.flatMap((namespace) =>
    WORKLOADS.flatMap((name) => sampleWorkload({ namespace, name, nodeName: DEAD_NODE, podStatus: DEAD_POD })),
  )
  const invoices = sampleWorkload({
    ...{ namespace: 'billing', name: 'invoices', nodeName: 'worker-2', podStatus: WITHOUT_IMAGE },
    images: ['registry.example/invoices:8', 'registry.example/invoices:9'],
  })
  return [sampleNode(DEAD_NODE, { isLost: true }), sampleNode('worker-2'), ...hit, ...invoices]
}

/** Whom people told us of: burn rates name services without their namespace. */
export const STORM_CONTEXT = {
  services: [
    ...WORKLOADS.map((name) => ({ name, namespace: 'shop' })),
    { name: 'storefront', namespace: 'web', dependencies: ['checkout', 'cart'] },
  ],
}

/** In the order in which they arrive; the node itself is heard of late. */
export function nodeAlerts(count: number): SentAlert[] {
  const alerts = Array.from({ length: count - 1 }, (_, index) => alertOf(index))
  const node = { alertname: 'KubeNodeNotReady', node: DEAD_NODE, severity: 'high' }
  return alerts.toSpliced(Math.floor(count / 3), 0, { fingerprint: 'node', labels: node })
}

function alertOf(index: number): SentAlert {
  const name = WORKLOADS[index % WORKLOADS.length] ?? ''
  const namespace = NAMESPACES[Math.floor(index / WORKLOADS.length) % NAMESPACES.length] ?? ''
  const round = Math.floor(index / 16)
  const severity = 'warning'
  const kinds: Record<string, string>[] = [
    { alertname: `KubePodNotReady${round}`, namespace, pod: `${name}-1-${(round % 2) + 1}`, severity },
    { alertname: `KubeDeploymentReplicasMismatch${round}`, namespace, deployment: name, severity },
    { alertname: `EndpointDown${round}`, namespace, service: name, severity },
    { alertname: `ProbeFailed${round}`, namespace, service: name, instance: `https://${name}.example/`, severity },
    { alertname: `ErrorBudgetBurn${round}`, service: index % 3 === 0 ? 'storefront' : name, severity },
  ]
  return { fingerprint: `storm-${index}`, labels: kinds[round % kinds.length] ?? {} }
}

export const OTHER_ALERTS: SentAlert[] = [
  {
    fingerprint: 'invoices-1',
    labels: { alertname: 'KubePodNotReady', namespace: 'billing', pod: 'invoices-2-1', severity: 'warning' },
  },
  {
    fingerprint: 'invoices-2',
    labels: {
      alertname: 'KubeDeploymentReplicasMismatch',
      namespace: 'billing',
      deployment: 'invoices',
      severity: 'warning',
    },
  },
]
