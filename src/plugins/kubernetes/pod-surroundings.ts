/** What a pod lives among: the limits of its namespace, its node, its account, and an autoscaler over its owner. */
import type { Cluster, ClusterObject } from '../../ports/cluster.ts'
import type { Autoscaler, ManagedFields, Node, Pod } from './kubernetes-objects.ts'
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

const RANGES_MAX = 3

async function readLimits(cluster: Cluster, { metadata }: Pod, sight: Sight, signal: AbortSignal) {
  const { namespace = '', annotations = {} } = metadata
  const [quotas, listed] = await Promise.all([
    sight.look('quotas', () => cluster.list({ kind: 'ResourceQuota', namespace }, signal)),
    sight.look('limit ranges', () => cluster.list({ kind: 'LimitRange', namespace }, signal)),
  ])
  // Where one of them filled something in, since when it does so is worth a question of its own.
  const whole = async ({ metadata: { name } }: ClusterObject) =>
    sight.look('limit ranges', () => cluster.get({ kind: 'LimitRange', namespace, name }, signal))
  const isFilledIn = annotations['kubernetes.io/limit-ranger'] !== undefined
  const written = isFilledIn ? await Promise.all((listed ?? []).slice(0, RANGES_MAX).map(whole)) : []
  const limits = listed?.map((one) => written.find((each) => each?.metadata.name === one.metadata.name) ?? one)
  return {
    ...(quotas && { quotas: quotas.map(({ metadata: { name }, status }) => ({ name, ...(status as object) })) }),
    ...(limits && { limit_ranges: limits.map(showLimitRange) }),
  }
}

function showLimitRange({ metadata, spec }: ClusterObject) {
  const { name, creationTimestamp, managedFields = [] } = metadata as Pod['metadata']
  const times = managedFields.flatMap(({ time }: ManagedFields) => time ?? [])
  return { name, ...optional('last_write', times.sort().at(-1) ?? creationTimestamp), ...(spec as object) }
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
