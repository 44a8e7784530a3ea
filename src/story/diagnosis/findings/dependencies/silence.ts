/** Nothing is heard of a target, which is neither zero nor health and not yet a cause; or its errors came and went. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import type { EventView, Shown } from '../../cluster/cluster-scene.ts'
import { podEvents, subjectPods } from '../../cluster/pods/workload-pods.ts'
import { citePart, sayTime } from '../../cluster/saying/say.ts'
import { cite } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { failureChain } from '../../signals/failure-chain.ts'
import { clockTime, endOf, lastOf, perSecond, sumOf } from '../../signals/points.ts'
import { metricsNamedIn } from '../../signals/promql.ts'
import { saidLines, type Telling, tellingOf } from '../../signals/said-lines.ts'
import { citeFigure, citeLine } from '../../signals/signal-finding.ts'
import type { Figure, Point, SignalScene } from '../../signals/signal-scene.ts'
import { type Traffic, trafficOf } from '../../signals/traffic.ts'
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
  const [pod] = cluster ? subjectPods(cluster) : []
  if (!cluster || !pod) return ''
  const isLogEmpty = cluster.logs.some(({ name, lines }) => name === pod.name && lines.length === 0)
  const warned = podEvents(cluster, pod).some(({ isWarning }) => isWarning)
  const state = `Its pod ${pod.name} counts as ${pod.phase}${pod.isReady ? ' and ready' : ', not ready'}`
  return ` ${state}${isLogEmpty ? ', but its log is empty' : ''}${warned ? ', and there are warnings about it' : ''}.`
}

// Errors that came and went: the metrics show the whole of it, and nothing is left to mend.

const MINUTE = 60_000
/** Shorter pauses may be the pause before the next burst. */
const QUIET_MINUTES = 10
const WORTH_TELLING = 0.05
/** Of its worst. */
const LITTLE = 0.05

export const errorsOver: Analyzer = (scene) => {
  const [front] = failureChain(scene)
  const { signals, subject } = scene
  const name = front?.name ?? subject.service
  if (!signals || name === undefined || front?.troubled || front?.hasNoReplicas) return []
  const traffic = trafficOf(signals, [name, ...(subject.service === undefined ? [] : [subject.service])])
  const burst = traffic && burstOf(traffic, scene)
  return traffic && burst ? [over(name, traffic, burst, scene)] : []
}

type Burst = { began: Point; ended: Point; worst: number }

/** Requests must still be counted: where nobody asks any more, nobody fails. */
function burstOf({ all, failing }: Traffic, { now }: Scene): Burst | undefined {
  const [errors, requests] = [sumOf(failing), sumOf(all)]
  const worst = Math.max(0, ...errors.map(({ value }) => value))
  const isMany = ({ value }: Point) => value > worst * LITTLE
  const [began, ended] = [errors.find(isMany), errors.findLast(isMany)]
  const isQuiet = ended !== undefined && now.getTime() - ended.at >= QUIET_MINUTES * MINUTE
  const { value = 0, at = 0 } = requests.at(-1) ?? {}
  const isAsked = value > 0 && now.getTime() - at < QUIET_MINUTES * MINUTE
  return worst >= WORTH_TELLING && began && ended && isQuiet && isAsked ? { began, ended, worst } : undefined
}

function over(name: string, { failing, all }: Traffic, { began, ended, worst }: Burst, scene: Scene): Finding {
  const past = pastCause(scene, [name], { began: began.at, ended: ended.at })
  return fault({
    kind: 'errors_over',
    statement: `${name} has recovered: its errors ${sayTimes(began, ended)} (at worst ${perSecond(worst)}) and have not come back, while requests go on.${past ? ` ${past.sentence}` : ''}`,
    evidence: [[...failing, ...all].slice(0, 2).flatMap((figure) => citeFigure(figure)), past?.evidence],
    confidence: 0.7,
    situation: 'recovered',
    subject: { kind: 'Service', name },
    since: new Date(began.at),
    noActionReason: 'There is nothing left to mend.',
    suggestions: past
      ? [
          `See whether ${name} can bear it better the next time: retries, shorter timeouts, a connection that follows a new primary.`,
        ]
      : [`Find out what happened to ${name} in those minutes.`],
  })
}

