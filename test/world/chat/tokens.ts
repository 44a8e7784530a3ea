/** Tenant tokens as the platform gives them out: the same one again while it has more than half an hour left. */
import { jsonAnswer, type WireAnswer, type WireRequest } from '../wire/exchange.ts'
import { PlatformNo } from './platform-answer.ts'
import type { VirtualClock } from './virtual-clock.ts'

type Issued = { token: string; expiresAtMs: number }

const LIFE_SECONDS = 7200
const RENEW_SECONDS = 1800

export class Tokens {
  readonly issued: Issued[] = []
  readonly #clock: VirtualClock
  readonly #app: { appId: string; appSecret: string }
  #revoked = new Set<string>()

  constructor(parts: { clock: VirtualClock; appId: string; appSecret: string }) {
    this.#clock = parts.clock
    this.#app = parts
  }

  give({ body }: WireRequest): WireAnswer {
    const { app_id, app_secret } = JSON.parse(body) as Record<string, unknown>
    if (app_id !== this.#app.appId) throw new PlatformNo(10003, 'invalid param')
    if (app_secret !== this.#app.appSecret) throw new PlatformNo(10014, 'app secret invalid')
    const last = this.issued.at(-1)
    const current = last && this.#secondsLeft(last) > RENEW_SECONDS ? last : this.#issue()
    const expire = Math.floor(this.#secondsLeft(current))
    return jsonAnswer(200, { code: 0, msg: 'ok', tenant_access_token: current.token, expire })
  }

  check({ headers }: WireRequest): void {
    const given = headers.authorization?.replace(/^Bearer\s*/, '')
    if (!given) throw new PlatformNo(99991661, 'Missing access token for authorization')
    const known = this.issued.find(({ token }) => token === given)
    if (!known || this.#secondsLeft(known) <= 0)
      throw new PlatformNo(99991663, 'Invalid access token for authorization')
  }

  /** As after a change of the application's secret: no token given so far is taken any more. */
  revokeAll(): void {
    for (const { token } of this.issued) this.#revoked.add(token)
  }

  #issue(): Issued {
    const issued = {
      token: `t-${this.issued.length + 1}`,
      expiresAtMs: this.#clock.now().getTime() + LIFE_SECONDS * 1000,
    }
    this.issued.push(issued)
    return issued
  }

  #secondsLeft({ token, expiresAtMs }: Issued): number {
    return this.#revoked.has(token) ? 0 : (expiresAtMs - this.#clock.now().getTime()) / 1000
  }
}
