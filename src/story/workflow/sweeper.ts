/** Work that belongs to no incident in particular and must be done by one instance at a time, again and again. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../ports/log.ts'

export type Sweep = {
  name: string
  everySeconds: number
  /** Answers how much it did; a sweep that did something is asked again at once, so that work is done in small pieces. */
  run(): Promise<number>
}

/** Nobody else does the same meanwhile. Between the pieces of the work it is asked: whoever stood still may have lost it. */
export type Lease = { name: string; isStillOurs(): Promise<boolean> }

export type SweepStore = {
  /** Those of these names that no other instance is at. */
  take(names: readonly string[]): Promise<Lease[]>
  giveBack(leases: readonly Lease[]): Promise<void>
}

type Parts = { sweeps: readonly Sweep[]; store: SweepStore; log: Log }
type Held = { sweep: Sweep; lease: Lease }

const TICK_MS = 1_000
/** So long the next one waits: what is soon done needs no connection of its own, and what is not holds nobody up. */
const IN_TURN_MS = 100

export class Sweeper {
  readonly #parts: Parts
  readonly #rounds = new Set<Promise<void>>()
  /** At which tick each is due again; none while it is under way. */
  readonly #due: Map<Sweep, number>
  #ticks = 0
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#due = new Map(parts.sweeps.map((sweep) => [sweep, sweep.everySeconds]))
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await Promise.all(this.#rounds)
  }

  /** For tests and for the moment after a clock has jumped: everything, now. */
  async sweepAll(): Promise<void> {
    await this.#sweepEach(this.#parts.sweeps)
  }

  #tick(): void {
    this.#ticks += 1
    const due = [...this.#due].filter(([, at]) => at <= this.#ticks).map(([sweep]) => sweep)
    if (due.length === 0) return
    const round = this.#sweepEach(due).finally(() => this.#rounds.delete(round))
    this.#rounds.add(round)
  }

  async #sweepEach(sweeps: readonly Sweep[]): Promise<void> {
    for (const sweep of sweeps) this.#due.delete(sweep)
    const held = await this.#take(sweeps)
    const isHeld = new Set(held.map(({ sweep }) => sweep))
    for (const sweep of sweeps) if (!isHeld.has(sweep)) this.#rest(sweep)
    await this.#sweepInTurn(held)
  }

  /** Together, because most of the time there is nothing to do, and asking for each would cost more than looking. */
  async #take(sweeps: readonly Sweep[]): Promise<Held[]> {
    const { store, log } = this.#parts
    const names = sweeps.map(({ name }) => name)
    try {
      const leases = new Map((await store.take(names)).map((lease) => [lease.name, lease]))
      return sweeps.flatMap((sweep) => {
        const lease = leases.get(sweep.name)
        return lease ? [{ sweep, lease }] : []
      })
    } catch (error) {
      log.warn({ sweeps: names, error: (error as Error).message }, 'Sweeps could not begin and will be tried again.')
      return []
    }
  }

  async #sweepInTurn(held: readonly Held[]): Promise<void> {
    const done: Held[] = []
    const late: Promise<void>[] = []
    for (const one of held) {
      const work = this.#sweep(one)
      if (await endsWithin(IN_TURN_MS, work)) done.push(one)
      else late.push(work.then(() => this.#giveBack([one])))
    }
    await Promise.all([this.#giveBack(done), ...late])
  }

  async #sweep({ sweep: { name, run }, lease }: Held): Promise<void> {
    try {
      while (!this.#isStopped && (await run()) > 0 && (await lease.isStillOurs()));
    } catch (error) {
      this.#parts.log.warn({ sweep: name, error: (error as Error).message }, 'A sweep failed and will be tried again.')
    }
  }

  async #giveBack(held: readonly Held[]): Promise<void> {
    if (held.length > 0) await this.#parts.store.giveBack(held.map(({ lease }) => lease))
    for (const { sweep } of held) this.#rest(sweep)
  }

  #rest(sweep: Sweep): void {
    this.#due.set(sweep, this.#ticks + sweep.everySeconds)
  }
}

async function endsWithin(milliseconds: number, work: Promise<void>): Promise<boolean> {
  const patience = new AbortController()
  const isOver = pause(milliseconds, false, { signal: patience.signal }).catch(() => false)
  const isDone = await Promise.race([work.then(() => true), isOver])
  patience.abort()
  return isDone
}
