/** More is asked of a service than its replicas can do: they are all at their limit since the load rose. */
import type { WorkloadName } from '../../cluster/cluster-scene.ts'
import { autoscalerOf, scaleGate } from '../../cluster/gates.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'
import { historyOf } from '../../cluster/releases/revision-history.ts'
import { sayAgo } from '../../cluster/saying/say.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { isEvenlySaturated, type ReplicaLoads, replicaLoads, sayLoads } from '../../signals/node-limits.ts'
import { amount, clockTime, median, perSecond, type Step, sumOf } from '../../signals/points.ts'
import { citeFigure } from '../../signals/signal-finding.ts'
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
  return [overloaded(scene, { workload, loads, traffic, step })]
}

/** A new revision that needs more processor for the same requests is another matter. */
function isAfterRelease({ cluster }: Scene, workload: WorkloadName, { at }: Step): boolean {
  const rolledOutAt = cluster && historyOf(cluster, workload)?.rolledOutAt
  if (!rolledOutAt) return false
  const minutes = (at.getTime() - rolledOutAt.getTime()) / MINUTE
  return minutes > -AFTER_RELEASE_MINUTES && minutes < AFTER_RELEASE_MINUTES
}

type Overload = { workload: WorkloadName; loads: ReplicaLoads; traffic: Traffic; step: Step }

function overloaded(scene: Scene, { workload, loads, traffic, step }: Overload): Finding {
  const { cluster, now } = scene
  const { kind, namespace, name } = workload
  const times = step.from > 0 ? ` (${amount(step.to / step.from)} times as many)` : ''
  const [figure] = traffic.all
  const left = goingBack(traffic, step)
  const falls = left === undefined ? '' : ` It is going down again by itself: ${perSecond(left)} by now.`
  return fault({
    kind: 'overload',
    statement: `${kind} ${name} is overloaded: requests rose from ${perSecond(step.from)} to ${perSecond(step.to)}${times} at ${clockTime(step.at)}, and since then ${sayLoads(loads)}, evenly.${falls} ${sayRelease(scene, workload)}${sayAutoscaler(scene, workload)}`,
    evidence: [figure && citeFigure(figure, step.at), loads.loads.slice(0, 2).flatMap(({ evidence }) => evidence)],
    confidence: 0.9,
    subject: { kind, namespace, name },
    since: step.at,
    explains: [
      'cpu_throttled',
      'not_ready',
      'readiness_probe',
      'liveness_probe',
      'slow_start',
      'autoscaler_at_maximum',
    ],
    ...(left !== undefined && { noActionReason: 'Load that goes down by itself needs no more hands.' }),
    ...(cluster &&
      left === undefined &&
      scaleGate({
        cluster,
        now,
        workload,
        isEvenlySaturated: true,
        replicas: wantedReplicas(replicasOf(scene, workload), step),
        why: `The load rose and all replicas of ${name} are at their CPU limit.`,
      })),
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

function replicasOf({ cluster }: Scene, workload: WorkloadName): number {
  return cluster?.deployments.find((one) => isSame(one, workload))?.replicas ?? 0
}

function sayRelease({ cluster, now }: Scene, workload: WorkloadName): string {
  const history = cluster && historyOf(cluster, workload)
  return history
    ? `Its revision ${history.newest.revision} is older than that (${sayAgo(history.rolledOutAt, now)}).`
    : ''
}

function sayAutoscaler({ cluster }: Scene, workload: WorkloadName): string {
  const autoscaler = cluster && autoscalerOf(cluster, workload)
  if (!autoscaler) return ' No autoscaler is set for it.'
  const { name, desiredReplicas, maxReplicas } = autoscaler
  const isAtMost = desiredReplicas >= maxReplicas
  return ` Autoscaler ${name} ${isAtMost ? `has reached its maximum of ${maxReplicas} replicas` : `wants ${desiredReplicas} of at most ${maxReplicas} replicas`}.`
}
