/** Nothing is heard of a target: that is neither zero nor health, and not yet a cause. */

import { eventsAbout } from '../../cluster/pods/events-about.ts'
import { subjectPods } from '../../cluster/pods/workload-pods.ts'
import { sayTime } from '../../cluster/saying/say.ts'
import { cite } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { endOf, lastOf } from '../../signals/points.ts'
import { metricsNamedIn } from '../../signals/promql.ts'
import { citeFigure } from '../../signals/signal-finding.ts'
import type { Figure, SignalScene } from '../../signals/signal-scene.ts'
import { topicsOf } from '../../signals/who-is-measured.ts'

export const noData: Analyzer = (scene) => {
  const { signals, subject, cluster } = scene
  if (!signals || !topicsOf(subject, cluster).has('silence')) return []
  const up = signals.figures.filter(({ family }) => family === 'up')
  const silent = up.filter((figure) => lastOf(figure) === 0 || endOf(figure, scene.now))
  if (silent.length > 0) return [unheard(scene, silent, up.length)]
  const missing = missingOf(scene, signals)
  if (missing) return [missing]
  const [absent] = signals.silent.filter(({ family }) => family === 'up')
  return up.length === 0 && absent ? [unknown(scene, absent.exhibit)] : []
}

/** A metric the alert names that is not there, or has ended. */
function missingOf(scene: Scene, { figures, silent }: SignalScene): Finding | undefined {
  const names = metricsNamedIn(scene.subject)
  const [absent] = silent.filter(({ family }) => family === 'missed')
  if (absent)
    return silence(scene, {
      statement: `There is no data of ${names.join(', ')}: the metrics server knows no such series.`,
      evidence: [cite(absent.exhibit, 'No data')],
    })
  const all = figures.filter(({ family }) => family === 'missed')
  const ended = all.find((figure) => endOf(figure, scene.now))
  const since = ended && endOf(ended, scene.now)
  if (!ended || !since || all.some((figure) => figure.name === ended.name && !endOf(figure, scene.now)))
    return undefined
  return silence(scene, {
    statement: `There is no data of ${ended.name} any more: its last sample is of ${sayTime(since)}.`,
    evidence: citeFigure(ended),
    since,
  })
}

function unheard(scene: Scene, silent: readonly Figure[], all: number): Finding {
  const [first] = silent as [Figure, ...Figure[]]
  const since = silentSince(first, scene.now)
  const where = silent
    .map(({ labels }) => labels.instance ?? labels.pod ?? 'unknown')
    .slice(0, 3)
    .join(', ')
  return silence(scene, {
    statement: `There is no data from ${nameOf(scene)}: ${silent.length} of ${all} targets (${where}) ${silent.length === 1 ? 'does' : 'do'} not answer when asked for metrics (up is 0${since ? ` since ${sayTime(since)}` : ''}).`,
    evidence: citeFigure(first),
    ...(since && { since }),
  })
}

function unknown(scene: Scene, exhibit: Figure['exhibit']): Finding {
  return silence(scene, {
    statement: `There is no data from ${nameOf(scene)}: the metrics server knows no target of that name any more.`,
    evidence: [cite(exhibit, 'No data')],
  })
}

function silence(
  scene: Scene,
  { statement, evidence, since }: Pick<Finding, 'statement' | 'evidence'> & { since?: Date },
): Finding {
  const name = nameOf(scene)
  return fault({
    kind: 'no_data',
    statement: `${statement} No data is not zero and says nothing about how it is.${sayPods(scene)}`,
    evidence,
    confidence: 0.6,
    subject: { kind: 'Target', name },
    weight: 'symptom',
    since,
    noActionReason:
      'Without data nothing shows what is wrong, so nothing should be changed before somebody has looked.',
    suggestions: [`Look at ${name} itself: does its process answer, and does its metrics port?`],
  })
}

function silentSince(figure: Figure, now: Date): Date | undefined {
  const ended = endOf(figure, now)
  if (ended) return ended
  const lastUp = figure.points.findLastIndex(({ value }) => value > 0)
  const first = figure.points[lastUp + 1]
  return lastUp >= 0 && first ? new Date(first.at) : undefined
}

function nameOf({ subject, cluster }: Scene): string {
  return (
    cluster?.target.workloads[0]?.name ?? subject.labels.job ?? subject.service ?? subject.instance ?? subject.alertName
  )
}

/** What the cluster says about it, without calling it well. */
function sayPods({ cluster }: Scene): string {
  const pods = cluster ? subjectPods(cluster) : []
  if (!cluster || pods.length === 0) return ''
  const [pod] = pods
  const isLogEmpty = cluster.logs.some(({ name, lines }) => name === pod?.name && lines.length === 0)
  const warned =
    pod &&
    eventsAbout(cluster, { kind: 'Pod', namespace: pod.namespace, name: pod.name }).some(({ isWarning }) => isWarning)
  const state = `Its pod ${pod?.name} counts as ${pod?.phase}${pod?.isReady ? ' and ready' : ', not ready'}`
  return ` ${state}${isLogEmpty ? ', but its log is empty' : ''}${warned ? ', and there are warnings about it' : ''}.`
}
