/** Errors that came and went: the metrics show the whole of it, and nothing is left to mend. */

import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import type { EventView, Shown } from '../../cluster/cluster-scene.ts'
import { citePart } from '../../cluster/saying/say.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { failureChain } from '../../signals/failure-chain.ts'
import { clockTime, perSecond, sumOf } from '../../signals/points.ts'
import { saidLines, type Telling, tellingOf } from '../../signals/said-lines.ts'
import { citeFigure, citeLine } from '../../signals/signal-finding.ts'
import type { Point } from '../../signals/signal-scene.ts'
import { type Traffic, trafficOf } from '../../signals/traffic.ts'

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
  const isAsked =
    (requests.at(-1)?.value ?? 0) > 0 && now.getTime() - (requests.at(-1)?.at ?? 0) < QUIET_MINUTES * MINUTE
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
    ...(telling ? [`Its log said then: "${telling.words}" (${telling.count} such lines)${meaningOf(telling)}.`] : []),
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

function meaningOf({ words }: Telling): string {
  return NOT_PRIMARY.test(words) ? ': what it wrote to was not the primary any more, as during a failover' : ''
}

const INTERRUPTING =
  /Kill|BackOff|Unhealthy|Evict|Preempt|NotReady|NotSchedulable|Reboot|OOM|Fail|Drain|Taint|SuccessfulDelete|ScalingReplicaSet|Leader/i
const EVENTS_MAX = 2

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

const MESSAGE_MAX = 160
