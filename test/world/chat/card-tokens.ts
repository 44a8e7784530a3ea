/** Tokens that come with a pressed button and update its card later: twice, within half an hour, not before the answer. */
import { type CardJson, checkCard } from './card-rules.ts'
import type { ChatMessage, MessageStore } from './message-store.ts'
import { PlatformNo } from './platform-answer.ts'
import type { VirtualClock } from './virtual-clock.ts'

const LIFE_MS = 30 * 60 * 1000
const USES_MAX = 2

type Token = { message: ChatMessage; atMs: number; uses: number; isAnswered: boolean }

export class CardTokens {
  readonly #tokens = new Map<string, Token>()
  readonly #clock: VirtualClock
  readonly #store: MessageStore

  constructor({ clock, store }: { clock: VirtualClock; store: MessageStore }) {
    this.#clock = clock
    this.#store = store
  }

  mint(message: ChatMessage): string {
    const token = `c-${this.#tokens.size + 1}`
    this.#tokens.set(token, { message, atMs: this.#clock.now().getTime(), uses: 0, isAnswered: false })
    return token
  }

  answered(token: string): void {
    const known = this.#tokens.get(token)
    if (known) known.isAnswered = true
  }

  update(token: string, card: unknown): void {
    const known = this.#tokens.get(token)
    if (!known || this.#clock.now().getTime() - known.atMs > LIFE_MS)
      throw new PlatformNo(300000, 'token is invalid or expired')
    if (!known.isAnswered) throw new PlatformNo(300000, 'the callback has not been answered yet')
    if (known.uses >= USES_MAX) throw new PlatformNo(300000, 'token was used too often')
    if (typeof card !== 'object' || card === null) throw new PlatformNo(300000, 'card must be an object')
    checkCard(card as CardJson)
    known.uses += 1
    this.#store.replace(known.message, JSON.stringify(card))
  }
}
