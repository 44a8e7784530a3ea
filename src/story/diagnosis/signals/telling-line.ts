/** The line that tells most. */

import { subjectPods } from '../cluster/pods/workload-pods.ts'
import type { Scene } from '../scene.ts'
import { groupLines, isErrorLine, type SaidLine, saidLines, wordsOf } from './said-lines.ts'

// Of the lines in which one failure is told, the one that tells most. Frameworks announce that a request failed, and what
// went wrong stands below: in the last "Caused by", in the driver's words, in a DETAIL.

/** One record of a log: the line it begins with, and those that go on with it. */
type LogRecord = readonly SaidLine[]

export type Telling = {
  /** Without its time, and with the detail that stands below it. */
  words: string
  first: SaidLine
  /** So many lines say it. */
  count: number
  evidence: readonly SaidLine[]
}

const LEVEL =
  /(?:^|[\s[|"'(=:])(?:ERROR|ERR|FATAL|CRITICAL|SEVERE|PANIC|WARN|WARNING|INFO|DEBUG|TRACE|NOTICE|LOG|fail|warn|info|crit|dbug)(?=[\s\]|"'):]|$)|level"?[=:]/
const FRAME =
  /^\s*(?:at |File "|from \S+:\d+|in \S+:\d+|#\d+ |\.\.\. \d+ (?:more|common)|goroutine \d+|[\w./-]+\.(?:go|py|rb|js|ts|java|cs|php):\d+)/
/** What a server or a driver adds below its message. */
const BELOW = /^\s*(?:DETAIL|HINT|Detail|Hint)\s*:\s*\S/
const ASIDE = /^\s*(?:DETAIL|HINT|CONTEXT|STATEMENT|QUERY|LINE \d+|LOCATION|Detail|Hint|Position|Where)\s*:/
const INNER = /Caused by:|-{2,}> |\[cause\]|\binner exception:|\boriginal (?:error|exception)\b:|\broot cause:/i
const DRIVER =
  /SQLSTATE|\b(?:psycopg\d?|asyncpg|PG::|PSQLException|SQLException|SqlException|Npgsql|MySql|pq:|pgx|sqlx|redis\.|Redis\w*Exception|Mongo\w*(?:Error|Exception)|Kafka\w*(?:Error|Exception))/
const CLASS = /\b[A-Za-z_][\w.$:]*(?:Error|Exception|Failure|Violation|Refused|Timeout)\b[^:]{0,40}: \S/
const NAMES_SOMETHING =
  /"[^"]+"|'[^']+'|\b[\w.-]+\.[\w.-]+:\d{2,5}\b|(?:^|\s)\/[\w.-]+\/[\w./-]+|\b(?:4\d\d|5\d\d)\b|\bE[A-Z]{5,}\b/
const ENVELOPE =
  /Internal Server Error|\bunhandled (?:exception|rejection|error)|\buncaught\b|\brequest (?:failed|error)|(?:error|exception|failure) (?:while |when |in |on )?(?:processing|handling|serving|executing|saving)|an? (?:unexpected |unhandled |internal )?(?:error|exception) (?:has )?(?:occurred|happened|was thrown)|something went wrong|Servlet\.service\(\)|Exception in thread|Traceback|see (?:the )?inner exception|task threw|\b(?:GET|POST|PUT|PATCH|DELETE|HEAD) \S+ 5\d\d\s*$|tolerance exceeded|(?:job|task|command) failed\s*$/i

/** How much a line tells of what went wrong. */
export function tellingScore(text: string): number {
  const plain = withoutTime(text)
  if (FRAME.test(plain)) return -20
  return (
    Number(INNER.test(plain)) * 3 +
    Number(DRIVER.test(plain)) * 2 +
    Number(CLASS.test(plain)) * 2 +
    Number(NAMES_SOMETHING.test(plain)) -
    Number(ENVELOPE.test(plain)) * 3 -
    Number(ASIDE.test(plain)) * 4
  )
}

function withoutTime(text: string): string {
  return text.replace(/^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?\s?(?:Z|UTC|[+-]\d\d:?\d\d)?\]?\s?/, '')
}

/** What these speakers say of their failures; undefined where they say nothing of any. */
export function tellingOf(lines: readonly SaidLine[], speakers: readonly string[]): Telling | undefined {
  const own = lines.filter(({ speaker }) => speakers.includes(speaker))
  const failing = recordsOf(own).filter((record) => record.some(isErrorLine))
  const picked = failing.map((record) => mostTelling(record))
  const [first] = tellingFirst(groupLines(picked.map(({ line }) => line)))
  const below = picked.find(({ line }) => line === first?.first)?.below
  if (!first) return undefined
  const detail = below ? ` (${wordsOf(below).replace(/\s+/g, ' ')})` : ''
  return {
    words: `${wordsOf(first.first)}${detail}`,
    first: first.first,
    count: first.lines.length,
    evidence: [first.first, ...(below ? [below] : [])],
  }
}

type Group = ReturnType<typeof groupLines>[number]

/** Of what is said about equally often, what tells more. */
function tellingFirst(groups: readonly Group[]): Group[] {
  const most = groups[0]?.lines.length ?? 0
  const often = groups.filter(({ lines }) => lines.length * 2 >= most)
  return often.sort((one, other) => tellingScore(other.first.text) - tellingScore(one.first.text))
}

function mostTelling(record: LogRecord): { line: SaidLine; below: SaidLine | undefined } {
  const scored = record.map((line, at) => ({ line, at, score: tellingScore(line.text) }))
  const best = Math.max(...scored.map(({ score }) => score))
  // Of several causes the last is the innermost; of others the first speaks for itself.
  const among = scored.filter(({ score }) => score === best)
  const chosen = INNER.test(among[0]?.line.text ?? '') ? among.at(-1) : among[0]
  if (!chosen) throw new Error('A record has lines.')
  return { line: chosen.line, below: record.slice(chosen.at + 1).find(({ text }) => BELOW.test(withoutTime(text))) }
}

/** A line belongs to the one before it where it bears the same time, or none, and no level of its own. */
function recordsOf(lines: readonly SaidLine[]): SaidLine[][] {
  const records: SaidLine[][] = []
  for (const pod of Map.groupBy(lines.flatMap(partsOf), ({ pod: name }) => name).values()) {
    let open: SaidLine[] | undefined
    for (const line of pod) {
      const isFurther = open?.[0]?.at?.getTime() === line.at?.getTime() && !LEVEL.test(line.said.slice(0, LEVEL_WITHIN))
      if (open && isFurther) open.push(line)
      else {
        open = [line]
        records.push(open)
      }
    }
  }
  return records
}

const LEVEL_WITHIN = 60

/** Some log servers keep a record of several lines as one. */
function partsOf(line: SaidLine): SaidLine[] {
  if (!line.text.trim().includes('\n')) return [line]
  const [texts, said] = [line.text.split('\n'), line.said.split('\n')]
  return texts.flatMap((text, at) => (text.trim() === '' ? [] : [{ ...line, text, said: said[at] ?? '' }]))
}

// Errors the alert's own pods still log: while they come, nothing there is well again.

const FRESH = 10 * 60_000
const LINES_MIN = 2

/** Oldest first; none where only one was seen, or the last is long past. */
export function ownErrors(scene: Scene): SaidLine[] {
  const { cluster, subject, now } = scene
  const pods = [...(cluster ? subjectPods(cluster).map(({ name }) => name) : []), subject.pod]
  const errors = saidLines(scene).filter(
    (line) => line.pod !== undefined && pods.includes(line.pod) && isErrorLine(line),
  )
  const last = errors.at(-1)?.at
  return errors.length >= LINES_MIN && last && now.getTime() - last.getTime() < FRESH ? errors : []
}
