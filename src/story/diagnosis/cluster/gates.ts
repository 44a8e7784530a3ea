/**
 * How a rule comes to a step: it says what it would do and why, and judges what only the rule can know. The rest is the
 * plugin's own gate, asked here already so that the finding tells why nothing is done; what is wanted in the end meets that
 * gate again, with everything that was seen.
 */
import type { Facts, Gate } from '../../../plugins/gate.ts'
import cordonNode from '../../../plugins/kubernetes/cordon_node.ts'
import deleteEvictedPods from '../../../plugins/kubernetes/delete_evicted_pods.ts'
import restartPod from '../../../plugins/kubernetes/restart_pod.ts'
import rollbackDeployment from '../../../plugins/kubernetes/rollback_deployment.ts'
import scaleDeployment from '../../../plugins/kubernetes/scale_deployment.ts'
import type { Finding } from '../finding.ts'
import { clusterFacts, releaseFactOf } from '../gates/cluster-facts.ts'
import type { AutoscalerView, ClusterScene, Difference, NodeView, PodView, WorkloadName } from './cluster-scene.ts'
import { isSame } from './pods/workload-pods.ts'
import { adviseReturn, historyOf } from './releases/revision-history.ts'
import { sayDuration } from './saying/say.ts'

export type Gated = Pick<Finding, 'actions' | 'noActionReason'>

type Where = { cluster: ClusterScene; now: Date; why: string }

const GROWTH = 1.5

export function noAction(reason: string): Gated {
  return { actions: [], noActionReason: reason }
}

type Deed<Parameters> = { name: string; gate: Gate<Parameters> }
/** `defaults` are the parameters that are left out where they are as usual. */
type Step<Parameters> = {
  parameters: Partial<Parameters>
  defaults?: Partial<Parameters>
  why: string
  began?: Date | undefined
}

function gated<Parameters extends Record<string, unknown>>(
  { name: plugin, gate }: Deed<Parameters>,
  { parameters, defaults, why, began }: Step<Parameters>,
  facts: Facts,
): Gated {
  const refusal = gate.whyNot({ ...defaults, ...parameters } as Parameters, facts)
  return refusal === undefined ? { actions: [{ plugin, parameters, why, ...(began && { began }) }] } : noAction(refusal)
}

/** What a rule looks at. How far people let a count change is asked in the end. */
function factsFor({ cluster, now }: Pick<Where, 'cluster' | 'now'>, known: Partial<Facts> = {}): Facts {
  return {
    ...{ now, onset: undefined, alertName: '', cluster: clusterFacts(cluster), sessions: [], tables: [] },
    ...{ meant: { datnames: undefined, table: undefined, pid: undefined }, personSaid: '' },
    ...{ replicaChangeMax: Number.POSITIVE_INFINITY, describedAs: () => '', notes: [], heard: [] },
    ...{ isProvenAtFault: () => false, isWorkOver: () => false, ...known },
  }
}

/** Where no cluster was seen nothing is proposed in it. */
type Place = { cluster?: ClusterScene | undefined; now: Date; subject?: { startedAt?: Date | undefined } }

type Rollback = {
  why: string
  workload: WorkloadName | undefined
  /** When the fault began, if anything tells. */
  since: Date | undefined
  /** The differences of the newest revision that brought the fault; none: the revision before has it too. */
  guilty: readonly Difference[]
  /** Where a harmless revision came after the guilty one: the one before that. */
  backTo?: number | undefined
}

export function rollbackGate({ cluster, now, subject }: Place, rollback: Rollback): Gated {
  const { why, workload, since, guilty, backTo } = rollback
  if (!cluster) return noAction('The cluster was not seen.')
  const history = historyOf(cluster, workload)
  if (!workload || (workload.kind !== 'Deployment' && !history?.previous))
    return noAction(
      `${workload ? `A ${workload.kind}` : 'What runs here'} has no revisions that can be returned to from here.`,
    )
  const { kind, namespace, name } = workload
  if (history?.previous && !history.released.isPaused && guilty.length === 0)
    return noAction(
      `Revision ${history.previous.revision} of ${name} is no different in this, so a rollback would not help.`,
    )
  const age =
    history?.rolledOutAt && subject?.startedAt ? subject.startedAt.getTime() - history.rolledOutAt.getTime() : 0
  // A new program that did its work for a day has not brought what began today; a setting may bite when something is full.
  if (history && age > LONG_MS && guilty.every(({ field }) => field.endsWith('.image')))
    return noAction(
      `Revision ${history.newest.revision} of ${name} ran for ${sayDuration(age)} before the alert; an older program would meet the same.`,
    )
  const revision = backTo ?? (history?.isBeyondPrevious ? Number(history.previous?.revision) : undefined)
  const parameters = { namespace, deployment: name, ...(revision !== undefined && { revision }) }
  const facts = clusterFacts(cluster)
  const releaseOf: typeof facts.releaseOf = (deployment, further) =>
    further === undefined ? history && releaseFactOf(cluster, history) : facts.releaseOf(deployment, further)
  const step = gated(
    rollbackDeployment,
    { parameters, why, began: since },
    factsFor({ cluster, now }, { cluster: { ...facts, releaseOf }, onset: since }),
  )
  return kind === 'Deployment' || step.actions.length === 0 || !history
    ? step
    : noAction(adviseReturn(cluster, history))
}

