/** The side of a chart: figures at even distances, none of them rounded. */
import { phrase } from '../../language/phrase.ts'

const STEPS_MAX = 4
const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400]
/** Up to a day people count in these; above it in whole days, as in anything else. */
const DURATION_STEPS = [1, 2, 5, 10, 15, 30, ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE)].concat(
  [1, 2, 3, 6, 12].map((count) => count * HOUR),
)

export type Ticks = { values: readonly number[]; most: number; tell(value: number): string }

export function countTicks(most: number): Ticks {
  return evenTicks(most, wholeStep(most), (value) => value.toLocaleString())
}

export function durationTicks(most: number): Ticks {
  const step = DURATION_STEPS.find((seconds) => most <= seconds * STEPS_MAX) ?? wholeStep(most / DAY) * DAY
  const [unit, word] = unitOf(step)
  return evenTicks(most, step, (value) => `${value / unit}\u00a0${word}`)
}

/** The smallest of 1, 2, 5, 10, 20, 50 … that gets there in a few steps. */
function wholeStep(most: number): number {
  let tens = 1
  while (most > 5 * tens * STEPS_MAX) tens *= 10
  return [1, 2, 5].map((count) => count * tens).find((step) => most <= step * STEPS_MAX) ?? tens
}

function evenTicks(most: number, step: number, tell: Ticks['tell']): Ticks {
  const count = Math.max(1, Math.ceil(most / step))
  const values = Array.from({ length: count + 1 }, (_, index) => index * step)
  return { values, most: count * step, tell }
}

function unitOf(step: number): [number, string] {
  if (step >= DAY) return [DAY, phrase('d')]
  if (step >= HOUR) return [HOUR, phrase('h')]
  return step >= MINUTE ? [MINUTE, phrase('min')] : [1, phrase('s')]
}
