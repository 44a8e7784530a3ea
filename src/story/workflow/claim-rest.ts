/**
 * Choosing among thousands that wait takes the store and this process a while, and everything that happens asks for it anew.
 * So in a storm a choice is followed by a rest of four times its length: alerts are stored meanwhile, and a diagnosis that begins
 * a moment later costs nobody anything.
 */
export class ClaimRest {
  readonly #now: () => number
  #until = 0

  /** In milliseconds, by a clock that never goes back. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** So many were looked at, since then. */
  noteChoice(beganAt: number, looked: number): void {
    const now = this.#now()
    if (looked > FEW) this.#until = now + Math.min((now - beganAt) * LONGER_THAN_CHOICE, REST_MS_MAX)
  }

  leftMs(): number {
    return Math.max(0, this.#until - this.#now())
  }
}

/** Chosen among at once, however busy the machine is. */
const FEW = 200
/** So a fifth of the time is spent on it at most, */
const LONGER_THAN_CHOICE = 4
/** unless one takes longer than a quarter of this: then the machine hangs, and nobody knows how long it will. */
const REST_MS_MAX = 10_000
