/** What became of every alert that was sent, as its sender knows it; of one that was sent several times word by word, each time. */

/**
 * `accepted`: answered 202. `refused`: answered otherwise. `unanswered`: sent, and the connection broke, so it may be
 * stored. `unreachable`: nobody listened.
 */
export type Outcome = 'accepted' | 'refused' | 'unanswered' | 'unreachable'

export type Delivery = { outcome: Outcome; status?: number; retryAfter?: string; incidentId?: string }

export class Ledger {
  readonly deliveries = new Map<string, Delivery[]>()
  /** How many were sent in each second since the first one. */
  readonly perSecond: number[] = []
  readonly #began = performance.now()
  #lastAccepted = performance.now()
  #longestGapMs = 0

  /** What became of all that either of them knows. */
  static of(...ledgers: readonly Ledger[]): Ledger {
    const all = new Ledger()
    for (const { deliveries } of ledgers)
      for (const [marker, times] of deliveries) for (const one of times) all.enter(marker, one)
    return all
  }

  get seconds(): number {
    return (performance.now() - this.#began) / 1000
  }

  /** Counted when it is handed to the network. */
  countSent(): void {
    const second = Math.floor(this.seconds)
    this.perSecond[second] = (this.perSecond[second] ?? 0) + 1
  }

  enter(marker: string, delivery: Delivery): void {
    this.deliveries.set(marker, [...(this.deliveries.get(marker) ?? []), delivery])
    if (delivery.outcome !== 'accepted') return
    this.#longestGapMs = this.longestGapMs
    this.#lastAccepted = performance.now()
  }

  /** From now on. */
  measureGaps(): void {
    this.#longestGapMs = 0
    this.#lastAccepted = performance.now()
  }

  /** The longest time without an accepted one, the one that is still going on included. */
  get longestGapMs(): number {
    return Math.max(this.#longestGapMs, performance.now() - this.#lastAccepted)
  }

  /** Each time counts. */
  get sent(): number {
    return [...this.deliveries.values()].flat().length
  }

  count(outcome: Outcome): number {
    return this.all(outcome).length
  }

  all(outcome: Outcome): Delivery[] {
    return [...this.deliveries.values()].flat().filter((delivery) => delivery.outcome === outcome)
  }
}
