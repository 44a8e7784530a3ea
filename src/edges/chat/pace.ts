/** How fast we may speak: so many starts in any second in each chat, and so many in all. */
import type { Clock } from '../../ports/clock.ts'

/** The platform takes 5 from all bots of a chat together, and 50 of each kind of call. */
const PER_PLACE = 4
const IN_ALL = 40
const SECOND_MS = 1000

/** More than this is not waited for here: whoever sends keeps the message and comes again. */
const WAIT_MS_MAX = 5_000

type Line = { starts: number[]; perSecond: number }

export class Pace {
  readonly #clock: Clock
  readonly #places = new Map<string, Line>()
  #all: Line = { starts: [], perSecond: IN_ALL }
  #heldUntilMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Takes the next free start and says how long until it is there; or takes none, where that is too long. */
  take(place: string): { waitMs: number; isTaken: boolean } {
    const now = this.#clock.now().getTime()
    this.#forget(now - SECOND_MS)
    const here = this.#places.get(place) ?? { starts: [], perSecond: PER_PLACE }
    const startMs = earliest(Math.max(now, this.#heldUntilMs), [here, this.#all])
    if (startMs - now > WAIT_MS_MAX) return { waitMs: startMs - now, isTaken: false }
    this.#places.set(place, here)
    for (const line of [here, this.#all]) line.starts = enter(line.starts, startMs)
    return { waitMs: startMs - now, isTaken: true }
  }

  /** The platform asked everybody to stop for a while. */
  hold(milliseconds: number): void {
    this.#heldUntilMs = Math.max(this.#heldUntilMs, this.#clock.now().getTime() + milliseconds)
  }

  #forget(beforeMs: number): void {
    for (const line of [this.#all, ...this.#places.values()])
      line.starts = line.starts.filter((start) => start > beforeMs)
    for (const [place, { starts }] of this.#places) if (starts.length === 0) this.#places.delete(place)
  }
}

/** A line that is full at one moment is looked at again when the next of its starts is a second past. */
function earliest(fromMs: number, lines: readonly Line[]): number {
  const full = lines.find((line) => !fits(fromMs, line))
  if (full === undefined) return fromMs
  const next = full.starts.map((start) => start + SECOND_MS).filter((time) => time > fromMs)
  return earliest(Math.min(...next), lines)
}

/** Starts may lie ahead: one more must overfill no second, neither before nor after it. */
function fits(startMs: number, { starts, perSecond }: Line): boolean {
  const near = starts.filter((start) => Math.abs(start - startMs) < SECOND_MS)
  if (near.length < perSecond) return true
  const line = enter(near, startMs)
  return line.every((start, at) => (line[at + perSecond] ?? Number.POSITIVE_INFINITY) - start >= SECOND_MS)
}

/** In order of time: a chat with a line of its own starts later than one that comes after it. */
function enter(starts: readonly number[], startMs: number): number[] {
  return starts.toSpliced(starts.findLastIndex((start) => start <= startMs) + 1, 0, startMs)
}
