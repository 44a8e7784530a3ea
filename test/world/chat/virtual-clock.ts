/** Time a test can let pass. Standing still, it moves only when told to; running, it also goes with the real one. */
export class VirtualClock {
  readonly #startedAtMs: number | undefined
  #baseMs: number
  #tasks: { atMs: number; run: () => unknown }[] = []

  constructor({ start = new Date('2025-01-01T09:00:00Z'), isRunning = false } = {}) {
    this.#baseMs = start.getTime()
    this.#startedAtMs = isRunning ? performance.now() : undefined
  }

  now(): Date {
    const passedMs = this.#startedAtMs === undefined ? 0 : performance.now() - this.#startedAtMs
    return new Date(this.#baseMs + passedMs)
  }

  after(milliseconds: number, run: () => unknown): void {
    this.#tasks.push({ atMs: this.now().getTime() + milliseconds, run })
  }

  /** Lets time pass; what falls due is done in its order, each at its own moment, and waited for. */
  async advance(milliseconds: number): Promise<void> {
    const untilMs = this.now().getTime() + milliseconds
    for (let task = this.#next(untilMs); task; task = this.#next(untilMs)) {
      this.#moveTo(task.atMs)
      await task.run()
    }
    this.#moveTo(untilMs)
  }

  #next(untilMs: number) {
    const [first] = this.#tasks.filter(({ atMs }) => atMs <= untilMs).sort((one, other) => one.atMs - other.atMs)
    this.#tasks = this.#tasks.filter((task) => task !== first)
    return first
  }

  #moveTo(timeMs: number): void {
    this.#baseMs += Math.max(0, timeMs - this.now().getTime())
  }
}
