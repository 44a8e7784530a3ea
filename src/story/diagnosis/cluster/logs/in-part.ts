/** What succeeds between failures is not down: one of several is bad, or it comes and goes. */
import type { ContainerLog } from '../cluster-scene.ts'
import type { Clue } from './log-clues.ts'

const SUCCESS = /\b(?:ok|20[0-6]|succe\w+|completed|done|posted|charged|connected|delivered|processed|accepted)\b/i

export function failsInPart(
  clues: readonly Pick<Clue, 'line'>[],
  logs: readonly Pick<ContainerLog, 'lines'>[],
): boolean {
  const [first, last] = [clues[0]?.line.at, clues.at(-1)?.line.at]
  if (!first || !last) return false
  const failing = new Set(clues.map(({ line }) => line.text))
  return logs.some(({ lines }) =>
    lines.some(({ at, text }) => at && at > first && at < last && !failing.has(text) && SUCCESS.test(text)),
  )
}
