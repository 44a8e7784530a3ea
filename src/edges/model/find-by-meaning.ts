/** Entries close to a question in meaning. Whatever is in the way, the search goes on without and its answer says so. */
import type { FindByMeaning } from '../../guidance/knowledge/find-entries.ts'
import type { Redactor } from '../../guidance/secrecy/redact.ts'
import { type Embeddings, EmbeddingsUnavailable } from '../../ports/embeddings.ts'
import type { Database } from '../store/database.ts'
import { countWithoutVectors, findNearest } from '../store/knowledge-vectors.ts'

type Parts = { database: Database; embeddings: Embeddings; redactor: Redactor }

/** A person waits for the answer; words alone are quicker than this. */
const TIMEOUT_MS = 3_000
const ENTRIES_MAX = 20
/** Below it, models call nearly everything alike. */
const SIMILARITY_MIN = 0.25
/** Whoever leafs through pages asks the same again and again. */
const REMEMBERED_MAX = 200
const QUESTION_CHARACTERS_MAX = 2_000

export function createFindByMeaning({ database, embeddings, redactor }: Parts): FindByMeaning {
  const remembered = new Map<string, readonly number[]>()
  const vectorOf = async (model: string, text: string): Promise<{ model: string; vector: readonly number[] }> => {
    const known = remembered.get(`${model}\n${text}`)
    if (known) return { model, vector: known }
    const answer = await embeddings.embed([text], { timeoutMs: TIMEOUT_MS })
    const [vector = []] = answer.vectors
    const [oldest] = remembered.keys()
    if (remembered.size >= REMEMBERED_MAX && oldest !== undefined) remembered.delete(oldest)
    remembered.set(`${answer.model}\n${text}`, vector)
    return { model: answer.model, vector }
  }
  return async (question, category) => {
    const state = await embeddings.state()
    if (!state.isReady) return { near: [], ...(state.reason ? { note: byWordsAlone(state.reason) } : {}) }
    const text = redactor.redact(question).slice(0, QUESTION_CHARACTERS_MAX).trim()
    if (text === '') return { near: [] }
    try {
      const { model, vector } = await vectorOf(state.model, text)
      const nearest = await findNearest(database, { model, vector, category, limit: ENTRIES_MAX })
      const near = nearest.filter(({ similarity }) => similarity >= SIMILARITY_MIN)
      const missing = await countWithoutVectors(database, model)
      return { near, ...(missing > 0 ? { note: incomplete(missing) } : {}) }
    } catch (error) {
      if (!(error instanceof EmbeddingsUnavailable)) throw error
      return { near: [], note: byWordsAlone(error.message) }
    }
  }
}

function byWordsAlone(reason: string): string {
  return `Searched by words alone: ${reason}`
}

function incomplete(missing: number): string {
  return `${missing} ${missing === 1 ? 'entry was' : 'entries were'} searched by words alone: the embedding model has not seen ${missing === 1 ? 'it' : 'them'} yet.`
}
