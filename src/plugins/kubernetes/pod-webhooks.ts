/** The admission webhooks a pod like this one passes when it is created: they may rewrite it, or keep it from being made. */
import type { Cluster, ClusterObject } from '../../ports/cluster.ts'
import type { LabelSelector, Metadata, Pod } from './kubernetes-objects.ts'
import { matchesSelector } from './label-match.ts'
import type { Sight } from './not-seen.ts'

type Rule = { operations?: string[]; apiGroups?: string[]; resources?: string[] }
type Webhook = {
  name: string
  rules?: Rule[]
  namespaceSelector?: LabelSelector
  objectSelector?: LabelSelector
  failurePolicy?: string
  timeoutSeconds?: number
  clientConfig?: { service?: { namespace: string; name: string }; url?: string }
}
type Configuration = ClusterObject & { webhooks?: Webhook[] }

const KINDS = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'] as const

export async function readWebhooks(cluster: Cluster, pod: Pod, sight: Sight, signal: AbortSignal) {
  const name = pod.metadata.namespace ?? ''
  const [namespace, ...configurations] = await Promise.all([
    sight.look('namespace labels', () => cluster.get({ kind: 'Namespace', name }, signal)),
    ...KINDS.map((kind) => sight.look(`${kind}s`, () => cluster.list({ kind }, signal))),
  ])
  // Every namespace has this label, whether we may read the others or not.
  const labels = { 'kubernetes.io/metadata.name': name, ...(namespace?.metadata as Metadata | undefined)?.labels }
  return configurations
    .flatMap((list) => (list as Configuration[] | undefined) ?? [])
    .flatMap((configuration) =>
      (configuration.webhooks ?? [])
        .filter((webhook) => touches(webhook, labels, pod))
        .map((webhook) => showWebhook(configuration, webhook)),
    )
}

function touches({ rules = [], namespaceSelector, objectSelector }: Webhook, labels: Record<string, string>, pod: Pod) {
  return (
    rules.some(isForPods) &&
    matchesSelector(namespaceSelector, labels) &&
    matchesSelector(objectSelector, pod.metadata.labels)
  )
}

function isForPods({ operations = [], apiGroups = [], resources = [] }: Rule): boolean {
  const has = (list: string[], ...wanted: string[]) => list.some((one) => one === '*' || wanted.includes(one))
  return has(operations, 'CREATE') && has(apiGroups, '') && has(resources, 'pods', '*/*')
}

function showWebhook({ kind, metadata }: Configuration, webhook: Webhook) {
  const { name, failurePolicy, timeoutSeconds, clientConfig, namespaceSelector, objectSelector } = webhook
  const { service, url } = clientConfig ?? {}
  return {
    kind,
    configuration: metadata.name,
    webhook: name,
    failurePolicy,
    timeoutSeconds,
    // The address of one outside the cluster may carry a key in its path.
    calls: service
      ? `service ${service.namespace}/${service.name}`
      : url && URL.canParse(url)
        ? new URL(url).host
        : undefined,
    namespaceSelector,
    objectSelector,
  }
}
