/** Work that belongs to no incident in particular and must be done by one instance at a time, again and again. */
import type { Log } from '../../ports/log.ts'

export type Sweep = {
  name: string
  everySeconds: number
  /** Answers how much it did; a sweep that did something is asked again at once, so that work is done in small pieces. */
  run(): Promise<number>
}

export type SweepStore = {
  /**
   * Does the work while no other instance does the same; answers undefined where one does. Between its pieces the work asks
   * whether it is still its own: whoever stood still may have lost it.
   */
  alone<Result>(
    name: string,
    work: (isStillOurs: () => Promise<boolean>) => Promise<Result>,
  ): Promise<Result | undefined>
}

type Parts = { sweeps: readonly Sweep[]; store: SweepStore; log: Log }

export class Sweeper {
  readonly #parts: Parts
  readonly #timers = new Map<string, NodeJS.Timeout>()
  readonly #running = new Set<Promise<void>>()
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    for (const sweep of this.#parts.sweeps) this.#schedule(sweep)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
    await Promise.all(this.#running)
  }

  /** For tests and for the moment after a clock has jumped: everything that is due, now. */
  async sweepAll(): Promise<void> {
    for (const sweep of this.#parts.sweeps) await this.#sweep(sweep)
  }

  #schedule(sweep: Sweep): void {
    if (this.#isStopped) return
    const timer = setTimeout(() => {
      const done = this.#sweep(sweep).finally(() => {
        this.#running.delete(done)
        this.#schedule(sweep)
      })
      this.#running.add(done)
    }, sweep.everySeconds * 1_000)
    this.#timers.set(sweep.name, timer.unref())
  }

  async #sweep({ name, run }: Sweep): Promise<void> {
    try {
      await this.#parts.store.alone(name, async (isStillOurs) => {
        while (!this.#isStopped && (await run()) > 0 && (await isStillOurs()));
      })
    } catch (error) {
      this.#parts.log.warn({ sweep: name, error: (error as Error).message }, 'A sweep failed and will be tried again.')
    }
  }
}
