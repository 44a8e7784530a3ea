/** What a pod lives among: the limits of its namespace, its node, its account, and an autoscaler over its owner. */
import type { Cluster } from '../../ports/cluster.ts'
import type { Autoscaler, Node, Pod } from './kubernetes-objects.ts'
import type { Sight } from './not-seen.ts'
import type { Owner } from './owner-chain.ts'
import { showNode } from './shown-node.ts'
import { optional } from './shown-pod.ts'
import { showAutoscaler } from './shown-workload.ts'

export async function readSurroundings(
  cluster: Cluster,
  pod: Pod,
  owners: readonly Owner[],
  sight: Sight,
  signal: AbortSignal,
) {
  const parts = await Promise.all([
    readLimits(cluster, pod, sight, signal),
    readAutoscalers(cluster, pod, owners, sight, signal),
    readNode(cluster, pod, sight, signal),
    readAccount(cluster, pod, sight, signal),
  ])
  return Object.assign({}, ...parts)
}

async function readLimits(cluster: Cluster, { metadata: { namespace = '' } }: Pod, sight: Sight, signal: AbortSignal) {
  const [quotas, limits] = await Promise.all([
    sight.look('quotas', () => cluster.list({ kind: 'ResourceQuota', namespace }, signal)),
    sight.look('limit ranges', () => cluster.list({ kind: 'LimitRange', namespace }, signal)),
  ])
  return {
    ...(quotas && { quotas: quotas.map(({ metadata: { name }, status }) => ({ name, ...(status as object) })) }),
    ...(limits && { limit_ranges: limits.map(({ metadata: { name }, spec }) => ({ name, ...(spec as object) })) }),
  }
}

async function readAutoscalers(
  cluster: Cluster,
  { metadata: { namespace = '' } }: Pod,
  owners: readonly Owner[],
  sight: Sight,
  signal: AbortSignal,
) {
  const all = await sight.look('autoscalers', () =>
    cluster.list({ kind: 'HorizontalPodAutoscaler', namespace }, signal),
  )
  const own = ((all ?? []) as Autoscaler[]).filter(({ spec: { scaleTargetRef: to } }) =>
    owners.some(({ kind, name }) => kind === to.kind && name === to.name),
  )
  return own.length > 0 ? { autoscalers: own.map(showAutoscaler) } : {}
}

async function readNode(cluster: Cluster, { spec: { nodeName: name } }: Pod, sight: Sight, signal: AbortSignal) {
  if (name === undefined) return {}
  const node = await sight.look('node', () => cluster.get({ kind: 'Node', name }, signal))
  return node ? { node: showNode(node as Node, undefined) } : {}
}

/** An image may be pulled with a secret that only the account names. */
async function readAccount(cluster: Cluster, { metadata, spec }: Pod, sight: Sight, signal: AbortSignal) {
  const { namespace = '' } = metadata
  const name = spec.serviceAccountName ?? 'default'
  const read = async () => ({ found: await cluster.get({ kind: 'ServiceAccount', namespace, name }, signal) })
  const seen = await sight.look('service account', read)
  if (!seen) return {}
  const { found } = seen
  return {
    service_account: { name, exists: found !== undefined, ...optional('imagePullSecrets', found?.imagePullSecrets) },
  }
}
