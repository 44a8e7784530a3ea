/** Which lines are new or many times as frequent since the onset, whoever wrote them, and whom they name. */

import { isExporter } from '../../incident/who-measures.ts'
import { time } from '../cluster/reading/loose-fields.ts'
import type { Scene } from '../scene.ts'
import { clockTime } from '../signals/points.ts'
import { isCut, readLines } from '../signals/read-signal-scene.ts'
import { isErrorLine, type SaidLine, saidLines, wordsOf } from '../signals/said-lines.ts'
import { citeLine } from '../signals/signal-finding.ts'
import { entityOf, isAkin, namesOf } from './entity-of.ts'
import { clipped, type Fact } from './fact.ts'
import { type Step, timeFit } from './onset.ts'
import { mineTemplates, type Template } from './templates.ts'

const LINES_MAX = 2500
const MINUTE = 60_000
/** The end of a long line tells why: its middle is given up later. */
const WORDS_MAX = 2_000

/** Those of pods and all that the log server showed, to whomever it was shown. */
export function linesOf(scene: Scene): SaidLine[] {
  const central = scene.exhibits.filter(({ plugin }) => plugin === 'logs.query').flatMap(readLines)
  const signals = { lines: central.slice(-LINES_MAX) }
  const all = saidLines({ ...(scene.cluster && { cluster: scene.cluster }), signals }).slice(-LINES_MAX)
  // Who bears no name of a program, or that of a shipper of logs, is called by its unit or its host.
  return all.map((line) =>
    line.speaker === 'unknown' || isExporter(line.speaker)
      ? { ...line, speaker: entityOf(line.labels ?? {}) ?? line.speaker }
      : line,
  )
}

