/**
 * Keeps what people see in the chat in step with what is true. What is owed stands in our records; one instance at a time
 * speaks, so that limits of speed and of new cards hold for all together, and whoever takes over finds all that is left.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../ports/log.ts'
import { sendNote } from './send-note.ts'
import { showCard } from './show-card.ts'
import { showStorm } from './show-storm.ts'
import type { Speaking } from './speaking.ts'

const LOOK_MS = 1_000
/** While no chat is configured there is nothing to hurry for. */
const LOOK_UNCONFIGURED_MS = 5_000
/** A card is owed a moment after its incident has moved; see the trigger of its table. */
const NUDGE_MS = 320
const AT_ONCE = 16
const TAKEN_MAX = 50
const FINISH_MS = 5_000
const REST_MS = 5_000

type Line = { name: string; say: () => Promise<void> }

export class Messenger {
  readonly #speaking: Speaking
  readonly #log: Log
  readonly #stopping = new AbortController()
  readonly #atWork = new Map<string, Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #nudge: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #wake: () => void = () => {}
  #isConfigured = true
  /** Whom we spoke as; a failure under another account says nothing about this one. */
  #account = ''

  constructor({ log, ...speaking }: Speaking & { log: Log }) {
    this.#speaking = speaking
    this.#log = log
  }

  start(): void {
    this.#schedule()
  }

  /** What is under way is finished within its time; what is not is said again by whoever carries on, under the same key. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    clearTimeout(this.#nudge)
    this.#wake()
    const patience = new AbortController()
    await Promise.race([this.#looking, pause(FINISH_MS, undefined, patience)])
    patience.abort()
  }

  /** There may be something to say. */
  nudge(): void {
    if (!this.#isConfigured || this.#stopping.signal.aborted) return
    this.#nudge ??= setTimeout(() => {
      this.#nudge = undefined
      this.#look()
    }, NUDGE_MS).unref()
  }

  #schedule(): void {
    if (this.#stopping.signal.aborted) return
    const lookAgain = () => {
      this.#look()
      this.#schedule()
    }
    this.#timer = setTimeout(lookAgain, this.#isConfigured ? LOOK_MS : LOOK_UNCONFIGURED_MS).unref()
  }

  #look(): void {
    this.#wake()
    this.#looking ??= this.#speak()
      // The store is away, which its own watch tells; the next look finds all that is owed.
      .catch((error) => this.#log.debug({ error: (error as Error).message }, 'The chat could not be looked after.'))
      .finally(() => {
        this.#looking = undefined
      })
  }

  async #speak(): Promise<void> {
    const { store } = this.#speaking
    const { CHAT_BASE_URL, CHAT_APP_ID, CHAT_APP_SECRET } = await this.#speaking.currentSettings()
    this.#isConfigured = Boolean(CHAT_APP_ID && CHAT_APP_SECRET)
    const account = JSON.stringify([CHAT_BASE_URL, CHAT_APP_ID, CHAT_APP_SECRET])
    if (account !== this.#account) await store.hurry()
    this.#account = account
    if (!(await store.isAnythingOwed())) return
    await store.alone(() => (this.#isConfigured ? this.#sayAll() : store.forgetAll()))
  }

  /** One thing that hangs does not hold up the others. */
  async #sayAll(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve))
      for (const line of await this.#due()) this.#begin(line)
      if (this.#atWork.size === 0) return
      await Promise.race([woken, ...this.#atWork.values()])
    }
    await Promise.all(this.#atWork.values())
  }

  async #due(): Promise<Line[]> {
    const { cards, notes, storms } = this.#speaking.store
    await notes.addReminders()
    const lines: Line[] = [
      ...(await notes.due(TAKEN_MAX)).map((note) =>
        line(`note ${note.incidentId ?? note.key}`, () => sendNote(this.#speaking, note)),
      ),
      ...(await cards.due(TAKEN_MAX)).map((card) =>
        line(`card ${card.incidentId}`, () => showCard(this.#speaking, card)),
      ),
      ...(await storms.due(TAKEN_MAX)).map((storm) =>
        line(`storm ${storm.id}`, () => showStorm(this.#speaking, storm)),
      ),
    ]
    return lines.filter(({ name }) => !this.#atWork.has(name))
  }

  #begin({ name, say }: Line): void {
    if (this.#atWork.size >= AT_ONCE || this.#atWork.has(name)) return
    const done = say()
      .catch((error) => this.#rest(name, error))
      .finally(() => this.#atWork.delete(name))
    this.#atWork.set(name, done)
  }

  /** A fault of ours, or a store that is away: what is owed stays owed, and is not tried without a pause. */
  async #rest(name: string, error: unknown): Promise<void> {
    this.#log.warn({ line: name, error: (error as Error).message }, 'A chat message failed and will be tried again.')
    await pause(REST_MS, undefined, { signal: this.#stopping.signal }).catch(() => 'It is being stopped.')
  }
}

function line(name: string, say: () => Promise<void>): Line {
  return { name, say }
}
