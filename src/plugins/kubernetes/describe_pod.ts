import type { DiagnosticPlugin, Tools } from '../plugin.ts'
import { answer } from './answer.ts'
import { NAMESPACE, POD_NAME } from './cluster-parameters.ts'
import { describePod } from './described-pod.ts'
import type { Pod, Workload } from './kubernetes-objects.ts'
import { findNearPods } from './near-names.ts'
import { Sight } from './not-seen.ts'
import { type Owner, readOwners } from './owner-chain.ts'
import { readClaims } from './pod-claims.ts'
import { readReferences } from './pod-references.ts'
import { readPolicies, readServices } from './pod-services.ts'
import { readSurroundings } from './pod-surroundings.ts'
import { readWebhooks } from './pod-webhooks.ts'
import { readRevisions, revisionOf } from './revisions.ts'
import { readSetRevisions, showSetRevision, whatChangedInSet } from './set-revisions.ts'
import { optional, showConditions } from './shown-pod.ts'
import { forbiddingMarks, showReplicaSet } from './shown-workload.ts'
import { rewrittenFields } from './template-difference.ts'
import { whatChanged } from './what-changed.ts'

type Parameters = { namespace: string; pod_name: string }

export default {
  name: 'describe_pod',
  description:
    'Everything about one pod: container states (waiting, lastState.terminated, restartCount), probes, resources, its owners, what changed between the two newest revisions, whether referenced ConfigMaps, Secrets, claims and storage classes exist and when they were last written, the Services, network policies, quotas and admission webhooks that touch it, and its node. Start here when a pod misbehaves.',
  category: 'diagnostic',
  parameters: {
    type: 'object',
    properties: { namespace: NAMESPACE, pod_name: POD_NAME },
    required: ['pod_name'],
  },
  run: ({ namespace, pod_name: name }, tools) =>
    answer(async () => {
      const pod = await tools.cluster.get({ kind: 'Pod', namespace, name }, tools.signal)
      return pod ? { success: true, data: await describe(pod as Pod, tools) } : notFound({ namespace, name }, tools)
    }),
} satisfies DiagnosticPlugin<Parameters>

async function describe(pod: Pod, { cluster, signal }: Tools) {
  const sight = new Sight()
  const owners = await readOwners(cluster, pod.metadata, sight, signal)
  const [history, references, services, policies, claims, webhooks, around] = await Promise.all([
    readHistory(owners, sight, { cluster, signal }),
    readReferences(cluster, pod, sight, signal),
    readServices(cluster, pod, sight, signal),
    readPolicies(cluster, pod, sight, signal),
    readClaims(cluster, pod, sight, signal),
    readWebhooks(cluster, pod, sight, signal),
    readSurroundings(cluster, pod, owners, sight, signal),
  ])
  return {
    pod: describePod(pod),
    owner_chain: owners.map(showOwner),
    ...history,
    ...rewritten(pod, owners, history),
    references,
    ...services,
    ...optional('network_policies', policies),
    ...(claims.length > 0 && { claims }),
    ...(webhooks.length > 0 && { webhooks }),
    ...around,
    ...sight.report(),
  }
}

type Reading = Pick<Tools, 'cluster' | 'signal'>

async function readHistory(owners: readonly Owner[], sight: Sight, { cluster, signal }: Reading) {
  const deployment = owners.find(({ kind }) => kind === 'Deployment')?.object
  if (!deployment) return readSetHistory(owners, sight, { cluster, signal })
  const revisions = await sight.look('replica sets', () => readRevisions(cluster, deployment, signal))
  if (!revisions) return {}
  return { revisions: revisions.slice(0, 5).map(showReplicaSet), what_changed: whatChanged(revisions) }
}

async function readSetHistory(owners: readonly Owner[], sight: Sight, { cluster, signal }: Reading) {
  const { kind = '', object } = owners.find((one) => SETS.includes(one.kind)) ?? {}
  if (!object) return {}
  const revisions = await sight.look('controller revisions', () => readSetRevisions(cluster, object, signal))
  if (!revisions) return {}
  return { revisions: revisions.slice(0, 5).map(showSetRevision), what_changed: whatChangedInSet(revisions, kind) }
}

const SETS = ['StatefulSet', 'DaemonSet']

function showOwner({ kind, name, uid, object }: Owner) {
  if (!object) return { kind, name, uid, seen: false }
  const { metadata, spec, status } = object as Workload
  return {
    kind,
    name,
    uid,
    creationTimestamp: metadata.creationTimestamp,
    ...optional('deletionTimestamp', metadata.deletionTimestamp),
    ...optional('revision', revisionOf(object)),
    ...optional('change_cause', metadata.annotations?.['kubernetes.io/change-cause']),
    ...(spec.replicas !== undefined && { replicas: spec.replicas }),
    ...(spec.suspend === true && { suspend: true }),
    ...(spec.paused && { paused: true }),
    ...forbiddingMarks(object),
    status: { ...status, conditions: showConditions(status?.conditions) },
  }
}

/**
 * A difference between a pod and the template it was made from means that somebody rewrote it on the way in. Where its set
 * has another template by now, what that would change is told instead.
 */
function rewritten(pod: Pod, owners: readonly Owner[], history: History) {
  const [owner] = owners
  const template = owner?.object?.spec.template
  if (!template) return {}
  if (isOutdated(pod, owner, history.revisions?.[0]?.name))
    return { newest_template_changes: rewrittenFields(pod.spec, template.spec) }
  const differences = rewrittenFields(template.spec, pod.spec)
  return differences.length > 0 ? { differs_from_template: differences } : {}
}

type History = { revisions?: readonly { name: string }[] }

function isOutdated({ metadata }: Pod, { kind, name, object }: Owner, newest: string | undefined): boolean {
  const hash = metadata.labels?.['controller-revision-hash']
  const wanted = object?.status?.updateRevision ?? newest
  if (!SETS.includes(kind) || hash === undefined || wanted === undefined) return false
  return (kind === 'DaemonSet' ? `${name}-${hash}` : hash) !== wanted
}

async function notFound({ namespace, name }: { namespace: string; name: string }, { cluster, signal }: Tools) {
  const sight = new Sight()
  const near = await findNearPods(cluster, { namespace, name }, sight, signal)
  return {
    success: false,
    error: `There is no pod ${name} in namespace ${namespace}.`,
    data: { near_names: near, ...sight.report() },
  }
}
