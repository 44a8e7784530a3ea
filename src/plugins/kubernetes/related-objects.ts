/** What to hear when one object is asked about: an unready pod's cause is often told of its owner, its node or its claim. */
import type { Cluster } from '../../ports/cluster.ts'
import type { Autoscaler, Pod, Workload } from './kubernetes-objects.ts'
import { matchesSelector, writeSelector } from './label-match.ts'
import type { Sight } from './not-seen.ts'
import { readOwners } from './owner-chain.ts'
import { claimNames } from './pod-claims.ts'
import { readRevisions } from './revisions.ts'
import { needsAttention } from './shown-pod.ts'

export type Related = { kind: string; name: string; namespace?: string }

type Look = { cluster: Cluster; sight: Sight; signal: AbortSignal }

const PODS_MAX = 12

/** A pod that is gone is still spoken of for a while, so its name stays among them. */
export async function relatedToPod(
  namespace: string,
  name: string,
  { cluster, sight, signal }: Look,
): Promise<Related[]> {
  const itself = { kind: 'Pod', namespace, name }
  const pod = (await sight.look('pod', () => cluster.get({ kind: 'Pod', namespace, name }, signal))) as Pod | undefined
  if (!pod) return [itself]
  const owners = await readOwners(cluster, pod.metadata, sight, signal)
  const above = owners.map(({ kind, name }) => ({ kind, name, namespace }))
  return [
    itself,
    ...above,
    ...(await autoscalersOf(above, namespace, { cluster, sight, signal })),
    ...claimNames(pod).map((claim) => ({ kind: 'PersistentVolumeClaim', name: claim, namespace })),
    ...(pod.spec.nodeName === undefined ? [] : [{ kind: 'Node', name: pod.spec.nodeName }]),
  ]
}

export async function relatedToDeployment(namespace: string, name: string, look: Look): Promise<Related[]> {
  const { cluster, sight, signal } = look
  const itself = { kind: 'Deployment', namespace, name }
  const found = await sight.look('deployment', () => cluster.get({ kind: 'Deployment', namespace, name }, signal))
  if (!found) return [itself]
  const deployment = found as Workload
  const [revisions, pods, autoscalers] = await Promise.all([
    sight.look('replica sets', () => readRevisions(cluster, deployment, signal)),
    readPods(deployment, namespace, look),
    autoscalersOf([itself], namespace, look),
  ])
  const living = (revisions ?? []).filter(({ spec }, age) => age < 2 || (spec.replicas ?? 0) > 0)
  return [
    itself,
    ...living.map(({ metadata }) => ({ kind: 'ReplicaSet', namespace, name: metadata.name })),
    ...autoscalers,
    ...pods.map(({ metadata }) => ({ kind: 'Pod', namespace, name: metadata.name })),
    ...nodesOf(pods),
    ...[...new Set(pods.flatMap(claimNames))].map((claim) => ({
      kind: 'PersistentVolumeClaim',
      namespace,
      name: claim,
    })),
  ]
}

async function readPods({ spec }: Workload, namespace: string, { cluster, sight, signal }: Look): Promise<Pod[]> {
  const labelSelector = writeSelector(spec.selector)
  const pods = await sight.look('pods', () => cluster.list({ kind: 'Pod', namespace, labelSelector }, signal))
  return ((pods ?? []) as Pod[])
    .filter(({ metadata }) => matchesSelector(spec.selector, metadata.labels))
    .sort((one, other) => Number(needsAttention(other)) - Number(needsAttention(one)))
    .slice(0, PODS_MAX)
}

function nodesOf(pods: readonly Pod[]): Related[] {
  const names = new Set(pods.flatMap(({ spec }) => spec.nodeName ?? []))
  return [...names].map((name) => ({ kind: 'Node', name }))
}

async function autoscalersOf(targets: readonly Related[], namespace: string, { cluster, sight, signal }: Look) {
  const all = await sight.look('autoscalers', () =>
    cluster.list({ kind: 'HorizontalPodAutoscaler', namespace }, signal),
  )
  return ((all ?? []) as Autoscaler[])
    .filter(({ spec: { scaleTargetRef: to } }) =>
      targets.some(({ kind, name }) => kind === to.kind && name === to.name),
    )
    .map(({ metadata }) => ({ kind: 'HorizontalPodAutoscaler', name: metadata.name, namespace }))
}
