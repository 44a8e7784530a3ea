/** The vectors of entries. With pgvector the server compares them by its index; without it, exactly, one by one. */
import type { KnowledgeEntry } from '../../guidance/knowledge/knowledge-entry.ts'
import { Problem } from '../../problem.ts'
import { type Database, inTransaction, type Queryable } from './database.ts'
import { ENTRY_COLUMNS, type EntryRow, readEntry } from './knowledge-records.ts'

type Asked = { model: string; vector: readonly number[]; category?: string | undefined; limit: number }
type NearEntry = { id: string; similarity: number }

/** Beyond this pgvector makes no index for a column of this type; it still compares. */
const INDEXED_NUMBERS_MAX = 2_000
/** Passages of one entry crowd each other; more are looked at than entries wanted. */
const PASSAGES_PER_ENTRY = 10

export async function findNearest(database: Queryable, asked: Asked): Promise<NearEntry[]> {
  if (await hasVectorType(database)) {
    const found = await compare(database, asked, bySpecialist(asked.vector.length)).catch(unlessOurs)
    if (found) return found
  }
  return compare(database, asked, EXACTLY)
}

/** An extension that is too old, or in a schema we do not see, is as good as none. */
function unlessOurs(error: unknown): undefined {
  if (error instanceof Problem) throw error
}

async function compare(
  database: Queryable,
  { model, vector, category, limit }: Asked,
  similarity: string,
): Promise<NearEntry[]> {
  const { rows } = await database.query<NearEntry>(
    `SELECT entry_id AS id, max(similarity) AS similarity
       FROM (SELECT entry_id, ${similarity} AS similarity FROM knowledge_vectors JOIN knowledge_entries ON id = entry_id
              WHERE model = $1 AND cardinality(numbers) = ${vector.length} AND ($3::text IS NULL OR category = $3)
              ORDER BY 2 DESC LIMIT ${limit * PASSAGES_PER_ENTRY}) AS passage
      GROUP BY entry_id ORDER BY 2 DESC, 1 LIMIT ${limit}`,
    [model, vector, category ?? null],
  )
  return rows
}

/** All are of length one, so that this is their cosine. */
const EXACTLY = '(SELECT sum(one * other) FROM unnest(numbers, $2::real[]) AS pair (one, other))'

function bySpecialist(numbers: number): string {
  return `1 - (numbers::vector(${numbers}) <=> $2::real[]::vector(${numbers}))`
}

/** Made for the length the model turned out to have, by the sweep and not by a search. */
export async function indexVectors(database: Queryable, numbers: number): Promise<void> {
  if (numbers > INDEXED_NUMBERS_MAX || !(await hasVectorType(database))) return
  await database
    .query(
      `CREATE INDEX IF NOT EXISTS knowledge_vectors_of_${numbers} ON knowledge_vectors
        USING hnsw ((numbers::vector(${numbers})) vector_cosine_ops) WHERE cardinality(numbers) = ${numbers}`,
    )
    .catch(unlessOurs)
}

async function hasVectorType(database: Queryable): Promise<boolean> {
  const { rows } = await database.query(`SELECT FROM pg_extension WHERE extname = 'vector'`)
  return rows.length > 0
}

const WITHOUT_VECTORS = `NOT EXISTS (SELECT FROM knowledge_vectors
  WHERE entry_id = id AND model = $1 AND knowledge_vectors.revision = knowledge_entries.revision)`

/** Those that changed last come first: somebody may just be looking for them. `except` holds ids with their revision. */
export async function entriesWithoutVectors(
  database: Queryable,
  { model, except, limit }: { model: string; except: readonly string[]; limit: number },
): Promise<KnowledgeEntry[]> {
  const { rows } = await database.query<EntryRow>(
    `SELECT ${ENTRY_COLUMNS} FROM knowledge_entries WHERE ${WITHOUT_VECTORS} AND NOT (id || ' ' || revision) = ANY($2)
      ORDER BY updated_at DESC, id LIMIT $3`,
    [model, except, limit],
  )
  return rows.map(readEntry)
}

export async function countWithoutVectors(database: Queryable, model: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM knowledge_entries WHERE ${WITHOUT_VECTORS}`,
    [model],
  )
  return rows[0]?.count ?? 0
}

type Embedded = { entry: KnowledgeEntry; model: string; vectors: readonly (readonly number[])[] }

export function storeVectors(database: Database, { entry, model, vectors }: Embedded): Promise<void> {
  return inTransaction(database, async (connection) => {
    // It may have been removed while the model was thinking.
    const { rows } = await connection.query('SELECT FROM knowledge_entries WHERE id = $1 FOR SHARE', [entry.id])
    if (rows.length === 0) return
    await connection.query('DELETE FROM knowledge_vectors WHERE entry_id = $1 AND model = $2', [entry.id, model])
    for (const [part, numbers] of vectors.entries()) {
      await connection.query(
        'INSERT INTO knowledge_vectors (entry_id, model, part, revision, numbers) VALUES ($1, $2, $3, $4, $5)',
        [entry.id, model, part, entry.revision, numbers],
      )
    }
  })
}

/** How long the stored vectors of this model are; undefined where there are none. */
export async function storedLength(database: Queryable, model: string): Promise<number | undefined> {
  const { rows } = await database.query<{ length: number }>(
    'SELECT cardinality(numbers) AS length FROM knowledge_vectors WHERE model = $1 LIMIT 1',
    [model],
  )
  return rows[0]?.length
}

export async function forgetVectors(database: Queryable, { model }: { model: string }): Promise<void> {
  await database.query('DELETE FROM knowledge_vectors WHERE model = $1', [model])
}

export async function forgetOtherModels(database: Queryable, { model }: { model: string }): Promise<void> {
  await database.query('DELETE FROM knowledge_vectors WHERE model <> $1', [model])
}
