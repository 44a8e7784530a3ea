/** The token every call carries: fetched once for all who ask at the same time, kept while it has life enough left. */
import { createHash } from 'node:crypto'
import type { Clock } from '../../ports/clock.ts'

export type Credentials = { baseUrl: string; appId: string; appSecret: string }

type Fetched = { token: string; expireSeconds: number }

type Fetch = (credentials: Credentials) => Promise<Fetched>

type Held = { belongsTo: string; fetched: Promise<Fetched>; expiresAtMs: number }

/** With half an hour or less left the platform gives a new one, so this asks well before the end. */
const LEFT_MS_MIN = 300_000

export class TenantToken {
  readonly #fetch: Fetch
  readonly #clock: Clock
  #held: Held | undefined

  constructor({ fetch, clock }: { fetch: Fetch; clock: Clock }) {
    this.#fetch = fetch
    this.#clock = clock
  }

  async get(credentials: Credentials): Promise<string> {
    const held = this.#living(credentials) ?? this.#ask(credentials)
    return (await held.fetched).token
  }

  /** The platform no longer takes it. One that another call has fetched meanwhile is kept. */
  async drop(token: string): Promise<void> {
    const held = this.#held
    const fetched = await held?.fetched.catch(() => undefined)
    if (fetched?.token === token && this.#held === held) this.#held = undefined
  }

  /** Credentials changed a moment ago are in force at the next message: a token belongs to its own. */
  #living(credentials: Credentials): Held | undefined {
    if (this.#held?.belongsTo !== identity(credentials)) return undefined
    return this.#held.expiresAtMs - this.#clock.now().getTime() > LEFT_MS_MIN ? this.#held : undefined
  }

  #ask(credentials: Credentials): Held {
    const askedAtMs = this.#clock.now().getTime()
    const fetched = this.#fetch(credentials)
    const held = { belongsTo: identity(credentials), fetched, expiresAtMs: Number.POSITIVE_INFINITY }
    this.#held = held
    fetched.then(
      ({ expireSeconds }) => {
        held.expiresAtMs = askedAtMs + expireSeconds * 1000
      },
      // A failure is told to those who wait for it and not kept for the next.
      () => {
        if (this.#held === held) this.#held = undefined
      },
    )
    return held
  }
}

/** The secret itself is not kept. */
function identity({ baseUrl, appId, appSecret }: Credentials): string {
  return JSON.stringify([baseUrl, appId, createHash('sha256').update(appSecret).digest('hex')])
}