/** Between two looks nobody knows the second. */
function sayTimes(began: Point, ended: Point): string {
  const [from, to] = [began, ended].map(({ at }) => clockTime(new Date(at)))
  return from === to ? `came at about ${from}` : `lasted from ${from} to ${to}`
}

// What happened while something that is over lasted: the words of the program then, and the events of those minutes.

type Past = { sentence: string; evidence: readonly EvidenceReference[] }
/** Milliseconds since 1970. */
type Span = { began: number; ended: number }

/** Counters are asked every few minutes, logs tell the second. */
const AROUND = 5 * MINUTE

/** Nothing where neither a line nor an event of that time was seen. */
function pastCause(scene: Scene, names: readonly string[], { began, ended }: Span): Past | undefined {
  const lines = saidLines(scene).filter(({ at }) => isWithin(at, began - AROUND, ended + AROUND))
  const telling = tellingOf(lines, names)
  const first = telling?.first.at?.getTime() ?? began
  const events = eventsAt(scene, { began: Math.min(began, first) - AROUND, ended: first + MINUTE }, telling)
  const parts = [
    ...(telling
      ? [
          `Its log said then: "${telling.words}" (${telling.count} such lines)${NOT_PRIMARY.test(telling.words) ? OF_FAILOVER : ''}.`,
        ]
      : []),
    ...(events.length > 0 ? [`At the same time: ${events.map(sayEvent).join('; ')}.`] : []),
  ]
  if (parts.length === 0) return undefined
  const quoted = events.map(({ exhibit, source }) => citePart(exhibit, source))
  return { sentence: parts.join(' '), evidence: [...(telling?.evidence.map(citeLine) ?? []), ...quoted] }
}

function isWithin(at: Date | undefined, from: number, to: number): boolean {
  return at !== undefined && at.getTime() >= from && at.getTime() <= to
}

/** How stores of several makers say that they are not the primary any more. */
const NOT_PRIMARY =
  /\bREADONLY\b|read[- ]only (?:replica|transaction|mode)|not (?:the )?(?:primary|master|leader)\b|NotLeader|NotMaster|NOT_LEADER|NotWritablePrimary|no longer primary|stepped down/i
const OF_FAILOVER = ': what it wrote to was not the primary any more, as during a failover'

const INTERRUPTING =
  /Kill|BackOff|Unhealthy|Evict|Preempt|NotReady|NotSchedulable|Reboot|OOM|Fail|Drain|Taint|SuccessfulDelete|ScalingReplicaSet|Leader/i
const EVENTS_MAX = 2
const MESSAGE_MAX = 160

type Event = Shown<EventView>

/** Those of somebody the words name come first, then warnings. */
function eventsAt({ cluster }: Scene, { began, ended }: Span, telling: Telling | undefined): Event[] {
  const words = telling?.words.toLowerCase() ?? ''
  const weight = ({ name, isWarning }: Event) =>
    Number(words.includes(name.toLowerCase().replace(/-[^-]*\d[^-]*$/, ''))) * 2 + Number(isWarning)
  return (cluster?.events ?? [])
    .filter(({ at, reason }) => isWithin(at, began, ended) && INTERRUPTING.test(reason))
    .sort((one, other) => weight(other) - weight(one))
    .slice(0, EVENTS_MAX)
}

function sayEvent({ at, kind, name, reason, message }: Event): string {
  return `${kind} ${name} at ${at ? clockTime(at) : 'an unknown time'}: ${reason} (${message.slice(0, MESSAGE_MAX)})`
}
