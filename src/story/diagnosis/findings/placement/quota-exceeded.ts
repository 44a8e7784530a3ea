/** A namespace that has used up what it was given, and the workloads that cannot grow because of it. */

import { readQuantity } from '../../../../plugins/kubernetes/quantity.ts'
import type { ClusterScene, Fields, PlainObject, Shown, UsageView } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { type RefusedCreation, refusedCreations, sayStanding } from '../../cluster/placement/refused-creations.ts'
import { findPod, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { record, text, texts } from '../../cluster/reading/loose-fields.ts'
import { amountOf, sayAmount, sayMany } from '../../cluster/saying/say.ts'
import { cite, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { aside, CAUSED_BY_MISSING_PODS } from '../cluster-fault.ts'

const REFUSAL = /exceeded quota: ([^,\s]+), requested: (.+), used: (.+), limited: ([^\n"]+)/
const UNSPECIFIED = /failed quota: ([^:\s]+): must specify ([^\n"]+)/

export const quotaExceeded: Analyzer = (scene) => {
  const { cluster } = scene
  if (!cluster) return []
  const refused = refusedCreations(cluster).flatMap((one) => {
    const found = refusedByQuota(one, cluster)
    return found ? [one.isSubject ? found : aside(found)] : []
  })
  return refused.length > 0 ? refused : fullQuotas(cluster, scene)
}

function refusedByQuota(refusal: RefusedCreation, cluster: ClusterScene): Finding | undefined {
  const exceeded = REFUSAL.exec(refusal.message)
  const unspecified = UNSPECIFIED.exec(refusal.message)
  const quota = exceeded?.[1] ?? unspecified?.[1]
  if (quota === undefined) return undefined
  const why = exceeded
    ? `quota ${quota} of namespace ${refusal.workload.namespace} is used up: requested ${exceeded[2]}, used ${exceeded[3]}, limited to ${exceeded[4]}`
    : `quota ${quota} of namespace ${refusal.workload.namespace} demands that pods specify ${unspecified?.[2]}`
  const seen = quotaNamed(cluster, refusal.workload.namespace, quota)
  return fault({
    kind: 'quota_exceeded',
    statement: `${sayStanding(refusal)} because ${why}. No pod fails; the API server refuses to create the missing ones.`,
    facts: [...usageFact(seen), ...consumerFact(cluster, refusal.workload.namespace, exceeded?.[2])],
    evidence: refusal.evidence,
    confidence: seen ? 0.9 : 0.8,
    subject: refusal.workload,
    since: refusal.since,
    explains: CAUSED_BY_MISSING_PODS,
    ...noAction(
      'More replicas or a restart would be refused as well; the quota belongs to whoever shares out the cluster.',
    ),
    suggestions: [
      exceeded
        ? `Raise quota ${quota}, lower the requests of ${refusal.workload.name}, or run fewer pods in namespace ${refusal.workload.namespace}.`
        : `Give the containers of ${refusal.workload.name} ${unspecified?.[2]}.`,
    ],
  })
}

type SeenQuota = { name: string; used: Record<string, string>; hard: Record<string, string>; exhibit: Exhibit }

function quotaNamed(cluster: ClusterScene, namespace: string, name: string): SeenQuota | undefined {
  return quotasIn(cluster, namespace).find((one) => one.name === name)
}

/** As an object read by its name, or as the surroundings of a pod. */
function quotasIn({ objects, described }: ClusterScene, namespace: string): SeenQuota[] {
  const read = objects
    .filter((one) => one.kind === 'ResourceQuota' && one.namespace === namespace)
    .map(({ name, whole, exhibit }: Shown<PlainObject>) => seen(name, record(whole.status), exhibit))
  const around = described
    .filter(({ pod }) => pod.namespace === namespace)
    .flatMap(({ quotas, exhibit }) => quotas.map((quota) => seen(text(quota.name) ?? '', quota, exhibit)))
  return [...read, ...around]
}

function seen(name: string, { used, hard }: Fields, exhibit: Exhibit): SeenQuota {
  return { name, used: texts(used), hard: texts(hard), exhibit }
}

function usageFact(quota: SeenQuota | undefined): Finding['facts'] {
  const full = quota ? fullResources(quota) : []
  if (!quota || full.length === 0) return []
  return [
    {
      text: `Quota ${quota.name} stands at ${full.map((one) => `${one} ${quota.used[one]} of ${quota.hard[one]}`).join(', ')}.`,
      evidence: full.slice(0, 2).map((one) => cite(quota.exhibit, `"${one}":${JSON.stringify(quota.used[one])}`)),
    },
  ]
}

function fullResources({ used, hard }: SeenQuota): string[] {
  return Object.keys(hard).filter((resource) => {
    const most = amountOf(hard, resource)
    const now = amountOf(used, resource)
    return most !== undefined && now !== undefined && most > 0 && now >= most
  })
}

/** Who asks for most of what is short, all pods of a workload taken together, where the samples of use tell requests too. */
function consumerFact(cluster: ClusterScene, namespace: string, requested = ''): Finding['facts'] {
  const resource = /cpu|memory/.exec(requested)?.[0] as 'cpu' | 'memory' | undefined
  if (!resource) return []
  const groups = Map.groupBy(
    cluster.usage.filter((one) => one.namespace === namespace && requestOf(one, resource) > 0),
    (one) => ownerWord(cluster, one),
  )
  const consumers = [...groups]
    .map(([owner, pods]) => ({ owner, pods, sum: pods.reduce((sum, one) => sum + requestOf(one, resource), 0) }))
    .sort((one, other) => other.sum - one.sum)
    .slice(0, CONSUMERS_SHOWN)
  const [most] = consumers
  if (!most) return []
  return [
    {
      text: `Most ${resource} in namespace ${namespace} is requested by ${consumers.map(({ owner, pods, sum }) => `${owner} (${sayAmount(resource, sum)} by ${sayMany(pods.length, 'pod')})`).join(', ')}.`,
      evidence: most.pods.slice(0, 1).map(({ exhibit, name }) => cite(exhibit, JSON.stringify(name))),
    },
  ]
}

const CONSUMERS_SHOWN = 3

function requestOf({ containers }: UsageView, resource: 'cpu' | 'memory'): number {
  return containers.reduce((sum, one) => sum + (readQuantity(one[resource]?.request) ?? 0), 0)
}

function ownerWord(cluster: ClusterScene, key: UsageView): string {
  const pod = findPod(cluster, key)
  const owner = pod && workloadOf(cluster, pod)
  return owner ? `${owner.kind} ${owner.name}` : `pod ${key.name}`
}

/** The alert is about a quota, and nobody was refused yet. */
function fullQuotas(cluster: ClusterScene, { subject }: Scene): Finding[] {
  const namespace = cluster.target.namespace
  if (subject.quota === undefined || namespace === undefined) return []
  const quota = quotaNamed(cluster, namespace, subject.quota)
  const full = quota ? fullResources(quota) : []
  if (!quota || full.length === 0) return []
  return [
    fault({
      kind: 'quota_full',
      statement: `Quota ${quota.name} of namespace ${namespace} is fully used: ${full.map((one) => `${one} ${quota.used[one]} of ${quota.hard[one]}`).join(', ')}. Nothing was refused because of it so far, but the next pod will be.`,
      evidence: full.slice(0, 2).map((one) => cite(quota.exhibit, `"${one}":${JSON.stringify(quota.used[one])}`)),
      confidence: 0.8,
      subject: { kind: 'ResourceQuota', namespace, name: quota.name },
      ...noAction('Everything that was asked for runs; the quota belongs to whoever shares out the cluster.'),
      suggestions: [`Raise quota ${quota.name}, or lower the requests of what runs in namespace ${namespace}.`],
    }),
  ]
}
