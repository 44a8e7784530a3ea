/**
 * What the analysis says about a step the model wants. The gates are the same that its own steps pass; where it found a
 * cause, no other step than its own is taken.
 */
import type { WantedAction } from '../../incident/diagnosis.ts'
import type { Analysis } from '../analyse.ts'
import type { ClusterScene } from '../cluster/cluster-scene.ts'
import { cordonGate, evictedGate, type Gated, restartGate, rollbackGate, scaleGate } from '../cluster/gates.ts'
import { historyOf } from '../cluster/releases/revision-history.ts'
import type { Exhibit } from '../evidence.ts'
import { whyNotEndedNow } from './session-gate.ts'

/** From here on analysis is not contradicted by deeds. */
const CONFIDENCE_THAT_BINDS = 0.7
const KUBERNETES_ACTION = /^(restart_pod|scale_deployment|rollback_deployment|cordon_node|delete_evicted_pods)$/

type Given = { action: WantedAction; analysis: Analysis; exhibits: readonly Exhibit[] }

/** The step the analysis itself wants, where the model wants the same. */
export function ownAction({ wanted }: Analysis, action: WantedAction): WantedAction | undefined {
  return wanted.find((one) => isSameDeed(one, action))
}

/** Why a step of the model's own is not taken; undefined where nothing speaks against it. */
export function refusalOf({ action, analysis, exhibits }: Given): string | undefined {
  return clusterRefusal(action, analysis) ?? findingRefusal(analysis) ?? gateRefusal({ action, analysis, exhibits })
}

/** The same plugin, and nothing different in what both say. */
function isSameDeed(wanted: WantedAction, { plugin, parameters }: WantedAction): boolean {
  return (
    wanted.plugin === plugin &&
    Object.keys(wanted.parameters).some((name) => name in parameters) &&
    Object.entries(parameters).every(([name, value]) => wanted.parameters[name] === value)
  )
}

function clusterRefusal({ plugin }: WantedAction, { subject }: Analysis): string | undefined {
  if (subject.foreignCluster === undefined || !KUBERNETES_ACTION.test(plugin)) return undefined
  return `The alert comes from cluster ${subject.foreignCluster}, which is not the one Firebreak is connected to.`
}

/** A finding that explains the alert, or shows that nothing is wrong, leaves no room for another step. */
function findingRefusal({ findings: [first], wanted }: Analysis): string | undefined {
  if (first?.situation === 'not_found')
    return 'The object the alert speaks of was not found, and one of the same name elsewhere is not it.'
  if (!first || first.confidence < CONFIDENCE_THAT_BINDS) return undefined
  if (first.situation === 'recovered' || first.situation === 'works_as_designed')
    return `The analysis finds nothing wrong now: ${first.statement}`
  if (first.weight !== 'cause') return undefined
  if (wanted.length > 0)
    return `The analysis found the cause and another step for it: ${wanted.map(nameOf).join(', ')}.`
  return first.noActionReason ?? `The analysis found a cause that this step does not cure: ${first.statement}`
}

function nameOf({ plugin }: WantedAction): string {
  return plugin
}

function gateRefusal({ action, analysis, exhibits }: Given): string | undefined {
  const { plugin, parameters, why } = action
  const { cluster, now } = analysis.scene
  const namespace = String(parameters.namespace ?? 'default')
  const workload = { kind: 'Deployment' as const, namespace, name: String(parameters.deployment ?? '') }
  switch (plugin) {
    case 'restart_pod': {
      const pod = cluster?.pods.find((one) => one.namespace === namespace && one.name === parameters.pod_name)
      return cluster && pod && reasonOf(restartGate({ cluster, now, why, pod }))
    }
    case 'rollback_deployment': {
      const history = cluster && historyOf(cluster, workload)
      if (!cluster || !history) return undefined
      const guilty = history.change?.differences ?? []
      return reasonOf(rollbackGate({ cluster, now }, { why, workload, since: analysis.subject.startedAt, guilty }))
    }
    case 'scale_deployment':
      return cluster && scaleRefusal(cluster, now, action, workload)
    case 'cordon_node': {
      if (parameters.uncordon === true) return 'Only a person lets pods back on a node.'
      const node = cluster?.nodes.find(({ name }) => name === parameters.node)
      return node
        ? reasonOf(cordonGate({ cluster: cluster as ClusterScene, now, why, node }))
        : 'That node was not seen.'
    }
    case 'delete_evicted_pods':
      return cluster ? reasonOf(evictedGate({ cluster, namespace, why })) : 'No evicted pod was seen.'
    case 'terminate_query':
    case 'kill_deadlock':
      return whyNotEndedNow(Number(parameters.pid), exhibits)
    default:
      return undefined
  }
}

type Workload = { kind: 'Deployment'; namespace: string; name: string }

/** More of what is too little is allowed within bounds; how even the load is, the model may know better than we. */
function scaleRefusal(
  cluster: ClusterScene,
  now: Date,
  { parameters, why }: WantedAction,
  workload: Workload,
): string | undefined {
  const gated = scaleGate({ cluster, now, why, workload, isEvenlySaturated: true })
  const most = Number(gated.actions[0]?.parameters.replicas)
  const wanted = Number(parameters.replicas)
  if (gated.actions.length === 0) return reasonOf(gated)
  return wanted >= 1 && wanted <= most
    ? undefined
    : `${wanted} replicas are out of bounds; at most ${most}, at least 1.`
}

function reasonOf({ actions, noActionReason }: Gated): string | undefined {
  return actions.length > 0 ? undefined : (noActionReason ?? 'The analysis sees no ground for this step.')
}
