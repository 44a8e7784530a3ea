/**
 * A stream outlives the moment in which its reader was let in. Every so often each is asked for its right to be here
 * again, and whose key was revoked or whose session has ended is let go.
 */
import type { ServerResponse } from 'node:http'
import { Problem } from '../../../problem.ts'

const LOOK_MS = 30_000
/** Asked together, they share what has to be asked of the store. */
const AT_ONCE = 50

export class Welcome {
  readonly #readers = new Map<ServerResponse, () => Promise<unknown>>()
  readonly #timer: NodeJS.Timeout
  #isLooking = false

  constructor({ lookMs = LOOK_MS }: { lookMs?: number } = {}) {
    this.#timer = setInterval(() => void this.#look(), lookMs).unref()
  }

  /** `admit` throws as the door would. */
  watch(answer: ServerResponse, admit: () => Promise<unknown>): void {
    this.#readers.set(answer, admit)
    answer.once('close', () => this.#readers.delete(answer))
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    const all = [...this.#readers]
    for (let from = 0; from < all.length; from += AT_ONCE) {
      await Promise.all(all.slice(from, from + AT_ONCE).map(([answer, admit]) => letStay(answer, admit)))
    }
    this.#isLooking = false
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
