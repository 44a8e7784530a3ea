/**
 * A stream outlives the moment in which its reader was let in. When a key was revoked, and every so often, each is asked for
 * its right to be here again, and whose key is not valid any more or whose session has ended is let go.
 */
import type { ServerResponse } from 'node:http'
import { Problem } from '../../../problem.ts'

const LOOK_MS = 30_000
/** Where no hint came, one small question for all readers together: a revoked key's streams end within a second. */
const KEYS_LOOK_MS = 400

/** Tells when keys have changed, once it has looked. */
type Keys = { onChange(listener: () => void): void; look(): Promise<void> }
/** Asked together, they share what has to be asked of the store. */
const AT_ONCE = 50

export class Welcome {
  readonly #readers = new Map<ServerResponse, () => Promise<unknown>>()
  readonly #timers: NodeJS.Timeout[]
  #isLooking = false
  #isDue = false

  constructor({ keys, lookMs = LOOK_MS }: { keys: Keys; lookMs?: number }) {
    keys.onChange(() => void this.#look())
    // While the store is away nothing can be revoked.
    const lookForKeys = () => (this.#readers.size > 0 ? void keys.look().catch(() => {}) : undefined)
    this.#timers = [setInterval(() => void this.#look(), lookMs), setInterval(lookForKeys, KEYS_LOOK_MS)]
    for (const timer of this.#timers) timer.unref()
  }

  /** `admit` throws as the door would. */
  watch(answer: ServerResponse, admit: () => Promise<unknown>): void {
    this.#readers.set(answer, admit)
    answer.once('close', () => this.#readers.delete(answer))
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
  }

  async #look(): Promise<void> {
    this.#isDue = true
    if (this.#isLooking) return
    this.#isLooking = true
    while (this.#isDue) await this.#lookAtAll()
    this.#isLooking = false
  }

  async #lookAtAll(): Promise<void> {
    this.#isDue = false
    const all = [...this.#readers]
    for (let from = 0; from < all.length; from += AT_ONCE) {
      await Promise.all(all.slice(from, from + AT_ONCE).map(([answer, admit]) => letStay(answer, admit)))
    }
  }
}

async function letStay(answer: ServerResponse, admit: () => Promise<unknown>): Promise<void> {
  try {
    await admit()
  } catch (error) {
    // A store that is away says nothing about the reader.
    const isRefused = error instanceof Problem && (error.code === 'UNAUTHORIZED' || error.code === 'FORBIDDEN')
    if (isRefused) answer.destroy()
  }
}
