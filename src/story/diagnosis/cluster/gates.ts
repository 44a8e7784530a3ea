/**
 * When a step may be proposed at all. Each gate answers with the action, or with the reason for none; the target's name
 * always comes from a listing, and policy judges every action again before a person sees it.
 */
import type { Finding } from '../finding.ts'
import type { ClusterScene, Difference, NodeView, PodView, RevisionView, WorkloadName } from './cluster-scene.ts'
import { isLeaving, isSame } from './pods/workload-pods.ts'
import { revisionNameOf } from './releases/released-workload.ts'
import { type History, historyOf, podsByAge } from './releases/revision-history.ts'
import { adviseReturn } from './releases/set-return.ts'
import { minutesBetween, sayAgo, sayDuration } from './saying/say-time.ts'

export type Gated = Pick<Finding, 'actions' | 'noActionReason'>

type Where = { cluster: ClusterScene; now: Date; why: string }

/** Clocks differ, and a controller needs a moment. */
const TOLERANCE_MINUTES = 2
/** What a revision brings shows sooner than this. */
const RAN_WELL_MINUTES = 6 * 60
const GROWTH = 1.5

export function noAction(reason: string): Gated {
  return { actions: [], noActionReason: reason }
}

/** Where no cluster was seen nothing is proposed in it. */
type Place = { cluster?: ClusterScene | undefined; now: Date }

type Rollback = {
  why: string
  workload: WorkloadName | undefined
  /** When the fault began, if anything tells. */
  since: Date | undefined
  /** The differences of the newest revision that brought the fault; none: the revision before has it too. */
  guilty: readonly Difference[]
}

export function rollbackGate({ cluster, now }: Place, wanted: Rollback): Gated {
  if (!cluster) return noAction('The cluster was not seen.')
  const { why, workload } = wanted
  const history = historyOf(cluster, workload)
  if (!workload || (workload.kind !== 'Deployment' && !history?.previous))
    return noAction(
      `${workload ? `A ${workload.kind}` : 'What runs here'} has no revisions that can be returned to from here.`,
    )
  const { kind, namespace, name } = workload
  if (!history) return noAction(`The revisions of deployment ${name} could not be seen.`)
  if (!history.previous) return noAction(`Deployment ${name} has no earlier revision to return to.`)
  const obstacle = obstacleTo({ ...wanted, cluster, now }, history, history.previous)
  if (obstacle !== undefined) return noAction(obstacle)
  if (kind !== 'Deployment') return noAction(adviseReturn(cluster, history))
  const { revision } = history.previous
  const parameters = { namespace, deployment: name, ...(history.isBeyondPrevious && { revision }) }
  return { actions: [{ plugin: 'rollback_deployment', parameters, why }] }
}

function obstacleTo(
  { cluster, now, since, guilty }: Rollback & Where,
  history: History,
  to: RevisionView,
): string | undefined {
  const { released, newest, rolledOutAt } = history
  if (released.isPaused) return `Deployment ${released.name} is paused.`
  if (guilty.length === 0)
    return `Revision ${to.revision} of ${released.name} is no different in this, so a rollback would not help.`
  const minutes = since && rolledOutAt ? minutesBetween(rolledOutAt, since) : 0
  if (minutes < -TOLERANCE_MINUTES)
    return `It began before revision ${newest.revision} was rolled out (${sayAgo(rolledOutAt, now)}), so that revision is not the cause.`
  if (minutes > RAN_WELL_MINUTES)
    return `Revision ${newest.revision} ran for ${sayDuration(minutes * 60_000)} before it began, so that revision is not the cause.`
  const before = podsByAge(cluster, history).older.filter((pod) => revisionNameOf(pod) === to.name)
  if (before.length > 0 && before.every((pod) => !pod.isReady))
    return `The pods of revision ${to.revision} are not ready either.`
  return undefined
}

type Restart = Where & {
  pod: PodView
  /** Where a new pod would be made from another template than this one: then this one need not run. */
  isMadeAnew?: boolean
}

/** Only for what a fresh process would do differently: a leak, a wedge, a value read at the start. */
export function restartGate({ cluster, why, pod, isMadeAnew = false }: Restart): Gated {
  const { namespace, name, owner, nodeName } = pod
  if (!cluster.pods.some((one) => isSame(one, pod))) return noAction(`Pod ${name} was not seen.`)
  if (!owner) return noAction(`Nothing owns pod ${name}, so nothing would make a new one.`)
  if (owner.kind === 'Job') return noAction(`Pod ${name} belongs to a Job, which decides itself when to try again.`)
  if (isLeaving(pod)) return noAction(`Pod ${name} is being deleted already.`)
  if (pod.phase !== 'Running' && !(isMadeAnew && pod.phase === 'Pending'))
    return noAction(`Pod ${name} does not run (${pod.phase}).`)
  const node = cluster.nodes.find((one) => one.name === nodeName)
  if (node && !node.isReady) return noAction(`Its node ${node.name} is not ready, so a pod there does not end.`)
  return { actions: [{ plugin: 'restart_pod', parameters: { namespace, pod_name: name }, why }] }
}

type Scale = Where & {
  workload: WorkloadName | undefined
  isEvenlySaturated: boolean
  /** Where another number than half as many again is right. */
  replicas?: number
}

export function scaleGate({ cluster, why, workload, isEvenlySaturated, replicas }: Scale): Gated {
  if (workload?.kind !== 'Deployment') return noAction('Only a Deployment can be scaled here.')
  const deployment = cluster.deployments.find((one) => isSame(one, workload))
  if (!deployment) return noAction(`Deployment ${workload.name} was not seen.`)
  const autoscaler = autoscalerOf(cluster, workload)
  if (autoscaler)
    return noAction(`Autoscaler ${autoscaler.name} decides the number of replicas and would undo a change by hand.`)
  if (!isEvenlySaturated) return noAction('The replicas are not evenly loaded, so more of them would not help.')
  const most = Math.max(deployment.replicas + 1, Math.floor(deployment.replicas * GROWTH))
  const { namespace, name } = workload
  return {
    actions: [
      { plugin: 'scale_deployment', parameters: { namespace, deployment: name, replicas: replicas ?? most }, why },
    ],
  }
}

export function autoscalerOf({ autoscalers }: ClusterScene, { kind, namespace, name }: WorkloadName) {
  return autoscalers.find((one) => one.namespace === namespace && one.target === `${kind}/${name}`)
}

type Cordon = Where & {
  node: NodeView
  /** Where its own warnings or figures of now show it bad, though no condition says so. */
  isShownBad?: boolean
}

/** A node that was bad is no reason; one that takes no pods already needs nothing. */
export function cordonGate({ why, node, isShownBad = false }: Cordon): Gated {
  if (node.isUnschedulable) return noAction(`Node ${node.name} takes no new pods already.`)
  if (!isBadNow(node) && !isShownBad) return noAction(`Node ${node.name} is well now.`)
  return { actions: [{ plugin: 'cordon_node', parameters: { node: node.name }, why }] }
}

export function isBadNow({ isReady, conditions }: NodeView): boolean {
  return !isReady || conditions.some(({ type, status }) => type !== 'Ready' && status === 'True')
}

export function evictedGate({ cluster, namespace, why }: Omit<Where, 'now'> & { namespace: string }): Gated {
  const evicted = cluster.pods.filter((pod) => pod.namespace === namespace && pod.reason === 'Evicted')
  if (evicted.length === 0) return noAction(`There is no evicted pod in namespace ${namespace}.`)
  return { actions: [{ plugin: 'delete_evicted_pods', parameters: { namespace }, why }] }
}
