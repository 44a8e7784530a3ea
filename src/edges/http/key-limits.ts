/**
 * How much one key may hold at once, so that one that runs wild, or was stolen, cannot take the whole door. Without keys there
 * is nobody to tell apart, and whoever comes by a cookie shares the place of its key.
 */
import type { ServerResponse } from 'node:http'
import { unavailable } from '../../problem.ts'

export type KeyLimits = { STREAMS_PER_KEY_MAX: number; REQUESTS_PER_KEY_MAX: number }

type Kind = keyof KeyLimits

export class HeldPlaces {
  readonly #held = new Map<string, number>()
  readonly #limits: () => KeyLimits

  constructor(limits: () => KeyLimits) {
    this.#limits = limits
  }

  /** Until the answer has ended, however it ends. */
  take(kind: Kind, holder: string, answer: ServerResponse): void {
    const name = `${kind} ${holder}`
    const held = this.#held.get(name) ?? 0
    if (held >= this.#limits()[kind])
      throw unavailable(`${holder} holds ${held} ${WORDS[kind]} already; try again later.`)
    this.#held.set(name, held + 1)
    answer.once('close', () => this.#leave(name))
  }

  #leave(name: string): void {
    const held = (this.#held.get(name) ?? 1) - 1
    if (held === 0) this.#held.delete(name)
    else this.#held.set(name, held)
  }
}

const WORDS: Readonly<Record<Kind, string>> = {
  STREAMS_PER_KEY_MAX: 'event streams',
  REQUESTS_PER_KEY_MAX: 'requests at once',
}
