/**
 * Turns a figure into "it has become bad" or "it is well again", and is slow to change its mind: it takes several readings
 * in a row, and the way back ends lower than the way up began. Pure, so that an hour of readings is tested at once.
 */
export type CheckState = {
  isFiring: boolean
  /** Readings in a row that speak for the other state. */
  streak: number
  /** What was judged last; undefined where there was nothing to judge yet. */
  value: number | undefined
  /** What a counter stood at. */
  counter: number | undefined
  readAt: Date
  /** When the alert was last handed in. */
  toldAt: Date | undefined
}

export type Turn = 'fired' | 'cleared' | 'repeated'

type Given = {
  before: CheckState | undefined
  value: number
  isCounter: boolean
  limit: number
  /** Below this it counts as well again. */
  clearBelow: number
  readingsToFire: number
  readingsToClear: number
  /** Readings further apart than this are not in a row. */
  gapSeconds: number
  now: Date
}

/** What somebody closed by hand although it still holds is said again, as alert managers do. */
const REPEAT_SECONDS = 900

export function judgeReading(given: Given): { state: CheckState; turn: Turn | undefined } {
  const { before, now } = given
  const state = {
    isFiring: before?.isFiring ?? false,
    streak: 0,
    value: judgedValue(given),
    counter: given.isCounter ? given.value : undefined,
    readAt: now,
    toldAt: before?.toldAt,
  }
  // A counter that was read once, or was set back meanwhile, says nothing yet.
  if (state.value === undefined) return { state, turn: undefined }
  const turn = turnOf(given, state.isFiring, state.value)
  if (typeof turn === 'number') return { state: { ...state, streak: turn }, turn: undefined }
  return { state: { ...state, isFiring: turn !== 'cleared', toldAt: now }, turn }
}

/** The turn it takes, or how many readings in a row now speak for one. */
function turnOf(given: Given, isFiring: boolean, value: number): Turn | number {
  const { before, limit, clearBelow, now } = given
  const isContrary = isFiring ? value < clearBelow : value >= limit
  const streak = isContrary ? (isInRow(given) ? (before?.streak ?? 0) : 0) + 1 : 0
  if (streak >= (isFiring ? given.readingsToClear : given.readingsToFire)) return isFiring ? 'cleared' : 'fired'
  const isDue = isFiring && secondsBetween(before?.toldAt, now) >= REPEAT_SECONDS
  return isDue && !isContrary ? 'repeated' : streak
}

function isInRow({ before, now, gapSeconds }: Given): boolean {
  return secondsBetween(before?.readAt, now) <= gapSeconds
}

function judgedValue({ before, value, isCounter, now }: Given): number | undefined {
  if (!isCounter) return value
  const seconds = secondsBetween(before?.readAt, now)
  if (before?.counter === undefined || value < before.counter || !(seconds > 0) || seconds === Infinity)
    return undefined
  return ((value - before.counter) * 60) / seconds
}

function secondsBetween(from: Date | undefined, to: Date): number {
  return from === undefined ? Infinity : (to.getTime() - from.getTime()) / 1000
}
