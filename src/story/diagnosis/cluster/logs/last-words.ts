/** The line of a log that most likely says why the program ended. */

import type { ContainerLog, Shown } from '../cluster-scene.ts'
import type { Clue } from './log-clues.ts'

const LINES_LOOKED_AT = 25
const TELLING =
  /\b(error|fatal|panic|exception|fail(?:ed|ure)?|denied|refus\w+|invalid|cannot|can't|could not|unable|already|not found|missing|abort\w*|timed? ?out|exceeded|violat\w+|duplicate|rejected|no space)\b/i
/** What says only that it ends. */
const FAREWELL = /^\W*(?:\S+\s){0,4}?(?:exit(?:ing)?|shutting down|stopp(?:ed|ing)|bye|done|terminat\w+)\b.{0,30}$/i

export type LastWords = Pick<Clue, 'line' | 'log'>

export function lastWordsOf(logs: readonly Shown<ContainerLog>[]): LastWords | undefined {
  const lines = logs.flatMap((log) => log.lines.slice(-LINES_LOOKED_AT).map((line) => ({ line, log })))
  const spoken = lines.filter(({ line }) => line.text.trim() !== '')
  return spoken.findLast(({ line }) => TELLING.test(line.text) && !FAREWELL.test(line.text)) ?? spoken.at(-1)
}
