/** All partitions fall behind alike: more comes in than the consumers can do. */

import type { WorkloadName } from '../../cluster/cluster-scene.ts'
import { autoscalerOf, type Gated, noAction, scaleGate } from '../../cluster/gates.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'
import { sayTime } from '../../cluster/saying/say.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import { isAkin } from '../../lenses/entity-of.ts'
import type { Scene } from '../../scene.ts'
import { isEvenlySaturated, replicaLoads, sayLoads } from '../../signals/node-limits.ts'
import { amount, median } from '../../signals/points.ts'
import { citeFigure } from '../../signals/signal-finding.ts'
import type { Figure, SignalScene } from '../../signals/signal-scene.ts'

const EVEN_SHARE = 0.8

export const queueBehind: Analyzer = (scene) => {
  const lags = scene.signals ? lagsOf(scene.signals) : []
  const growing = lags.filter(isGrowing)
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
  const busy =
    workload === undefined || loads.loads.length === 0
      ? ''
      : isBusy
        ? ` Its consumers have no capacity left: ${sayLoads(loads)}, evenly.`
        : ` Its consumers are not at their CPU limit (${sayLoads(loads)}), so they wait for something else.`
  return fault({
    kind: 'queue_behind',
    statement: `${who} falls behind ${where}: its lag grew to ${amount(total)} in all${first.since ? ` since ${sayTime(first.since)}` : ''}.${busy}`,
    evidence: [citeFigure(first.figure), loads.loads.slice(0, 2).flatMap(({ evidence }) => evidence)],
    confidence: isBusy ? 0.9 : 0.6,
    subject: {
      kind: workload?.kind ?? 'Queue',
      name: workload?.name ?? first.queue,
      ...(workload && { namespace: workload.namespace }),
    },
    weight: isBusy ? 'cause' : 'symptom',
    since: first.since,
    explains: isBusy ? ['cpu_throttled'] : [],
    ...stepFor(scene, workload, lags, isBusy),
    suggestions: ['Compare what comes in with what one consumer can do, and size their number for the peak.'],
  })
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
  'topic',
  'queue',
  'queue_name',
  'subscription',
  'stream',
  'consumergroup',
  'consumer_group',
  'group',
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

function isGrowing({ first, last }: Lag): boolean {
  return last >= WORTH_TELLING && last > first * GROWTH
}
