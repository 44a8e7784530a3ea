/**
 * Wrong keys at the sign-in, by address and minute. They reach the audit trail as one entry a minute, so that nobody can
 * flood it; and who has tried too often is told to wait. A right key is never refused for the wrong ones of others: behind
 * a proxy all people share one address.
 */
import type { Log } from '../../ports/log.ts'

const FAILURES_MAX = 10
const ADDRESSES_MAX = 1_000
const SHOWN_MAX = 20
const WINDOW_MS = 60_000

type FailureCount = { count: number; addresses: Record<string, number> }
type Parts = { tell(failures: FailureCount): Promise<void>; log: Log; windowMs?: number }

export class SignInFailures {
  readonly #tell: Parts['tell']
  readonly #log: Log
  readonly #timer: NodeJS.Timeout
  #byAddress = new Map<string, number>()
  #count = 0

  constructor({ tell, log, windowMs = WINDOW_MS }: Parts) {
    this.#tell = tell
    this.#log = log
    this.#timer = setInterval(() => void this.#turn(), windowMs).unref()
  }

  /** Answers whether this address has failed too often within the minute. */
  isTooOften(address: string): boolean {
    const failures = (this.#byAddress.get(address) ?? 0) + 1
    this.#count += 1
    if (this.#byAddress.size < ADDRESSES_MAX || this.#byAddress.has(address)) this.#byAddress.set(address, failures)
    return failures > FAILURES_MAX
  }

  async #turn(): Promise<void> {
    const count = this.#count
    const addresses = Object.fromEntries([...this.#byAddress].slice(0, SHOWN_MAX))
    this.#count = 0
    this.#byAddress = new Map()
    if (count === 0) return
    await this.#tell({ count, addresses }).catch((error: Error) => {
      // They are told with those of the next minute.
      this.#count += count
      this.#log.warn({ error: error.message, count }, 'Failed sign-ins could not be written to the audit trail yet.')
    })
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#turn()
  }
}