const WARNING = /(?:^|[\s[|"'(=:])(?:WARN|WARNING|W\d{4})(?=[\s\]|"'):]|$)|level"?[=:]\s*"?warn|"level":\s*40\b/i
const MILD =
  /(?:^|[\s[|"'(=:])(?:INFO|DEBUG|TRACE|NOTICE)(?=[\s\]|"'):]|$)|level"?[=:]\s*"?(?:info|debug|notice)|"level":\s*[123]0\b/i
const COMPLAINT =
  /\b(?:fail\w*|error|refus\w*|reject\w*|den(?:y|ied)|timed? ?out|timeout|expired?|exceed\w*|exhaust\w*|unable|cannot|can't|could not|not found|missing|invalid|no space|full|drop\w*|lost|stale|stuck|retry\w*|retries|slow|too many|limit\w*|throttl\w*|unavailable|unreachable|abort\w*|killed|panic|corrupt\w*|skipp\w*|mismatch|blocked|backing off|overrun|behind)\b|失败|错误|超时|拒绝|异常/i
const CHANGE =
  /\b(?:deploy\w*|releas\w*|roll(?:ed|ing)? ?(?:out|back)|upgrad\w*|migrat\w*|reload\w*|chang(?:e|ed|ing|es)|updat(?:ed|ing)|set to|switch\w*|enabl(?:ed|ing)|disabl(?:ed|ing)|rotat\w*|renew\w*|scal(?:ed|ing)|restart\w*|starting|started|promot\w*|failover|maintenance|drain\w*|appl(?:ied|ying)|import\w*|purg\w*|truncat\w*|feature.?flag|flag|config\w*|version|installed|added|removed|deleted|created|cut ?over|window)\b|->|→|=>|\bfrom \S+ to \S+|变更|发布|上线|重启|切换/i

type Level = 'error' | 'warning' | 'mild' | 'unlevelled'

function levelOf(line: SaidLine): Level {
  if (isErrorLine(line)) return 'error'
  if (WARNING.test(line.said)) return 'warning'
  return MILD.test(line.said) ? 'mild' : 'unlevelled'
}

/** An error, a warning, or what bears no level and speaks ill. */
export function isComplaining(line: SaidLine): boolean {
  const level = levelOf(line)
  return level === 'error' || level === 'warning' || (level === 'unlevelled' && COMPLAINT.test(line.said))
}

type Heard = {
  templates: readonly Template[]
  begun: ReadonlyMap<string, number>
  cutAt: ReadonlyMap<SaidLine['exhibit'], number>
}

export const NOTHING_HEARD: Heard = { templates: [], begun: new Map(), cutAt: new Map() }

/** What is said alike, and since when each who speaks is heard at all. */
export function heardIn(lines: readonly SaidLine[]): Heard {
  const begun = new Map<string, number>()
  const reach = Math.min(...lines.filter(isOfOldest).map(({ at }) => at?.getTime() ?? Number.POSITIVE_INFINITY))
  for (const line of lines) {
    const at = isOfOldest(line) ? reach : (line.at?.getTime() ?? Number.POSITIVE_INFINITY)
    begun.set(line.speaker, Math.min(begun.get(line.speaker) ?? Number.POSITIVE_INFINITY, at))
  }
  return { templates: mineTemplates(lines), begun, cutAt: cutsIn(lines) }
}

/** Where the oldest lines were asked for, nothing of the kind was said before the first of them. */
function isOfOldest({ exhibit }: SaidLine): boolean {
  return exhibit.parameters.oldest === true
}

const HEARD_MS = 10 * MINUTE
const OFTEN_LEAST = 3
/** What those say whom the alert is about counts so many times as much as what others do. */
const OF_SUBJECT = 3

export type NewComplaint = Step & { speaker: string; said: string }

/** When each complaint was first heard of somebody who had spoken for a while without it. */
export function newComplaints(heard: Heard, starts: readonly string[]): NewComplaint[] {
  return complaintsIn(heard).flatMap(({ speaker, lines, first }) => {
    const begun = heard.begun.get(speaker) ?? Number.POSITIVE_INFINITY
    if (first.at.getTime() - begun < HEARD_MS || isBeginningUnknown(first, heard)) return []
    const times = starts.some((start) => isAkin(start, speaker)) ? OF_SUBJECT : 1
    const minutes = Math.max(1, ((lines.at(-1)?.at ?? first.at).getTime() - first.at.getTime()) / MINUTE)
    return [
      {
        speaker,
        said: first.said,
        at: first.at,
        strength: (times * SAID[levelOf(first)].new * lines.length) / minutes,
      },
    ]
  })
}

/** Complaints that are as old as what was read of who makes them: nobody knows whether they were ever new. */
export function agelessComplaints(heard: Heard): Template[] {
  return complaintsIn(heard).filter(({ first }) => isBeginningUnknown(first, heard))
}

function complaintsIn({ templates }: Heard) {
  return templates.flatMap(({ lines: [first, ...others], ...template }) =>
    first?.at !== undefined && others.length + 1 >= OFTEN_LEAST && isComplaining(first)
      ? [{ ...template, lines: [first, ...others], first: { ...first, at: first.at } }]
      : [],
  )
}

function isBeginningUnknown({ exhibit, at }: SaidLine & { at: Date }, { cutAt }: Heard): boolean {
  const cut = cutAt.get(exhibit)
  return cut !== undefined && at.getTime() - cut < HEARD_MS
}

/** What is older was not asked for; or, where an answer was full, was left out. */
function cutsIn(lines: readonly SaidLine[]): Map<SaidLine['exhibit'], number> {
  const central = lines.filter(({ labels, exhibit }) => labels !== undefined && !exhibit.parameters.oldest)
  return new Map(
    [...Map.groupBy(central, ({ exhibit }) => exhibit)].map(([exhibit, own]) => {
      const first = Math.min(...own.map(({ at }) => at?.getTime() ?? Number.POSITIVE_INFINITY))
      return [exhibit, isCut(exhibit) ? first : (time(exhibit.parameters.start)?.getTime() ?? first)]
    }),
  )
}

export function saidFacts({ templates, begun }: Heard, onset: Date): Fact[] {
  // What is said shortly before belongs to it: a cause speaks first.
  const since = new Date(onset.getTime() - 12 * MINUTE)
  return templates.flatMap((template) => factOf(template, { onset, since, begun }))
}

type Around = { onset: Date; since: Date; begun: ReadonlyMap<string, number> }

function factOf({ speaker, lines }: Template, { onset, since, begun }: Around): Fact[] {
  const after = lines.filter(({ at }) => at === undefined || at >= since)
  const before = lines.length - after.length
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return []
  const isWatched = (begun.get(speaker) ?? Number.POSITIVE_INFINITY) < since.getTime() - 2 * MINUTE
  const level = levelOf(last)
  const isIll = isComplaining(last)
  const isChange = !isIll && CHANGE.test(first.said)
  const news = after.length === 0 ? 'past' : before === 0 ? 'new' : after.length >= before * 5 ? 'risen' : 'steady'
  const strength = isChange
    ? CHANGED[lines.length <= 4 ? 'rare' : 'often'] * timeFit(first.at, onset)
    : (SAID[level]?.[news] ?? 0) * (news === 'new' && !isWatched ? 0.85 : 1)
  if (strength < 0.1) return []
  const shown = news === 'past' || isChange ? first : (after[0] ?? first)
  return [
    {
      lens: isChange ? 'changed' : 'said',
      entity: speaker,
      names: [...namesIn(shown.said, speaker), ...namesOf(shown.labels ?? {})],
      at: shown.at,
      until: last.at,
      strength: Math.min(1, strength * (0.9 + 0.03 * Math.log2(lines.length))),
      text: clipped(
        `${speaker}${said({ count: lines.length, before, shown, news, isChange })}: "${withoutNumbers(wordsOf(shown, WORDS_MAX))}"${fieldsBeside(shown)}`,
      ),
      evidence: [citeLine(shown)],
      pods: [...new Set(after.flatMap(({ pod }) => pod ?? []))],
      place: shown.labels?.namespace,
      isIll,
      isAtLimit: ALL_TAKEN.test(shown.said) && (news === 'new' || (news !== 'past' && COMPLAINT.test(shown.said))),
      isChatter: isChatter(level, lines),
    },
  ]
}

/** What a program says of its everyday work, over and over and in no bad words. */
function isChatter(level: Level, lines: readonly SaidLine[]): boolean {
  return level === 'mild' && lines.length >= OFTEN && !lines.some(({ said }) => COMPLAINT.test(said))
}

const OFTEN = 4
/** `8/8`, `1500 of 1500`: all there are. */
const ALL_TAKEN = /(?<![\d/.-])([2-9]|[1-9]\d+)(?: of |\/)\1(?![\d/.-])/

const OF_LOGGER =
  /^(t|ts|time|timestamp|@timestamp|date|s|level|severity|lvl|msg|message|logger|c|id|pid|hostname|host|v|thread|caller|ctx|trace_?id|span_?id|err|error)$/i
const FIELDS_MAX = 160

/** Of a structured line its message is often a mere title: what was meant stands in the fields beside it. */
function fieldsBeside({ text }: SaidLine): string {
  const whole = structured(text)
  if (!whole || !('msg' in whole || 'message' in whole)) return ''
  const pairs = Object.entries(whole).flatMap(([key, value]) =>
    OF_LOGGER.test(key) ? [] : isPlain(value) ? [[key, value]] : Object.entries(value ?? {}),
  )
  const said = pairs.flatMap(([key, value]) => (isPlain(value) && value !== '' ? [`${key}=${value}`] : []))
  return said.length === 0 ? '' : ` (${clipped(said.join(', '), FIELDS_MAX)})`
}

function structured(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const whole: unknown = text.trimStart().startsWith('{') ? JSON.parse(text) : undefined
    return whole && typeof whole === 'object' ? (whole as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Numbers of processes, threads and requests before the words themselves: what was meant stands behind them. */
function withoutNumbers(words: string): string {
  return words.replace(/^(\S*[a-z]\S*\s+)?(?:[*#<[(]*\d[\d#.:>*)\]]*\s+)+/i, '$1')
}

const SAID: Record<Level, Record<'new' | 'risen' | 'steady' | 'past', number>> = {
  error: { new: 1, risen: 0.85, steady: 0.4, past: 0.3 },
  warning: { new: 0.8, risen: 0.7, steady: 0.3, past: 0.25 },
  unlevelled: { new: 0.6, risen: 0.4, steady: 0.1, past: 0.1 },
  mild: { new: 0.45, risen: 0.3, steady: 0.05, past: 0.05 },
}
const CHANGED = { rare: 0.9, often: 0.3 }

type CountedLine = { count: number; before: number; shown: SaidLine; news: string; isChange: boolean }

function said({ count, before, shown, news, isChange }: CountedLine): string {
  const when = shown.at ? ` at ${clockTime(shown.at)}` : ''
  if (isChange || count === 1) return ` logged${when}`
  const since = when.replace(' at', ' since')
  if (news === 'new') return ` says${since}, ${count} times and never before`
  if (news === 'risen') return ` says far more often${since} (${count - before} times, before ${before})`
  return ` says (${count} times)`
}

/** `baker-7d9f8b6c54-bcdfg_mill(88b62432-…)` is a pod and its place. */
const KUBELETS_WAY = /([a-z0-9])_([a-z0-9][a-z0-9-]*\([0-9a-f-]{36}\))/g

/** Words that look like names of things: joined by hyphens, dots or underscores, or quoted. */
export function namesIn(said: string, speaker: string): string[] {
  const found = said
    .slice(0, 800)
    .replace(KUBELETS_WAY, '$1 $2')
    .match(/(?<![\w.-])[a-z][a-z0-9]*(?:[-._][a-z0-9]+)+(?![\w-])|(?<=["'`])[\w.-]{3,60}(?=["'`])/gi)
  return [...new Set(found ?? [])].filter((name) => name !== speaker && !EVERYDAY.test(name)).slice(0, 8)
}

/** Words of two parts that name nobody, however many say them. */
const EVERYDAY = /^(?:back-?off|re-?try|re-?start(?:ed|ing)?|time-?out|read-only|out-of-memory|non-zero|end-to-end)$/i
