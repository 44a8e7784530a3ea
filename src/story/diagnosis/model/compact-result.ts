/**
 * A plugin's result in few words, for the first message: what says nothing is left out, long lists keep what tells most,
 * and every field that stays stands as it stands in the whole, so that it can be quoted.
 */
import type { PluginResult } from '../../../plugins/plugin.ts'
import type { Exhibit } from '../evidence.ts'
import { READ_CALL } from './model-tools.ts'

type Measure = { itemsMax: number; charactersMax: number }

/** From generous to meagre; the first that fits is taken. */
const MEASURES: readonly Measure[] = [
  { itemsMax: 40, charactersMax: 300 },
  { itemsMax: 15, charactersMax: 200 },
  { itemsMax: 8, charactersMax: 140 },
  { itemsMax: 4, charactersMax: 100 },
  { itemsMax: 2, charactersMax: 80 },
]
/** Names of copies, marks, templates and customs: nobody finds a cause in them. */
const TELLS_NOTHING = new Set(
  `uid resourceVersion generation observedGeneration managedFields templateHash podLabels ownerReferences selfLink
   sandboxed pod-template-hash qosClass dnsPolicy schedulerName restartPolicy terminationGracePeriodSeconds
   imagePullPolicy imageID protocol startTime lastProbeTime enableServiceLinks preemptionPolicy
   terminationMessagePath controller-revision-hash terminationMessagePolicy blockOwnerDeletion uncounted hostIP
   hostIPs podIPs progressDeadlineSeconds`
    .toLowerCase()
    .split(/\s+/),
)
const ALARMING =
  /error|warn|fail|fatal|panic|except|refus|timed? ?out|denied|kill|full|exhaust|unable|cannot|could not|invalid|missing|reject|abort|corrupt|lost/i

const WHOLE: Measure = { itemsMax: Number.POSITIVE_INFINITY, charactersMax: Number.POSITIVE_INFINITY }
const FAILURE_CHARACTERS = 200

type Compact = { text: string; isWhole: boolean }

export function compactResult({ success, data, message, error }: PluginResult, charactersMax: number): Compact {
  if (!success) return cut(`failed: ${error ?? message ?? ''}`, Math.max(charactersMax, FAILURE_CHARACTERS))
  const whole = JSON.stringify(keep(data, WHOLE)) ?? message ?? ''
  for (const measure of MEASURES) {
    const text = JSON.stringify(keep(data, measure)) ?? message ?? ''
    if (text.length <= charactersMax) return { text, isWhole: text === whole && !/"… \d+ more"/.test(text) }
  }
  return cut(JSON.stringify(keep(data, MEASURES.at(-1) as Measure)) ?? '', charactersMax)
}

function cut(text: string, charactersMax: number): Compact {
  return text.length <= charactersMax
    ? { text, isWhole: true }
    : { text: `${text.slice(0, Math.max(0, charactersMax - 1)).toWellFormed()}…`, isWhole: false }
}

function keep(value: unknown, measure: Measure): unknown {
  if (typeof value === 'string') return shorten(value, measure.charactersMax)
  if (Array.isArray(value)) return keepItems(value, measure)
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value)
    .filter(([name]) => !TELLS_NOTHING.has(name.toLowerCase()))
    .map(([name, part]) => [name, keep(part, measure)] as const)
  return Object.fromEntries(parts.filter(([, part]) => !isSilent(part)))
}

function isSilent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The end tells as much as the beginning: causes stand last in most messages. */
function shorten(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text
  const half = Math.floor(charactersMax / 2)
  return `${text.slice(0, half).toWellFormed()} … ${text.slice(-half).toWellFormed()}`
}

/** Listings put those in trouble first; of lines those that alarm and those that came last are kept, each kind once. */
function keepItems(all: readonly unknown[], measure: Measure): unknown[] {
  const items = all.filter((item) => !isAsUsual(item))
  const chosen = items.every(isSample)
    ? keepSteps(items, measure.itemsMax)
    : items.some(isLine)
      ? keepLines(items, measure.itemsMax)
      : items.slice(0, measure.itemsMax)
  const kept = chosen.map((item) => keep(item, measure))
  return chosen.length === items.length ? kept : [...kept, `… ${items.length - chosen.length} more`]
}

