/**
 * Which open incidents held which keys when they were read last, so that an alert said again need not be looked up again. It
 * is no more than a guess: whoever counts by it makes sure in the same transaction, see `known-records.ts`.
 */
import type { Holder } from '../../story/alert/plan-intake.ts'

const KEYS_MAX = 10_000

export class RememberedHolders {
  readonly #holders = new Map<string, Holder>()

  /** Of all these keys, or undefined where one of them is not known. */
  recall(keys: readonly string[]): Map<string, Holder> | undefined {
    const found = new Map<string, Holder>()
    for (const key of keys) {
      const holder = this.#holders.get(key)
      if (!holder) return undefined
      found.set(key, holder)
    }
    return found
  }

  remember(held: ReadonlyMap<string, Holder>): void {
    // Those that come again are back at once; so none has to be looked after.
    if (this.#holders.size + held.size > KEYS_MAX) this.#holders.clear()
    for (const [key, holder] of held) if (holder.isOpen) this.#holders.set(key, holder)
  }

  forget(keys: readonly string[]): void {
    for (const key of keys) this.#holders.delete(key)
  }
}
