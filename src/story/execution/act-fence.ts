/**
 * What stands between a plan and the world: right before each change the store is asked whether the run is still ours, its
 * plan in force, its incident open and the stop switch on; the answer holds for a moment only, by a clock that never jumps.
 */
import { uptime } from 'node:os'
import { type Deadline, type Fence, TooLate } from '../../ports/deadline.ts'

type FenceParts = {
  /** For how many milliseconds from the moment of asking the run is certainly ours; throws where it is not, or must not act. */
  heldForMs(): Promise<number>
  isEnabled(): Promise<boolean>
  /** Milliseconds that only ever grow, whatever happens to the machine's clock; the one that went on furthest counts. */
  clocksMs?: readonly (() => number)[]
}

/** The first is the finer one, and stands still with a machine that is suspended; the second goes on. */
const CLOCKS_MS = [() => performance.now(), () => uptime() * 1000]

/** So old an answer may be. Longer, and a stop switch pressed meanwhile would come too late. */
const FRESH_MS = 2_000
/** On a machine that is busy, the moment may be missed without anybody having lost anything. */
const TRIES_MAX = 4

const STOPPED = 'REMEDIATION_ENABLED has been set to false.'
const MISSED = 'The moment for it was missed again and again; the machine or the store is too slow.'

export class ActFence implements Fence {
  readonly #parts: FenceParts
  /** From here on something may have been changed. */
  hasOpened = false
  /** Why the last change was not let through. */
  refusal: Error | undefined

  constructor(parts: FenceParts) {
    this.#parts = parts
  }

  async through<Result>(change: (before: Deadline) => Promise<Result>): Promise<Result> {
    for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
      const before = await this.#ask()
      const hadOpened = this.hasOpened
      this.hasOpened = true
      try {
        return await change(before)
      } catch (error) {
        if (!(error instanceof TooLate)) throw error
        this.hasOpened = hadOpened
      }
    }
    throw this.#refuse(new Error(MISSED))
  }

  async #ask(): Promise<Deadline> {
    const clocks = this.#parts.clocksMs ?? CLOCKS_MS
    // Before the question: what is true when it is answered was true for the whole way back.
    const asked = clocks.map((clock) => ({ clock, at: clock() }))
    try {
      const [heldMs, isEnabled] = await Promise.all([this.#parts.heldForMs(), this.#parts.isEnabled()])
      if (!isEnabled) throw new Error(STOPPED)
      const goodMs = Math.min(heldMs, FRESH_MS)
      return { leftMs: () => goodMs - Math.max(...asked.map(({ clock, at }) => clock() - at)) }
    } catch (error) {
      throw this.#refuse(error as Error)
    }
  }

  #refuse(refusal: Error): Error {
    this.refusal = refusal
    return refusal
  }
}
