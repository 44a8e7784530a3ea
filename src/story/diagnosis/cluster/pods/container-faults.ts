/** How a container last ended, and what it said last. */
import type { ContainerLog, ContainerView, EndView, LogLine, Shown } from '../cluster-scene.ts'
import { type Clue, type ClueKind, cluesOf, isOrder } from '../logs/log-clues.ts'
import { logsOf, type PodInQuestion } from '../subject/in-question.ts'

/** The present life if it has ended, else the one before. */
export function lastEnd({ terminated, last }: ContainerView): EndView | undefined {
  return terminated ?? last
}

export function lifeSeconds({ startedAt, finishedAt }: EndView): number | undefined {
  return startedAt && finishedAt ? (finishedAt.getTime() - startedAt.getTime()) / 1000 : undefined
}

export function failingContainers({ pod }: PodInQuestion): ContainerView[] {
  return [...pod.initContainers, ...pod.containers].filter((container) => {
    const end = lastEnd(container)
    return end !== undefined && (end.exitCode !== 0 || end.reason === 'OOMKilled')
  })
}

/** A program's last words tell why it ended; what stands far above was survived. */
const LAST_LINES = 25

/** Those nearest the end first; of the life that ended before those of the present one. */
export function lastWords(one: PodInQuestion, container: ContainerView, kinds: readonly ClueKind[]): Clue[] {
  return [...logsOf(one, container)]
    .sort((log, other) => Number(other.isPrevious) - Number(log.isPrevious))
    .flatMap((log) => cluesOf(log).reverse())
    .filter(({ kind, fromEnd }) => kinds.includes(kind) && fromEnd < LAST_LINES)
}

// What a container said last.

// The line of a log that most likely says why the program ended.

const LINES_LOOKED_AT = 25
const TELLING =
  /\b(error|fatal|panic|exception|fail(?:ed|ure)?|denied|refus\w+|invalid|cannot|can't|could not|unable|already|not found|missing|abort\w*|timed? ?out|exceeded|violat\w+|duplicate|rejected|no space)\b/i
/** What says only that it ends. */
const FAREWELL = /^\W*(?:\S+\s){0,4}?(?:exit(?:ing)?|shutting down|stopp(?:ed|ing)|bye|done|terminat\w+)\b.{0,30}$/i

export type LastWords = Pick<Clue, 'line' | 'log'>

/** What says only that it is over, or that it did not work, is no reason. */
const CLOSING =
  /\bBOOT FAILED\b|\bpid (?:\d+ )?(?:exited|terminated)|exit(?:ed)?(?: with)? (?:status|code)|crash ?dump|core dumped|ELIFECYCLE|command failed|(?:application|process|server|service|startup|start-up) (?:failed|exited|ended|run failed|terminated)\W*$|giving up\W*$|shutting down|aborting\W*$/i
/** A place, a name, a number of the system, or a sentence that says what should be. */
const REASON =
  /(?:^|[\s"'=(:])\/[\w.-]+\/[\w./-]+|"[^"]{2,}"|'[^']{2,}'|`[^`]{2,}`|\b(?:must|because|due to|expected|requires?d?|not (?:allowed|authorized|supported|permitted|compatible)|mismatch|too (?:old|new|large|small|many))\b|\bE[A-Z]{4,}\b|\berrno\b|[\w-]+[.:-][\w.-]+:\d{2,5}\b/
const GRAVEST = /\b(?:FATAL|PANIC|EMERG|CRITICAL|CRIT)\b|\bpanic:/

/** The earliest error that carries a reason, the gravest before others; what follows it follows from it. */
export function lastWordsOf(logs: readonly Shown<ContainerLog>[]): LastWords | undefined {
  const lines = logs.flatMap((log) => lastLines(log).map((line) => ({ line, log })))
  const spoken = lines.filter(({ line }) => line.text.trim() !== '')
  const telling = spoken.filter(({ line: { text } }) => TELLING.test(text) && !FAREWELL.test(text))
  const reasons = telling.filter(({ line: { text } }) => REASON.test(text) && !CLOSING.test(text) && !TRACE.test(text))
  return (
    reasons.find(({ line }) => GRAVEST.test(line.text)) ??
    reasons[0] ??
    telling.findLast(({ line }) => !CLOSING.test(line.text)) ??
    telling.at(-1) ??
    spoken.at(-1)
  )
}

const TRACE = /^\s*(?:at |File "|Traceback|\.\.\. \d+ |goroutine )/
/** What went wrong much earlier was survived. */
const END_MILLISECONDS = 15_000

function lastLines({ lines }: ContainerLog): readonly LogLine[] {
  const last = lines.slice(-LINES_LOOKED_AT)
  const end = last.findLast(({ at }) => at !== undefined)?.at
  if (!end) return last
  const from = last.findIndex(({ at }) => at !== undefined && end.getTime() - at.getTime() <= END_MILLISECONDS)
  return last.slice(from)
}

// The line that says most about a container's end: what is understood of it, else what sounds like a reason.

const GRAVE = /\b(fatal|panic|error|exception|critical|emerg|abort|corrupt|cannot|can't|failed|failure|bad|invalid)\b/i
const CLUE_LINES = 10

type LastWord = { log: Shown<ContainerLog>; line: LogLine; isGrave: boolean }

export function lastWord(one: PodInQuestion, container: ContainerView): LastWord | undefined {
  // The life that ended comes before the one that has not.
  const logs = [...logsOf(one, container)].sort((log, other) => Number(other.isPrevious) - Number(log.isPrevious))
  const log = logs.find(({ lines }) => lines.length > 0)
  if (!log) return undefined
  const clue = cluesOf(log).findLast(({ fromEnd }) => fromEnd < CLUE_LINES)
  const said = { ...log, lines: log.lines.filter(({ text }) => !isOrder(text)) }
  const line = clue?.line ?? lastWordsOf([said])?.line
  return line && { log, line, isGrave: clue !== undefined || GRAVE.test(line.text) }
}
