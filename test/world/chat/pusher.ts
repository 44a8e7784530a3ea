/** The platform's side that calls us: sealed, with a deadline, and again after a while where no 200 came. */
import { encryptedBody, type Prefix, signedHeaders } from './seal.ts'
import type { VirtualClock } from './virtual-clock.ts'

export type Endpoint = {
  eventUrl: string
  cardUrl: string
  encryptKey?: string
  verificationToken?: string
  isEncrypted?: boolean
  prefix?: Prefix
  /** Real milliseconds; the platform gives three seconds. */
  deadlineMs?: number
}

export type Delivery = {
  eventId: string
  url: string
  raw: string
  headers: Record<string, string>
  at: Date
  /** Undefined where no answer came in time. */
  status?: number
  text?: string
}

const DEADLINE_MS = 3000

/** After 15 s, 5 min, 1 h and 6 h, each counted from the one before. */
const RETRIES_MS = [15_000, 300_000, 3_600_000, 21_600_000]

export class Pusher {
  /** Everything that was sent, in its order, repeats included. */
  readonly deliveries: Delivery[] = []
  readonly #clock: VirtualClock
  #endpoint: Endpoint | undefined
  #held: (() => Promise<Delivery>)[] | undefined
  #sealed = 0

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  connect(endpoint: Endpoint): void {
    this.#endpoint = endpoint
  }

  get endpoint(): Endpoint {
    if (this.#endpoint === undefined) throw new Error('Nobody listens yet: connect the simulator to an endpoint first.')
    return this.#endpoint
  }

  /** Tried again on the clock until somebody says 200; each time sealed anew. */
  async pushEvent(eventId: string, body: unknown): Promise<Delivery | undefined> {
    const first = () => this.#attempt(eventId, body, 0)
    if (this.#held === undefined) return first()
    this.#held.push(first)
    return undefined
  }

  async #attempt(eventId: string, body: unknown, tried: number): Promise<Delivery> {
    const delivery = await this.send(this.endpoint.eventUrl, eventId, body)
    const waitMs = RETRIES_MS[tried]
    if (delivery.status !== 200 && waitMs !== undefined)
      this.#clock.after(waitMs, () => this.#attempt(eventId, body, tried + 1))
    return delivery
  }

  /** Events wait from now on, until they are released in whatever order the test likes. */
  hold(): void {
    this.#held ??= []
  }

  async release(order: <T>(waiting: T[]) => T[] = (waiting) => waiting): Promise<void> {
    const waiting = this.#held ?? []
    this.#held = undefined
    for (const deliver of order(waiting)) await deliver()
  }

  /** Once, with a seal of its own. */
  send(url: string, eventId: string, body: unknown, options: { isSigned?: boolean } = {}): Promise<Delivery> {
    const { encryptKey, isEncrypted, prefix } = this.endpoint
    this.#sealed += 1
    const iv = Buffer.alloc(16, this.#sealed)
    const plain = JSON.stringify(body)
    const raw = isEncrypted && encryptKey !== undefined ? encryptedBody(plain, encryptKey, iv) : plain
    const timestamp = String(Math.floor(this.#clock.now().getTime() / 1000))
    const signing = { key: encryptKey ?? '', timestamp, nonce: `n-${this.#sealed}`, ...(prefix && { prefix }) }
    const isSigned = options.isSigned !== false && encryptKey !== undefined
    return this.#deliver({ eventId, url, raw, headers: isSigned ? signedHeaders(raw, signing) : {} })
  }

  /** The very same bytes and headers once more. */
  replay({ eventId, url, raw, headers }: Delivery): Promise<Delivery> {
    return this.#deliver({ eventId, url, raw, headers })
  }

  async #deliver(given: Pick<Delivery, 'eventId' | 'url' | 'raw' | 'headers'>): Promise<Delivery> {
    const delivery: Delivery = { ...given, at: this.#clock.now() }
    this.deliveries.push(delivery)
    try {
      const response = await fetch(given.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', ...given.headers },
        body: given.raw,
        redirect: 'manual',
        signal: AbortSignal.timeout(this.endpoint.deadlineMs ?? DEADLINE_MS),
      })
      delivery.text = await response.text()
      delivery.status = response.status
    } catch {
      // Too late or not there: to the platform both are no answer.
    }
    return delivery
  }
}
