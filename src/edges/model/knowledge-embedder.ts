/** Keeps the vectors of the knowledge base those of the model that is set: a few entries at a time, in the background. */
import type { KnowledgeEntry } from '../../guidance/knowledge/knowledge-entry.ts'
import { passagesOf } from '../../guidance/knowledge/passages.ts'
import type { Redactor } from '../../guidance/secrecy/redact.ts'
import { type Embeddings, EmbeddingsUnavailable } from '../../ports/embeddings.ts'
import type { Log } from '../../ports/log.ts'
import type { Database } from '../store/database.ts'
import {
  entriesWithoutVectors,
  forgetOtherModels,
  forgetVectors,
  indexVectors,
  storedLength,
  storeVectors,
} from '../store/knowledge-vectors.ts'

type Parts = {
  database: Database
  embeddings: Embeddings
  redactor: Redactor
  log: Log
  signal: AbortSignal
  monotonicMs?: () => number
}

const ENTRIES_AT_ONCE = 8
const PASSAGES_AT_ONCE = 64
const TIMEOUT_MS = 30_000
const FIRST_REST_MS = 10_000
const REST_MS_MAX = 600_000
/** Once may be a slip of the server; again and again it means that its model is another than before. */
const OTHER_LENGTHS_MAX = 3

/** A lifetime of its own: how long it rests after failures, and which entries the server does not take. */
export class KnowledgeEmbedder {
  readonly #parts: Parts
  readonly #monotonicMs: () => number
  #restsUntil = 0
  #restMs = FIRST_REST_MS
  #entriesAtOnce = ENTRIES_AT_ONCE
  #otherLengths = 0
  /** Models by entry and revision, so that a change or another model brings another attempt. */
  readonly #refused = new Map<string, string>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#monotonicMs = parts.monotonicMs ?? (() => performance.now())
  }

  /** Answers how many entries it embedded. */
  async embedSome(): Promise<number> {
    const { database, embeddings, signal } = this.#parts
    const state = await embeddings.state()
    if (!state.isReady || signal.aborted || this.#monotonicMs() < this.#restsUntil) return 0
    const { model } = state
    const except = [...this.#refused].filter(([, by]) => by === model).map(([revision]) => revision)
    const entries = await entriesWithoutVectors(database, { model, except, limit: this.#entriesAtOnce })
    if (entries.length === 0) {
      await forgetOtherModels(database, { model })
      return 0
    }
    try {
      for (const entry of entries) await this.#embed(entry, model)
      this.#restMs = FIRST_REST_MS
      this.#entriesAtOnce = ENTRIES_AT_ONCE
      return entries.length
    } catch (error) {
      if (signal.aborted) return 0
      if (!(error instanceof EmbeddingsUnavailable)) throw error
      return this.#fail(error, entries, model)
    }
  }

  async #embed(entry: KnowledgeEntry, model: string): Promise<void> {
    const { database, embeddings, redactor, signal } = this.#parts
    const passages = passagesOf(entry).map((passage) => redactor.redact(passage))
    const vectors: (readonly number[])[] = []
    for (let from = 0; from < passages.length; from += PASSAGES_AT_ONCE) {
      const texts = passages.slice(from, from + PASSAGES_AT_ONCE)
      const answer = await embeddings.embed(texts, { signal, timeoutMs: TIMEOUT_MS })
      // The settings changed in between: the rest would be of another model.
      if (answer.model !== model) return
      vectors.push(...answer.vectors)
    }
    await this.#checkLength(model, vectors)
    await storeVectors(database, { entry, model, vectors })
    await indexVectors(database, vectors[0]?.length ?? 0)
  }

  async #checkLength(model: string, vectors: readonly (readonly number[])[]): Promise<void> {
    const { database } = this.#parts
    const stored = await storedLength(database, model)
    const other = vectors.find(({ length }) => length !== (stored ?? vectors[0]?.length))
    if (other === undefined) {
      this.#otherLengths = 0
      return
    }
    this.#otherLengths += 1
    if (this.#otherLengths >= OTHER_LENGTHS_MAX) await forgetVectors(database, { model })
    const words = `${model} answered with vectors of ${other.length} numbers, and those stored have ${stored}.`
    throw new EmbeddingsUnavailable('bad_answer', words)
  }

  /** A text that is refused is tried alone; alone and refused again, it is left out. */
  #fail({ failure, message }: EmbeddingsUnavailable, entries: readonly KnowledgeEntry[], model: string): number {
    const [first] = entries
    if (failure === 'refused' && entries.length > 1) {
      this.#entriesAtOnce = 1
      return 1
    }
    if (failure === 'refused' && first !== undefined) {
      this.#refused.set(`${first.id} ${first.revision}`, model)
      this.#parts.log.warn(
        { entry: first.id, reason: message },
        'The embedding model does not take an entry; it is found by its words alone.',
      )
      return 1
    }
    this.#restsUntil = this.#monotonicMs() + this.#restMs
    const seconds = Math.round(this.#restMs / 1000)
    this.#restMs = Math.min(this.#restMs * 2, REST_MS_MAX)
    this.#parts.log.warn(
      { reason: message, again_in_seconds: seconds },
      'Entries cannot be embedded at the moment; they are found by their words.',
    )
    return 0
  }
}
