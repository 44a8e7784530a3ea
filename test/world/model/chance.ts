/** Chance that can be repeated: the same words give the same numbers, in whatever order conversations are held. */
import { createHash } from 'node:crypto'

export class Chance {
  #state: number

  constructor(...words: (string | number)[]) {
    this.#state = createHash('sha256').update(JSON.stringify(words)).digest().readUInt32LE()
  }

  /** From 0 up to, but not, 1. */
  number(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  among<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.number() * items.length)] as Item
  }
}
