/** The vectors in an answer, each of length one; whatever is not exactly what was asked for is refused whole. */
import { EmbeddingsUnavailable } from '../../ports/embeddings.ts'

const NUMBERS_MAX = 16_000

export function readVectors(host: string, text: string, count: number): number[][] {
  const vectors = itemsOf(host, text).map(({ embedding }) => embedding)
  if (vectors.length !== count) throw bad(host, `${vectors.length} vectors for ${count} texts`)
  const [first] = vectors
  if (!vectors.every((vector): vector is number[] => isVector(vector) && vector.length === (first as number[]).length))
    throw bad(host, 'something that is no row of equally long vectors')
  return vectors.map(unit)
}

type Item = { index?: unknown; embedding?: unknown }

function itemsOf(host: string, text: string): Item[] {
  const { data } = parsed(host, text) as { data?: unknown }
  if (!Array.isArray(data)) throw bad(host, 'no list of vectors')
  const items = data.map((item): Item => (typeof item === 'object' && item !== null ? item : {}))
  // The order is theirs to choose; the index tells which text is meant.
  return items.every(({ index }) => typeof index === 'number')
    ? items.toSorted((one, other) => Number(one.index) - Number(other.index))
    : items
}

function parsed(host: string, text: string): object {
  try {
    const body = JSON.parse(text) as unknown
    if (typeof body === 'object' && body !== null) return body
  } catch {
    // Told below, like everything else that is not the protocol.
  }
  throw bad(host, 'something that is not JSON')
}

function isVector(value: unknown): value is number[] {
  const isList = Array.isArray(value) && value.length > 0 && value.length <= NUMBERS_MAX
  return isList && value.every((number) => Number.isFinite(number)) && value.some((number) => number !== 0)
}

function unit(vector: number[]): number[] {
  const length = Math.hypot(...vector)
  return vector.map((number) => number / length)
}

function bad(host: string, what: string): EmbeddingsUnavailable {
  return new EmbeddingsUnavailable(
    'bad_answer',
    `${host} answered with ${what}. Check EMBEDDING_MODEL and EMBEDDING_BASE_URL.`,
  )
}