const LONG_MS = 24 * 3_600_000

type Restart = Where & {
  pod: PodView
  /** Where a new pod would be made from another template than this one: then this one need not run. */
  isMadeAnew?: boolean
}

/** Only for what a fresh process would do differently: a leak, a wedge, a value read at the start. */
export function restartGate({ cluster, now, why, pod, isMadeAnew = false }: Restart): Gated {
  const { namespace, name, phase } = pod
  const step = gated(
    restartPod,
    { parameters: { namespace, pod_name: name }, why },
    factsFor({ cluster, now }, { isProvenAtFault: () => true }),
  )
  const isIdle = phase === 'Pending' && !isMadeAnew
  return isIdle && step.actions.length > 0 ? noAction(`Pod ${name} does not run (${phase}).`) : step
}

type Scale = Where & {
  workload: WorkloadName | undefined
  isEvenlySaturated: boolean
  /** Where another number than half as many again is right. */
  replicas?: number
}

export function scaleGate({ cluster, now, why, workload, isEvenlySaturated, replicas }: Scale): Gated {
  if (workload?.kind !== 'Deployment') return noAction('Only a Deployment can be scaled here.')
  const { namespace, name } = workload
  const count = cluster.deployments.find((one) => isSame(one, workload))?.replicas ?? 0
  const most = Math.max(count + 1, Math.floor(count * GROWTH))
  const parameters = { namespace, deployment: name, replicas: replicas ?? most }
  const step = gated(scaleDeployment, { parameters, why }, factsFor({ cluster, now }))
  return step.actions.length > 0 && !isEvenlySaturated
    ? noAction('The replicas are not evenly loaded, so more of them would not help.')
    : step
}

export function autoscalerOf({ autoscalers }: ClusterScene, workload: WorkloadName) {
  return autoscalers.find((one) => isScaledBy(workload, one))
}

export function isScaledBy({ kind, namespace, name }: WorkloadName, autoscaler: AutoscalerView): boolean {
  return autoscaler.namespace === namespace && autoscaler.target === `${kind}/${name}`
}

type Cordon = Where & {
  node: NodeView
  /** Where its own warnings or figures of now show it bad, though no condition says so. */
  isShownBad?: boolean
}

export function cordonGate({ cluster, now, why, node, isShownBad = false }: Cordon): Gated {
  const seen = { ...clusterFacts(cluster), nodes: [node] }
  const facts = factsFor({ cluster, now }, { isProvenAtFault: () => isShownBad, cluster: seen })
  const step = { parameters: { node: node.name }, defaults: { uncordon: false }, why }
  return gated(cordonNode, step, facts)
}

/** Where whoever closed it has said that he is done there. */
export function uncordonGate({ cluster, now, why, node: { name } }: Cordon): Gated {
  const facts = factsFor({ cluster, now }, { isWorkOver: () => true })
  return gated(cordonNode, { parameters: { node: name, uncordon: true }, why }, facts)
}

export function isBadNow({ isReady, conditions }: NodeView): boolean {
  return !isReady || conditions.some(({ type, status }) => type !== 'Ready' && status === 'True')
}

/** `node` and `owner` where the alert is about them: a plan touches what the alert is about. */
type Evicted = Where & { namespace: string; node?: string | undefined; owner?: string | undefined }

export function evictedGate({ cluster, now, namespace, node, owner, why }: Evicted): Gated {
  const parameters = { namespace, ...(node && { node }), ...(owner && { owner }) }
  return gated(deleteEvictedPods, { parameters, why }, factsFor({ cluster, now }))
}
