/**
 * More is asked than replicas can do: of a service, of the consumers of a queue, or of an autoscaler that may not go
 * on.
 */
import { spelled } from '../../cluster/asking/look-at-containers.ts'
import type { AutoscalerView, ClusterScene, ConditionView, Shown, WorkloadName } from '../../cluster/cluster-scene.ts'
import { autoscalerOf, type Gated, isScaledBy, noAction, scaleGate } from '../../cluster/gates.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'
import { number, record, records, text } from '../../cluster/reading/loose-fields.ts'
import { historyOf } from '../../cluster/releases/revision-history.ts'
import { sayAgo, sayTime } from '../../cluster/saying/say.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import { isAkin } from '../../lenses/entity-of.ts'
import { type Circle, circlesIn } from '../../lenses/steps/in-circles.ts'
import type { Scene } from '../../scene.ts'
import { isEvenlySaturated, type ReplicaLoads, replicaLoads, sayLoads } from '../../signals/node-limits.ts'
import { amount, clockTime, median, perSecond, type Step, sumOf } from '../../signals/points.ts'
import { citeFigure } from '../../signals/signal-finding.ts'
import type { Figure, SignalScene } from '../../signals/signal-scene.ts'
import { loadStep, type Traffic, trafficOf } from '../../signals/traffic.ts'

const MINUTE = 60_000
const AFTER_RELEASE_MINUTES = 15

export const overload: Analyzer = (scene) => {
  const { cluster, signals, subject } = scene
  const [workload] = cluster?.target.workloads ?? []
  const loads = replicaLoads(scene)
  if (!cluster || !workload || !isEvenlySaturated(loads)) return []
  const names = [workload.name, ...(subject.service === undefined ? [] : [subject.service])]
  const traffic = signals && trafficOf(signals, names)
  const step = traffic && loadStep(traffic)
  if (!traffic || !step || isAfterRelease(scene, workload, step)) return []
  return [overloaded({ ...scene, cluster }, { workload, loads, traffic, step })]
}

/** A new revision that needs more processor for the same requests is another matter. */
function isAfterRelease({ cluster }: Scene, workload: WorkloadName, { at }: Step): boolean {
  const rolledOutAt = cluster && historyOf(cluster, workload)?.rolledOutAt
  if (!rolledOutAt) return false
  const minutes = (at.getTime() - rolledOutAt.getTime()) / MINUTE
  return minutes > -AFTER_RELEASE_MINUTES && minutes < AFTER_RELEASE_MINUTES
}

type Overload = { workload: WorkloadName; loads: ReplicaLoads; traffic: Traffic; step: Step }

function overloaded(scene: Scene & { cluster: ClusterScene }, { workload, loads, traffic, step }: Overload): Finding {
  const { cluster, now } = scene
  const { kind, namespace, name } = workload
  const count = cluster.deployments.find((one) => isSame(one, workload))?.replicas ?? 0
  const times = step.from > 0 ? ` (${amount(step.to / step.from)} times as many)` : ''
  const [figure] = traffic.all
  const left = goingBack(traffic, step)
  const history = historyOf(cluster, workload)
  const release = history
    ? `Its revision ${history.newest.revision} is older than that (${sayAgo(history.rolledOutAt, now)}).`
    : ''
  const why = `The load rose and all replicas of ${name} are at their CPU limit.`
  const falls = left === undefined ? '' : ` It is going down again by itself: ${perSecond(left)} by now.`
  return fault({
    kind: 'overload',
    statement: `${kind} ${name} is overloaded: requests rose from ${perSecond(step.from)} to ${perSecond(step.to)}${times} at ${clockTime(step.at)}, and since then ${sayLoads(loads)}, evenly.${falls} ${release}${sayAutoscaler(scene, workload)}`,
    evidence: [figure && citeFigure(figure, step.at), loads.loads.slice(0, 2).flatMap(({ evidence }) => evidence)],
    confidence: 0.9,
    subject: { kind, namespace, name },
    since: step.at,
    explains: ['cpu_throttled', 'not_ready'],
    ...(left === undefined
      ? scaleGate({ cluster, now, workload, isEvenlySaturated: true, replicas: wantedReplicas(count, step), why })
      : noAction('Load that goes down by itself needs no more hands.')),
    suggestions: [`Give ${name} an autoscaler, or more replicas for good, if this load is to stay.`],
  })
}

