/**
 * Wrong keys from one address: each further one is answered later than the one before. Only what is wrong waits; a right key
 * is never looked at twice, because behind a proxy many people share one address.
 */
const FREE_FAILURES = 20
const FIRST_MS = 25
const LONGEST_MS = 1_000
const WINDOW_MS = 60_000
const ADDRESSES_MAX = 1_000
/** More than so many do not wait: waiting answers must not become a burden of their own. */
const WAITING_MAX = 200

export class FailedKeys {
  #byAddress = new Map<string, number>()
  #windowEndsAt = 0
  #waiting = 0

  /** Resolves when a refusal may be told to this address. */
  async slowDown(address: string): Promise<void> {
    const waitMs = this.#waitFor(address)
    if (waitMs === 0 || this.#waiting >= WAITING_MAX) return
    this.#waiting += 1
    await new Promise((resolve) => void setTimeout(resolve, waitMs).unref())
    this.#waiting -= 1
  }

  #waitFor(address: string): number {
    const now = performance.now()
    if (now > this.#windowEndsAt) {
      this.#byAddress = new Map()
      this.#windowEndsAt = now + WINDOW_MS
    }
    const failures = (this.#byAddress.get(address) ?? 0) + 1
    if (this.#byAddress.size < ADDRESSES_MAX || this.#byAddress.has(address)) this.#byAddress.set(address, failures)
    const over = failures - FREE_FAILURES
    return over <= 0 ? 0 : Math.min(FIRST_MS * 2 ** Math.min(over - 1, 10), LONGEST_MS)
  }
}
