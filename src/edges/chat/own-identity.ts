/** Who our bot is to the platform: needed to know our own messages and who speaks to us. */
import type { Clock } from '../../ports/clock.ts'
import type { ChatWire } from './chat-wire.ts'
import { idAt } from './wire-field.ts'

type Known = { appId: string; openId: string | undefined; learnedAtMs: number }

/** A callback waits for this answer and must itself be answered within three seconds. */
const PATIENCE_MS = 1_000
const ASK_AGAIN_MS = 60_000

export class OwnIdentity {
  readonly #wire: ChatWire
  readonly #clock: Clock
  #known: Known | undefined
  #asking: Promise<void> | undefined

  constructor({ wire, clock }: { wire: ChatWire; clock: Clock }) {
    this.#wire = wire
    this.#clock = clock
  }

  async get(): Promise<string | undefined> {
    const appId = await this.#wire.appId().catch(() => undefined)
    if (appId === undefined) return undefined
    if (!this.#isFresh(appId)) await this.#withinPatience(this.#ask(appId))
    return this.#known?.appId === appId ? this.#known.openId : undefined
  }

  /** Once known it stays; a failure is not asked about again with every callback. */
  #isFresh(appId: string): boolean {
    if (this.#known?.appId !== appId) return false
    return this.#known.openId !== undefined || this.#clock.now().getTime() - this.#known.learnedAtMs < ASK_AGAIN_MS
  }

  #ask(appId: string): Promise<void> {
    this.#asking ??= this.#learn(appId).finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async #learn(appId: string): Promise<void> {
    // Why it failed is told by the first message that cannot be sent.
    const answer = await this.#wire.call({ method: 'GET', path: '/bot/v3/info' }).catch(() => undefined)
    const openId = idAt(answer, 'bot', 'open_id')
    this.#known = { appId, openId, learnedAtMs: this.#clock.now().getTime() }
  }

  async #withinPatience(asking: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, PATIENCE_MS)
    await Promise.race([asking, promise])
    clearTimeout(timer)
  }
}