const TELLING_POINTS = 6

/** What is left of it where more than half of what it rose is gone again. */
function goingBack({ all }: Traffic, { from, at }: Step): number | undefined {
  const since = sumOf(all)
    .filter((point) => point.at >= at.getTime())
    .map(({ value }) => value)
  const smooth = since.slice(2).map((_, end) => median(since.slice(end, end + 3)))
  const [peak, last = 0] = [Math.max(...smooth), smooth.at(-1)]
  return since.length >= TELLING_POINTS && last - from < (peak - from) / 2 ? last : undefined
}

/** As many more as the load is more, and at most half as many again: that is what policy allows at once. */
function wantedReplicas(replicas: number, { from, to }: Step): number {
  const growth = Math.min(1.5, from > 0 ? to / from : 1.5)
  return Math.max(replicas + 1, Math.floor(replicas * growth))
}

function sayAutoscaler({ cluster }: Scene, workload: WorkloadName): string {
  const autoscaler = cluster && autoscalerOf(cluster, workload)
  if (!autoscaler) return ' No autoscaler is set for it.'
  const { name, desiredReplicas, maxReplicas } = autoscaler
  return ` Autoscaler ${name} ${desiredReplicas >= maxReplicas ? `has reached its maximum of ${maxReplicas} replicas` : `wants ${desiredReplicas} of at most ${maxReplicas} replicas`}.`
}

// An autoscaler that may not go further, or that cannot see what it should act on.

const ABOUT_LOAD = /hpa|autoscal|latency|slow|cpu|throttl|load|saturat|queue|lag\b|time ?outs?|traffic|overload|p9\d/i

export const autoscalerLimited: Analyzer = (scene) => {
  const { cluster } = scene
  if (!cluster) return []
  return cluster.autoscalers
    .filter((one) => isConcerned(one, cluster, scene))
    .flatMap((one) => blind(one) ?? maxedOut(one, cluster, one.name === scene.subject.autoscaler) ?? [])
}

