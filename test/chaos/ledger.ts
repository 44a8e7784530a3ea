/** What became of every alert that was sent, as its sender knows it. */

/**
 * `accepted`: answered 202. `refused`: answered otherwise. `unanswered`: sent, and the connection broke, so it may be
 * stored. `unreachable`: nobody listened.
 */
export type Outcome = 'accepted' | 'refused' | 'unanswered' | 'unreachable'

export type Delivery = { outcome: Outcome; status?: number; retryAfter?: string; incidentId?: string }

export class Ledger {
  readonly deliveries = new Map<string, Delivery>()
  /** How many were sent in each second since the first one. */
  readonly perSecond: number[] = []
  readonly #began = performance.now()

  get seconds(): number {
    return (performance.now() - this.#began) / 1000
  }

  /** Counted when it is handed to the network. */
  countSent(): void {
    const second = Math.floor(this.seconds)
    this.perSecond[second] = (this.perSecond[second] ?? 0) + 1
  }

  enter(marker: string, delivery: Delivery): void {
    this.deliveries.set(marker, delivery)
  }

  count(outcome: Outcome): number {
    return this.all(outcome).length
  }

  all(outcome: Outcome): Delivery[] {
    return [...this.deliveries.values()].filter((delivery) => delivery.outcome === outcome)
  }
}
