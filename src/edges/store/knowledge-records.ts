import type {
  KnowledgeEntry,
  KnowledgeFilter,
  KnowledgeStore,
  NewKnowledge,
} from '../../guidance/knowledge/knowledge-entry.ts'
import type { KnowledgeHit, KnowledgeSearch } from '../../guidance/knowledge/knowledge-search.ts'
import type { Clock } from '../../ports/clock.ts'
import { type Database, inTransaction } from './database.ts'
import { likePattern } from './like-pattern.ts'
import { uuidv7 } from './uuid.ts'

type Row = {
  id: string
  title: string
  content: string
  category: string | null
  tags: string[]
  created_at: Date
  updated_at: Date
}

export function createKnowledgeStore({ database, clock }: { database: Database; clock: Clock }): KnowledgeStore {
  return {
    list: (filter, page) => listEntries(database, filter, page),
    async find(id) {
      const { rows } = await database.query<Row>('SELECT * FROM knowledge_entries WHERE id = $1', [id])
      return rows[0] && readRow(rows[0])
    },
    async add(entry) {
      const { rows } = await database.query<Row>(
        'INSERT INTO knowledge_entries (id, title, content, category, tags, search_text) VALUES ($1, $2, $3, $4, $5, $6) RETURNING *',
        [uuidv7(clock.now()), entry.title, entry.content, entry.category, entry.tags, searchTextOf(entry)],
      )
      return readRow(rows[0] as Row)
    },
    change: (id, changes) => changeEntry(database, id, changes),
    async remove(id) {
      const { rowCount } = await database.query('DELETE FROM knowledge_entries WHERE id = $1', [id])
      return rowCount === 1
    },
  }
}

async function listEntries(
  database: Database,
  { category, search }: KnowledgeFilter,
  page: { offset: number; limit: number },
) {
  const where = '($1::text IS NULL OR category = $1) AND ($2::text IS NULL OR search_text LIKE $2)'
  const values = [category ?? null, search ? likePattern(search.toLowerCase()) : null]
  const counted = await database.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM knowledge_entries WHERE ${where}`,
    values,
  )
  const { rows } = await database.query<Row>(
    `SELECT * FROM knowledge_entries WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4`,
    [...values, page.limit, page.offset],
  )
  return { entries: rows.map(readRow), total: counted.rows[0]?.total ?? 0 }
}

async function changeEntry(
  database: Database,
  id: string,
  changes: Partial<NewKnowledge>,
): Promise<KnowledgeEntry | undefined> {
  return inTransaction(database, async (connection) => {
    const before = await connection.query<Row>('SELECT * FROM knowledge_entries WHERE id = $1 FOR UPDATE', [id])
    if (!before.rows[0]) return undefined
    const entry = { ...readRow(before.rows[0]), ...changes }
    const { rows } = await connection.query<Row>(
      `UPDATE knowledge_entries SET title = $2, content = $3, category = $4, tags = $5, search_text = $6, updated_at = firebreak_now()
        WHERE id = $1 RETURNING *`,
      [id, entry.title, entry.content, entry.category, entry.tags, searchTextOf(entry)],
    )
    return readRow(rows[0] as Row)
  })
}

function searchTextOf({ title, category, tags, content }: NewKnowledge): string {
  return [title, category ?? '', tags.join(' '), content].join('\n').toLowerCase()
}

function readRow({ id, title, content, category, tags, created_at, updated_at }: Row): KnowledgeEntry {
  return { id, title, content, category, tags, createdAt: created_at, updatedAt: updated_at }
}

const EXCERPT_CHARACTERS = 2_000

/** Entries that hold the most of the words asked for; all of them in the title count first. */
export function createKnowledgeSearch(database: Database): KnowledgeSearch {
  return {
    async search(query, limit) {
      const words = [
        ...new Set(
          query
            .toLowerCase()
            .split(/[^\p{L}\p{N}_.-]+/u)
            .filter((word) => word.length > 1),
        ),
      ].slice(0, 20)
      if (words.length === 0) return []
      const { rows } = await database.query<Row & { found: string[] }>(
        `SELECT * FROM (
           SELECT entry.*, (SELECT array_agg(word) FROM unnest($1::text[], $2::text[]) AS asked (word, pattern) WHERE search_text LIKE pattern) AS found
             FROM knowledge_entries AS entry WHERE search_text LIKE ANY($2)) AS hit
          ORDER BY cardinality(found) DESC, (SELECT count(*) FROM unnest($2::text[]) AS asked WHERE lower(title) LIKE asked) DESC, updated_at DESC
          LIMIT $3`,
        [words, words.map(likePattern), limit],
      )
      return rows.map(hitOf)
    },
  }
}

function hitOf({ id, title, category, tags, content, found }: Row & { found: string[] }): KnowledgeHit {
  const excerpt = content.length > EXCERPT_CHARACTERS ? `${content.slice(0, EXCERPT_CHARACTERS)} …` : content
  return { id, title, category, tags, excerpt, why: `holds the words: ${found.join(', ')}` }
}
