/** What happened while something that is over lasted: the words of the program then, and the events of those minutes. */
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import type { EventView, Shown } from '../cluster/cluster-scene.ts'
import { citePart } from '../cluster/saying/say.ts'
import type { Scene } from '../scene.ts'
import { clockTime } from './points.ts'
import { saidLines } from './said-lines.ts'
import { citeLine } from './signal-finding.ts'
import { type Telling, tellingOf } from './telling-line.ts'

type Past = { sentence: string; evidence: readonly EvidenceReference[] }
/** Milliseconds since 1970. */
type Span = { began: number; ended: number }

const MINUTE = 60_000
/** Counters are asked every few minutes, logs tell the second. */
const AROUND = 5 * MINUTE

/** Nothing where neither a line nor an event of that time was seen. */
export function pastCause(scene: Scene, names: readonly string[], { began, ended }: Span): Past | undefined {
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