/** A condition that holds as it should. */
function isAsUsual(item: unknown): boolean {
  const { type, status, reason } = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
  if (typeof type !== 'string' || typeof status !== 'string') return false
  const isHealthy = /^(Ready|Initialized|Available|Progressing|ContainersReady|PodScheduled|PodReadyToStart)/.test(type)
  return isHealthy
    ? status === 'True' && reason !== 'ProgressDeadlineExceeded'
    : /Pressure|Unavailable/.test(type) && status === 'False'
}

type Sample = readonly [at: number, value: string]

function isSample(item: unknown): item is Sample {
  return Array.isArray(item) && item.length === 2 && typeof item[0] === 'number' && typeof item[1] === 'string'
}

/** Of a series its ends and where it moved: a flat line is told by two points. */
function keepSteps(samples: readonly Sample[], itemsMax: number): Sample[] {
  const moved = samples.filter(([, value], at) => at === 0 || value !== samples[at - 1]?.[1])
  const last = samples.at(-1)
  const stride = Math.max(1, Math.ceil(moved.length / Math.max(1, itemsMax - 1)))
  const kept = moved.filter((_, at) => at % stride === 0)
  return last && kept.at(-1) !== last ? [...kept, last] : kept
}

function isLine(item: unknown): boolean {
  return lineOf(item) !== undefined
}

function lineOf(item: unknown): string | undefined {
  if (typeof item === 'string') return item
  const { line, text, message } = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
  return [line, text, message].find((one) => typeof one === 'string')
}

function keepLines(items: readonly unknown[], itemsMax: number): unknown[] {
  const once = [...new Map(items.map((item) => [patternOf(lineOf(item) ?? ''), item])).values()]
  if (once.length <= itemsMax) return once
  const alarming = once.filter((item) => ALARMING.test(lineOf(item) ?? '')).slice(-itemsMax)
  const rest = once.filter((item) => !alarming.includes(item)).slice(alarming.length - itemsMax || once.length)
  return once.filter((item) => alarming.includes(item) || rest.includes(item))
}

/** Lines that differ in numbers and ids only are one. */
function patternOf(line: string): string {
  return line.replaceAll(/[0-9a-f]{8,}|\d+/gi, '#').slice(0, 200)
}

// What the analysis saw, call by call, in few words: the model quotes from it and asks only for what is missing.

/** All calls together; a head start must not cost more than the work. */
const CHARACTERS_MAX = 6_000
const CHARACTERS_MIN = 60
const CALL_CHARACTERS_MAX = 1_800
const PARAMETER_CHARACTERS_MAX = 110
/** Of what is left, for each call in turn: those that prove something come first. */
const SHARE = 0.4

export type DescribedCall = {
  id: string
  /** In our own words: the call, and how to read the rest. */
  asked: string
  /** What came back. */
  answered: string
}

/** In the order of their numbers; those whose ids are `cited` get more room. */
export function tellCalls(
  exhibits: readonly Exhibit[],
  cited: ReadonlySet<string>,
  charactersMax = CHARACTERS_MAX,
): DescribedCall[] {
  const byWorth = exhibits.toSorted((one, other) => Number(cited.has(other.id)) - Number(cited.has(one.id)))
  let left = charactersMax
  const described = new Map<string, DescribedCall>()
  for (const exhibit of byWorth) {
    const room = Math.max(CHARACTERS_MIN, Math.min(CALL_CHARACTERS_MAX, Math.floor(left * SHARE)))
    const call = tellCall(exhibit, room)
    described.set(exhibit.id, call)
    left -= call.answered.length
  }
  return exhibits.flatMap(({ id }) => described.get(id) ?? [])
}

function tellCall({ id, plugin, parameters, result }: Exhibit, room: number): DescribedCall {
  const { text, isWhole } = compactResult(result, room)
  const words = JSON.stringify(parameters).slice(0, PARAMETER_CHARACTERS_MAX)
  const asked = `${id} ${plugin} ${words}${isWhole ? '' : ` (shortened; the whole: ${READ_CALL})`}`
  return { id, asked, answered: text }
}
