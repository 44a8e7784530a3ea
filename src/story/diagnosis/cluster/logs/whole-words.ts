/** A message that goes on over several lines: what fails stands in the first, and how in those below it. */
import type { ContainerLog, LogLine } from '../cluster-scene.ts'
import { lineOf } from '../saying/quote.ts'
import { isOrder } from './log-clues.ts'

const FURTHER_MAX = 2
/** A line with a level, a step of a trace, or advice where to read more begins something else. */
const ANOTHER =
  /^\s*(?:\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|LOG|PANIC)\b|at |File "|\.\.\. \d+ |Traceback|goroutine )|https?:\/\/\S+\s*$|^\s*$/i
/** A sentence that is at its end, or a trace to come, has nothing below that belongs to it. */
const CLOSED = /[;{]\s*$|Traceback|Exception in thread/

type Words = { line: LogLine; log: Pick<ContainerLog, 'lines'> }

/** For a sentence, with up to two lines that go on without a time of their own. */
export function wholeWords({ line, log }: Words): string {
  const at = log.lines.indexOf(line)
  const below = at < 0 || CLOSED.test(line.text) ? [] : log.lines.slice(at + 1, at + 1 + FURTHER_MAX)
  const end = below.findIndex(
    ({ text, at: own }) => own !== undefined || ANOTHER.test(text) || isFarewell(text) || isOrder(text),
  )
  const further = (end < 0 ? below : below.slice(0, end)).map((one) => lineOf({ line: one }).trim())
  return [lineOf({ line }), ...further].join(' / ')
}

/** A word or two tell nothing more. */
function isFarewell(text: string): boolean {
  return text.trim().split(/\s+/).length < 3 || /^\W*(?:exit|shutting|stopp|bye|done|terminat)/i.test(text)
}
