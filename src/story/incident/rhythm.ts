/** How an alert comes and goes, where it does: one incident stands for all of it, and says in which rhythm. */
export type Rhythm = {
  /** How often it came and went. */
  times: number
  /** When it came first. */
  since: Date
  /** When it went last. */
  lastAt: Date
  /** Nothing of it fires any more, and the incident stays open for a while because it may come again. */
  calmSince: Date | undefined
}

/** From which on an alert comes and goes: it has come back at least once. */
export const TIMES_MIN = 2

type Beat = { times: number; seconds: number }

export function beatOf({ times, since, lastAt }: Rhythm): Beat & { every_seconds: number } {
  const seconds = Math.max(0, Math.round((lastAt.getTime() - since.getTime()) / 1000))
  return { times, seconds, every_seconds: Math.round(seconds / times) }
}

/** `came and went 7 times in 40 minutes, on average every 6 minutes` */
export function tellRhythm({ times, seconds }: Beat): string {
  return `came and went ${times} times in ${tellSpan(seconds)}, on average every ${tellSpan(seconds / times)}`
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** In the largest unit of which there are nearly two, so that rounding leaves little out. */
export function tellSpan(seconds: number): string {
  const [word, size] = UNITS.find(([, size]) => seconds >= size * 1.5) ?? ['second', 1]
  const count = Math.round(seconds / size)
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
