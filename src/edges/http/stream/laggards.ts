/**
 * Readers that did not take what they were sent before more came. What was handed out last is kept, once for all of them,
 * and each gets it at its own pace; one that lags so far behind that its place is not kept any more is cut off and comes
 * back by itself. A burst thus costs a slow reader some time, and us neither a buffer for each reader nor a rush of returns.
 */
import type { StreamReader } from './reader.ts'

/** What follows `from` and leads to `upTo`: the messages of one look at the store, in one piece. */
type Batch = { from: bigint; upTo: bigint; bytes: Buffer }

const KEPT_BYTES_MAX = 2 * 1024 * 1024
const KEPT_BATCHES_MAX = 2_000

export class Laggards {
  readonly #readers = new Set<StreamReader>()
  readonly #kept = new Map<bigint, Batch>()
  #keptBytes = 0

  get size(): number {
    return this.#readers.size
  }

  keep(batch: Batch): void {
    this.#kept.set(batch.from, batch)
    this.#keptBytes += batch.bytes.length
    for (const oldest of this.#kept.values()) {
      if (this.#keptBytes <= KEPT_BYTES_MAX && this.#kept.size <= KEPT_BATCHES_MAX) break
      this.#kept.delete(oldest.from)
      this.#keptBytes -= oldest.bytes.length
    }
    for (const reader of this.#readers) if (!this.#kept.has(reader.position)) reader.cutOff()
  }

  forgetAll(): void {
    this.#kept.clear()
    this.#keptBytes = 0
  }

  /** `onCaughtUp` is called in the same turn in which nothing was left to hand over, so nothing can slip in between. */
  async take(reader: StreamReader, onCaughtUp: () => void): Promise<void> {
    this.#readers.add(reader)
    await reader.drained()
    for (let next = this.#kept.get(reader.position); next && reader.isOpen; next = this.#kept.get(reader.position)) {
      reader.write(next.bytes)
      reader.moveTo(next.upTo)
      await reader.drained()
    }
    this.#readers.delete(reader)
    if (reader.isOpen) onCaughtUp()
  }
}
