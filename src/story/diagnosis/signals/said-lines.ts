/** What programs said, wherever it was read: in their pods' logs or in the central ones, whose words they are, and which tell most. */
import type { ClusterScene } from '../cluster/cluster-scene.ts'
import { withoutOutsideText } from '../cluster/logs/log-clues.ts'
import { findPod, subjectPods, workloadOf } from '../cluster/pods/workload-pods.ts'
import { allWorkloads } from '../cluster/subject/resolve-target.ts'
import type { Exhibit } from '../evidence.ts'
import { remembering } from '../remembering.ts'
import type { Scene } from '../scene.ts'
import type { LoggedLine, SignalScene } from './signal-scene.ts'

export type SaidLine = {
  /** As it stands in the exhibit. */
  text: string
  /** Without what a caller of the program may have written into it. */
  said: string
  at: Date | undefined
  /** The workload whose program said it, or what the log's labels call it. */
  speaker: string
  pod: string | undefined
  /** Of its stream, where the central logs showed it. */
  labels?: LoggedLine['labels']
  exhibit: Exhibit
}

/** Oldest first; lines without a time stand where their log has them. Lines that give orders are left out. */
type Heard = Pick<Scene, 'cluster'> & { signals?: Pick<SignalScene, 'lines'> }

export function saidLines({ cluster, signals }: Heard): SaidLine[] {
  const ofPods = cluster ? linesOfPods(cluster) : []
  const central = (signals?.lines ?? []).flatMap((line) => centralLine(line, cluster))
  const all = [...ofPods, ...central]
  const once = [...new Map(all.map((line) => [JSON.stringify([line.pod, line.text, line.at]), line])).values()]
  return once.sort((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0))
}

function linesOfPods(cluster: ClusterScene): SaidLine[] {
  return cluster.logs.flatMap(({ lines, exhibit, namespace, name }) => {
    const pod = findPod(cluster, { namespace, name })
    const speaker = (pod && workloadOf(cluster, pod)?.name) ?? name
    let last: Date | undefined
    return lines.flatMap(({ text, at }) => {
      // What goes on over several lines bears its time on the first.
      last = at ?? last
      const said = withoutOutsideText(text)
      return said === undefined ? [] : [{ text, said, at: last, speaker, pod: name, exhibit }]
    })
  })
}

function centralLine({ text, at, labels, exhibit }: LoggedLine, cluster: ClusterScene | undefined): SaidLine[] {
  const said = withoutOutsideText(text)
  const speaker = speakerOf(labels, cluster)
  return said === undefined ? [] : [{ text, said, at, speaker, pod: labels.pod, labels, exhibit }]
}

const SPEAKER_LABELS = ['app', 'service', 'service_name', 'app_kubernetes_io_name', 'component', 'container', 'job']

/** By the pod, even where that is gone: its name begins with its workload's. */
function speakerOf(labels: LoggedLine['labels'], cluster: ClusterScene | undefined): string {
  const { pod: name = '', namespace = '' } = labels
  const pod = cluster && findPod(cluster, { namespace, name })
  const owner = pod && workloadOf(cluster, pod)?.name
  const named = SPEAKER_LABELS.map((label) => labels[label]).find((one) => one !== undefined)
  return owner ?? begunBy(name, cluster) ?? named ?? (name === '' ? 'unknown' : name)
}

function begunBy(pod: string, cluster: ClusterScene | undefined): string | undefined {
  const names = cluster ? allWorkloads(cluster).map(({ name }) => name) : []
  return names.filter((name) => pod.startsWith(`${name}-`)).sort((one, other) => other.length - one.length)[0]
}

const ERROR_LEVEL =
  /(?:^|[\s[|"'(=:])(?:ERROR|ERR|FATAL|CRITICAL|CRIT|SEVERE|PANIC|EMERG|E\d{4})(?=[\s\]|"'):]|$)|level"?[=:]\s*"?(?:error|fatal|critical|panic)|"level":\s*[56]0\b|\[(?:[\w-]+:)?(?:error|crit|alert|emerg)\]|(?:^|\s)[\w-]+:(?:error|fatal|critical)(?=\s|$)|\b[\w-]+\.(?:ERROR|CRITICAL|ALERT|EMERGENCY):|panic:|Traceback|\bUncaught\b|Exception\b/
const HTTP_FAILURE = /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD)\s+(?:\S+\s+)?5\d\d\b/
const MILDER_LEVEL =
  /(?:^|[\s[|"'(=:])(?:WARN|WARNING|INFO|DEBUG|TRACE|NOTICE)(?=[\s\]|"'):]|$)|level"?[=:]\s*"?(?:warn|info|debug)|"level":\s*[1-4]0\b|(?:^|\s)[\w-]+:(?:warn|info|debug|query)(?=\s|$)/

/** Where a line bears no level: the class of an error at the head of its message, or what no program says in passing. */
const UNLEVELLED =
  /(?:^|[\s:])(?:[\w$]+(?:::|\.|\\))*[A-Z]\w*Error: \S|^(?:\S+Z )?E, |no space left on device|\bENOSPC\b|Background saving error/

/** By its own level; a warning is no failure, whatever it speaks of. */
export function isErrorLine({ said }: Pick<SaidLine, 'said'>): boolean {
  return isError(said)
}

const isError = remembering(
  (said) => ERROR_LEVEL.test(said) || (!MILDER_LEVEL.test(said) && (HTTP_FAILURE.test(said) || UNLEVELLED.test(said))),
)

/** Lines that differ only in numbers, ids and times say the same. */
function templateOf({ said }: Pick<SaidLine, 'said'>): string {
  return said
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, '')
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '#')
    .replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{6,}\b/gi, '#')
    .replace(/\d+/g, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 160)
}

type LineGroup = { template: string; lines: readonly SaidLine[]; first: SaidLine; last: SaidLine }

/** The most frequent first. */
export function groupLines(lines: readonly SaidLine[]): LineGroup[] {
  const groups = [...Map.groupBy(lines, templateOf)].flatMap(([template, group]) => {
    const [first, last] = [group[0], group.at(-1)]
    return first && last ? [{ template, lines: group, first, last }] : []
  })
  return groups.sort((one, other) => other.lines.length - one.lines.length)
}

export function errorsOf(lines: readonly SaidLine[], speakers: readonly string[]): SaidLine[] {
  return lines.filter((line) => speakers.includes(line.speaker) && isErrorLine(line))
}

const WORDS_MAX = 220

const ERROR_FIELD = /"(?:err|error|exception|cause|reason|error\.message|exception\.message)"\s*:\s*"((?:[^"\\]|\\.)+)"/

/** For a sentence: without the time it bears, and of a structured line its message with the error it names. */
export function wordsOf({ text }: Pick<SaidLine, 'text'>, most = WORDS_MAX): string {
  const message = /^\s*\{.*"(?:msg|message)"\s*:\s*"((?:[^"\\]|\\.)+)"/.exec(text)?.[1]
  const error = message === undefined ? undefined : ERROR_FIELD.exec(text)?.[1]
  const isSaid = error === undefined || message?.includes(error)
  const plain = (isSaid ? (message ?? text) : `${message}: ${error}`)
    .trim()
    .replace(/^\s*\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?\s?(?:Z|UTC\b|[+-]\d\d:?\d\d)?\]?\s*/, '')
  return plain.length > most ? `${plain.slice(0, most)} …` : plain
}

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
