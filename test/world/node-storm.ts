/** A node dies with everything that ran on it, and all who depend on that complain; beside it something else is wrong. */
import type { SentAlert } from './alerts.ts'
import type { GivenObject, Json } from './kubernetes/kube-object.ts'
import { sampleNode, sampleWorkload } from './kubernetes/sample-workload.ts'

export const DEAD_NODE = 'worker-1'
const WORKLOADS = ['checkout', 'cart', 'catalog', 'search', 'payments', 'orders', 'users', 'mail', 'stock', 'prices']
const NAMESPACES = ['shop', 'backoffice', 'media', 'edge']
const PLACES = NAMESPACES.flatMap((namespace) => WORKLOADS.map((name) => ({ namespace, name })))
const SINCE = '2026-11-15T03:00:00Z'

export const DEAD_POD: Json = {
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

/** As many pods as a node holds, all on the one that is lost. */
export function stormObjects(): GivenObject[] {
  const hit = PLACES.flatMap((place) => sampleWorkload({ ...place, nodeName: DEAD_NODE, podStatus: DEAD_POD }))
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

/** What an alert manager posts at once: a group of its own making. */
export type Notification = { key: string; alerts: SentAlert[] }

/** So many alerts of one rule and namespace come in one notification at most; every other rule is told one by one. */
const GROUP = 8

/**
 * In the order in which they arrive: pods, workloads, endpoints, probes and burn rates of everything that ran there, by
 * turns, and the node itself is heard of late. None of them is critical.
 */
export function nodeStorm(count: number): Notification[] {
  const groups = new Map<string, SentAlert[]>()
  for (let index = 0; index < count - 1; index += 1) {
    const { key, alert } = alertOf(index)
    groups.set(key, [...(groups.get(key) ?? []), alert])
  }
  const storm = [...groups].map(([key, alerts]) => ({ key, alerts }))
  return storm.toSpliced(Math.floor(storm.length / 3), 0, { key: 'node', alerts: [NODE_ALERT] })
}

/** As kube-state-metrics has it measured: most labels are of whoever measures. */
const NODE_ALERT: SentAlert = {
  fingerprint: 'node',
  labels: {
    ...{ alertname: 'KubeNodeNotReady', node: DEAD_NODE, severity: 'high', condition: 'Ready', status: 'true' },
    ...{ job: 'kube-state-metrics', service: 'kube-state-metrics', container: 'kube-state-metrics' },
    ...{ namespace: 'monitoring', pod: 'kube-state-metrics-6d8f7c9b54-x2lqp', instance: '10.244.1.7:8080' },
  },
}

function alertOf(index: number): { key: string; alert: SentAlert } {
  const { namespace, name } = PLACES[index % PLACES.length] ?? { namespace: '', name: '' }
  const round = Math.floor(index / PLACES.length)
  const rule = RULES[round % RULES.length] ?? RULES[0]
  const check = String(Math.floor(round / RULES.length))
  const labels = { ...rule.labelsOf({ namespace, name, round }), alertname: rule.name, check, severity: 'warning' }
  const place = Math.floor((index % PLACES.length) / GROUP)
  const key = rule.isGrouped ? `${rule.name} ${check} ${namespace} ${place}` : `storm-${index}`
  return { key, alert: { fingerprint: `storm-${index}`, labels } }
}

type Told = { namespace: string; name: string; round: number }
type Rule = { name: string; isGrouped: boolean; labelsOf(told: Told): Record<string, string> }

const RULES: readonly [Rule, ...Rule[]] = [
  {
    ...{ name: 'KubePodNotReady', isGrouped: true },
    labelsOf: ({ namespace, name, round }) => ({ namespace, pod: `${name}-1-${(round % 2) + 1}` }),
  },
  {
    ...{ name: 'KubeDeploymentReplicasMismatch', isGrouped: false },
    labelsOf: ({ namespace, name }) => ({ namespace, deployment: name }),
  },
  {
    ...{ name: 'EndpointDown', isGrouped: true },
    labelsOf: ({ namespace, name }) => ({ namespace, service: name }),
  },
  {
    ...{ name: 'ProbeFailed', isGrouped: false },
    labelsOf: ({ namespace, name }) => ({ namespace, service: name, instance: `https://${name}.example/` }),
  },
  {
    ...{ name: 'ErrorBudgetBurn', isGrouped: false },
    labelsOf: ({ namespace, name, round }) =>
      namespace === 'shop' ? { service: round % 2 === 0 ? 'storefront' : name } : { namespace, service: name },
  },
]

/** Fast burns, in every namespace by turns; they are worse than anything else. */
export function criticalBurns(count: number, slo: string): Notification[] {
  return Array.from({ length: count }, (_, index) => {
    const { namespace, name } = PLACES[(index * (WORKLOADS.length + 1)) % PLACES.length] ?? { namespace: '', name: '' }
    const labels = {
      ...{ alertname: 'ErrorBudgetFastBurn', namespace, service: name },
      ...{ slo: `${slo}-${index}`, severity: 'critical' },
    }
    return { key: `${slo}-${index}`, alerts: [{ fingerprint: `${slo}-${index}`, labels }] }
  })
}

/** Another cause in the same minutes: an image that is not there. */
export const OTHER_CAUSE: [early: Notification, late: Notification] = [
  {
    key: 'invoices-1',
    alerts: [
      {
        fingerprint: 'invoices-1',
        labels: { alertname: 'KubePodNotReady', namespace: 'billing', pod: 'invoices-2-1', severity: 'warning' },
      },
    ],
  },
  {
    key: 'invoices-2',
    alerts: [
      {
        fingerprint: 'invoices-2',
        labels: {
          ...{ alertname: 'KubeDeploymentReplicasMismatch', namespace: 'billing' },
          ...{ deployment: 'invoices', severity: 'warning' },
        },
      },
    ],
  },
]
