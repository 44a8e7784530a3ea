/**
 * How long a server is waited for that lately let a question run out of time. A diagnosis asks one server many things; where it
 * hangs, each of them would cost the whole limit. So the next question gets a short try, and where that passes in vain too
 * nobody is asked for a while. Any answer restores the old patience: slow is not gone.
 */
import { unavailable } from '../../problem.ts'

/** Less than a plugin's call may take, so that who did not answer is told by name. */
const USUAL_MS = 25_000
const SHORT_MS = 3_000
const PAUSE_MS = 30_000

type Doubt = { since: number; isRefused: boolean }

type Options = { shortMs?: number; nowMs?: () => number }

export class Patience {
  readonly #shortMs: number
  readonly #nowMs: () => number
  readonly #doubted = new Map<string, Doubt>()

  constructor({ shortMs = SHORT_MS, nowMs = () => performance.now() }: Options = {}) {
    this.#shortMs = shortMs
    this.#nowMs = nowMs
  }

  /** `work` is handed the time it may take. */
  async wait<Answer>(server: string, work: (timeoutMs: number) => Promise<Answer>): Promise<Answer> {
    const doubt = this.#doubted.get(server)
    const began = this.#nowMs()
    if (doubt?.isRefused && began - doubt.since < PAUSE_MS)
      throw unavailable(`${server} was not asked: it has just let two questions run out of time.`)
    try {
      const answer = await work(doubt ? this.#shortMs : USUAL_MS)
      this.#doubted.delete(server)
      return answer
    } catch (error) {
      // One that says no, or is not there, says so at once.
      const hasRunOut = this.#nowMs() - began >= this.#shortMs
      if (hasRunOut) this.#doubted.set(server, { since: this.#nowMs(), isRefused: doubt !== undefined })
      else this.#doubted.delete(server)
      throw error
    }
  }
}
