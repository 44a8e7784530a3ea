/** An autoscaler that may not go further, or that cannot see what it should act on. */

import { spelled } from '../../cluster/asking/look-at-logs.ts'
import type { AutoscalerView, ClusterScene, ConditionView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { number, record, records, text } from '../../cluster/reading/loose-fields.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'

const ABOUT_LOAD = /hpa|autoscal|latency|slow|cpu|throttl|load|saturat|queue|lag\b|time ?outs?|traffic|overload|p9\d/i

export const autoscalerLimited: Analyzer = (scene) => {
  const { cluster } = scene
  if (!cluster) return []
  return cluster.autoscalers
    .filter((one) => isConcerned(one, cluster, scene))
    .flatMap((one) => blind(one) ?? maxedOut(one, cluster, one.name === scene.subject.autoscaler) ?? [])
}

function isConcerned(
  { name, namespace, target }: AutoscalerView,
  { target: { workloads } }: ClusterScene,
  { subject }: Scene,
): boolean {
  if (name === subject.autoscaler && (subject.namespace === undefined || subject.namespace === namespace)) return true
  const isOver = workloads.some((one) => one.namespace === namespace && `${one.kind}/${one.name}` === target)
  return isOver && ABOUT_LOAD.test(`${spelled(subject.alertName)} ${subject.text}`)
}

function conditionOf({ conditions }: AutoscalerView, type: string, status: string): ConditionView | undefined {
  return conditions.find((one) => one.type === type && one.status === status)
}

function blind(autoscaler: Shown<AutoscalerView>): Finding | undefined {
  const failing = conditionOf(autoscaler, 'ScalingActive', 'False') ?? conditionOf(autoscaler, 'AbleToScale', 'False')
  // Somebody scaled it to zero on purpose: then it rests.
  if (!failing || failing.reason === 'ScalingDisabled') return undefined
  const { name, namespace, target, currentReplicas, minReplicas, maxReplicas, exhibit } = autoscaler
  const container = /missing request for (\w+) in container (\S+) of/.exec(failing.message ?? '')
  return fault({
    kind: 'autoscaler_blind',
    statement: `Autoscaler (HPA) ${name} of ${target} does not scale: it is blind, ${failing.type} is False (${failing.reason}): "${failing.message ?? ''}". It stays at ${currentReplicas} replicas (bounds ${minReplicas} to ${maxReplicas}) whatever the load.${container ? ` Container ${container[2]} has no ${container[1]} request, and without one no utilization can be reckoned.` : ''}`,
    evidence: [
      cite(exhibit, JSON.stringify(name)),
      failing.reason && citeField(exhibit, 'reason', failing.reason),
      failing.message && cite(exhibit, failing.message),
    ],
    confidence: 0.9,
    subject: { kind: 'HorizontalPodAutoscaler', namespace, name },
    since: failing.since,
    explains: ['overload', 'cpu_throttled'],
    ...noAction(
      'As soon as the autoscaler sees again it would undo a count set by hand; what blinds it must be cured.',
    ),
    suggestions: [
      container
        ? `Give container ${container[2]} a ${container[1]} request.`
        : `Bring back the metrics autoscaler ${name} asks for (metrics server or adapter).`,
    ],
  })
}

/** One whose bounds are equal is always at both; where the alert is not its own, it has to say itself that it is held back. */
function maxedOut(autoscaler: Shown<AutoscalerView>, cluster: ClusterScene, isNamed: boolean): Finding | undefined {
  const { name, namespace, target, currentReplicas, desiredReplicas, maxReplicas, exhibit } = autoscaler
  const limited = conditionOf(autoscaler, 'ScalingLimited', 'True')
  const isMost = desiredReplicas >= maxReplicas && maxReplicas > 0
  if (!isMost || (limited !== undefined && limited.reason !== 'TooManyReplicas')) return undefined
  if (!isNamed && (!limited || autoscaler.minReplicas >= maxReplicas)) return undefined
  const metric = metricOf(cluster, autoscaler)
  return fault({
    kind: 'autoscaler_maxed_out',
    statement: `Autoscaler (HPA) ${name} of ${target} is at its ceiling: ${currentReplicas} replicas of at most ${maxReplicas} (max)${limited ? `, ${limited.reason}: "${limited.message ?? ''}"` : ''}.${metric ? ` ${metric.text}` : ''} The load asks for more than it may give.`,
    evidence: [
      citeField(exhibit, 'maxReplicas', maxReplicas),
      citeField(exhibit, 'desiredReplicas', desiredReplicas),
      limited?.reason && citeField(exhibit, 'reason', limited.reason),
      metric?.quote,
    ],
    confidence: limited ? 0.9 : 0.7,
    subject: { kind: 'HorizontalPodAutoscaler', namespace, name },
    since: limited?.since,
    explains: ['overload', 'cpu_throttled'],
    ...noAction(
      `Autoscaler ${name} would undo a count above ${maxReplicas} within seconds; only its maximum or the load itself can change this.`,
    ),
    suggestions: [
      `Raise maxReplicas of autoscaler ${name} above ${maxReplicas} if the nodes have room, or find what makes ${target} work so hard.`,
    ],
  })
}

/** How far above the goal, where the whole object was read. */
function metricOf(
  { objects }: ClusterScene,
  { name, namespace }: AutoscalerView,
): { text: string; quote: ReturnType<typeof cite> } | undefined {
  const found = objects.find(
    (one) => one.kind === 'HorizontalPodAutoscaler' && one.name === name && one.namespace === namespace,
  )
  if (!found) return undefined
  const goals = records(record(found.whole.spec).metrics).map(resourceOf)
  for (const one of records(record(found.whole.status).currentMetrics).map(resourceOf)) {
    const goal = goals.find(({ resource }) => resource === one.resource)
    if (one.current === undefined) continue
    return {
      text: `Its ${one.resource} utilization is ${one.current} %${goal?.goal === undefined ? '' : ` against a target of ${goal.goal} %`}.`,
      quote: quoteOf(found.exhibit, one.current),
    }
  }
  return undefined
}

function resourceOf({ resource }: Readonly<Record<string, unknown>>) {
  const { name, current, target } = record(resource)
  return {
    resource: text(name) ?? '',
    current: number(record(current).averageUtilization),
    goal: number(record(target).averageUtilization),
  }
}

function quoteOf(exhibit: Exhibit, utilization: number) {
  return citeField(exhibit, 'averageUtilization', utilization)
}