function isConcerned(autoscaler: AutoscalerView, { target: { workloads } }: ClusterScene, { subject }: Scene): boolean {
  const { name, namespace } = autoscaler
  if (name === subject.autoscaler && (subject.namespace === undefined || subject.namespace === namespace)) return true
  return (
    workloads.some((one) => isScaledBy(one, autoscaler)) &&
    ABOUT_LOAD.test(`${spelled(subject.alertName)} ${subject.text}`)
  )
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
      quote: citeField(found.exhibit, 'averageUtilization', one.current),
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

// All partitions fall behind alike: more comes in than the consumers can do.

const EVEN_SHARE = 0.8

export const queueBehind: Analyzer = (scene) => {
  const lags = scene.signals ? lagsOf(scene.signals) : []
  const growing = lags.filter(({ first, last }) => last >= WORTH_TELLING && last > first * GROWTH)
  if (growing.length === 0 || growing.length < lags.length * EVEN_SHARE) return []
  return [behind(scene, growing as [Lag, ...Lag[]])]
}

function behind(scene: Scene, lags: readonly [Lag, ...Lag[]]): Finding {
  const [first] = lags
  const workload = scene.cluster?.target.workloads.find(({ name }) => !isKeeper(name, first))
  const loads = replicaLoads(scene)
  const isBusy = workload !== undefined && isEvenlySaturated(loads)
  const total = lags.reduce((sum, { last }) => sum + last, 0)
  const where = lags.length > 1 ? `on all ${lags.length} partitions of ${first.queue} evenly` : `on ${first.queue}`
  const who = workload ? `${workload.kind} ${workload.name}` : 'The consumer'
  const [circle] = circlesIn(scene.exhibits, first.since ?? scene.now)
  const busy = isBusy
    ? ` Its consumers have no capacity left: ${sayLoads(loads)}, evenly.`
    : ` Its consumers are not at their CPU limit (${sayLoads(loads)}), so they wait for something else.`
  return fault({
    kind: 'queue_behind',
    statement: `${who} falls behind ${where}: its lag grew to ${amount(total)} in all${first.since ? ` since ${sayTime(first.since)}` : ''}.${workload && loads.loads.length > 0 ? busy : ''}${circle ? ` ${sayCircle(circle)}` : ''}`,
    evidence: [citeFigure(first.figure), loads.loads.slice(0, 2).flatMap(({ evidence }) => evidence)],
    confidence: isBusy ? 0.9 : 0.6,
    subject: workload ?? { kind: 'Queue', name: first.queue },
    weight: isBusy ? 'cause' : 'symptom',
    since: first.since,
    explains: isBusy ? ['cpu_throttled'] : [],
    ...(circle ? noAction(IN_CIRCLES) : stepFor(scene, workload, lags, isBusy)),
    suggestions: ['Compare what comes in with what one consumer can do, and size their number for the peak.'],
  })
}

const IN_CIRCLES =
  'The same few are handed back and taken up again: more consumers would only turn them faster. They are to be taken out of the queue.'

function sayCircle({ again, done }: Circle): string {
  return `What is taken up is handed back: ${again.name} went from ${perSecond(again.from)} to ${perSecond(again.last)}, and ${done.name} from ${perSecond(done.from)} to ${perSecond(done.last)}.`
}

/** `rabbitmq_queue_messages` is told by rabbitmq, which keeps the queue and does not empty it. */
function isKeeper(workload: string, { figure: { name = '' } }: Lag): boolean {
  const [system = ''] = name.split('_')
  return isAkin(system, workload)
}

/** A consumer beyond the number of partitions has nothing to read. */
function stepFor(
  { cluster, now }: Scene,
  workload: WorkloadName | undefined,
  lags: readonly Lag[],
  isBusy: boolean,
): Gated {
  const deployment = cluster?.deployments.find((one) => workload && isSame(one, workload))
  if (!cluster || !workload || !deployment) return noAction('The consumers could not be seen.')
  if (!isBusy) return noAction('The consumers are not busy themselves, so more of them would not help.')
  const partitions = lags[0]?.partition === undefined ? Number.POSITIVE_INFINITY : lags.length
  const wanted = Math.min(partitions, Math.max(deployment.replicas + 1, Math.floor(deployment.replicas * 1.5)))
  if (wanted <= deployment.replicas && !autoscalerOf(cluster, workload))
    return noAction(
      `There are ${partitions} partitions and ${deployment.replicas} consumers; one more would have nothing to read.`,
    )
  const why = `All partitions fall behind and all consumers of ${workload.name} are at their CPU limit.`
  return scaleGate({ cluster, now, workload, isEvenlySaturated: true, replicas: wanted, why })
}

// How far consumers are behind, partition by partition.

/** One partition, or the whole queue where it has none. */
type Lag = {
  partition: string | undefined
  queue: string
  first: number
  last: number
  since: Date | undefined
  figure: Figure
}

const LAG = /lag|backlog|pending|messages|depth|length|queue_size|unacked/
const NOT_LAG = /offset|_rate$|published|delivered|_created/
const QUEUE_LABELS = [
  ...['topic', 'queue', 'queue_name', 'subscription', 'stream'],
  ...['consumergroup', 'consumer_group', 'group'],
]
const GROWTH = 3
const WORTH_TELLING = 100

function lagsOf({ figures }: Pick<SignalScene, 'figures'>): Lag[] {
  const lags = figures.filter(({ family, name = '' }) => family === 'queue' && LAG.test(name) && !NOT_LAG.test(name))
  const detailed = lags.filter(({ labels }) => labels.partition !== undefined)
  return (detailed.length > 0 ? detailed : lags).flatMap(lagOf)
}

function lagOf(figure: Figure): Lag[] {
  const { points, labels } = figure
  const [before, now] = [points.slice(0, 3), points.slice(-2)]
  if (points.length < 4) return []
  const first = median(before.map(({ value }) => value))
  const last = median(now.map(({ value }) => value))
  const left = points.findLastIndex(({ value }) => value <= Math.max(first * 2, first + 10)) + 1
  const queue =
    QUEUE_LABELS.map((label) => labels[label]).find((value) => value !== undefined) ?? figure.name ?? 'the queue'
  const since = points[left] && new Date(points[left].at)
  return [{ partition: labels.partition, queue, first, last, since, figure }]
}
