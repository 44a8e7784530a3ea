/** The line that says most about a container's end: what is understood of it, else what sounds like a reason. */
import type { ContainerLog, ContainerView, LogLine, Shown } from '../cluster-scene.ts'
import { logsOf, type PodInQuestion } from '../subject/in-question.ts'
import { lastWordsOf } from './last-words.ts'
import { cluesOf, isOrder } from './log-clues.ts'

const GRAVE = /\b(fatal|panic|error|exception|critical|emerg|abort|corrupt|cannot|can't|failed|failure|bad|invalid)\b/i
const LAST_LINES = 10

type LastWord = { log: Shown<ContainerLog>; line: LogLine; isGrave: boolean }

export function lastWord(one: PodInQuestion, container: ContainerView): LastWord | undefined {
  // The life that ended comes before the one that has not.
  const logs = [...logsOf(one, container)].sort((log, other) => Number(other.isPrevious) - Number(log.isPrevious))
  const log = logs.find(({ lines }) => lines.length > 0)
  if (!log) return undefined
  const clue = cluesOf(log).findLast(({ fromEnd }) => fromEnd < LAST_LINES)
  const said = { ...log, lines: log.lines.filter(({ text }) => !isOrder(text)) }
  const line = clue?.line ?? lastWordsOf([said])?.line
  return line && { log, line, isGrave: clue !== undefined || GRAVE.test(line.text) }
}
