/** The search over the records: for lists of people, and with excerpts for plugins and the diagnosis. */
import { excerptsWithin } from '../../guidance/knowledge/excerpt.ts'
import { type FindByMeaning, findEntries, type KnowledgeIndex } from '../../guidance/knowledge/find-entries.ts'
import type { KnowledgeEntry } from '../../guidance/knowledge/knowledge-entry.ts'
import type { KnowledgeSearch } from '../../guidance/knowledge/knowledge-search.ts'
import type { Database } from './database.ts'
import { ENTRY_COLUMNS, type EntryRow, readEntry } from './knowledge-records.ts'
import { countHolders, findHolders, findLiterally, findNearSpellings } from './knowledge-search.ts'

type FoundEntry = KnowledgeEntry & { why: string }

export type KnowledgeFinder = KnowledgeSearch & {
  list(
    asked: { search: string; category?: string },
    page: { offset: number; limit: number },
  ): Promise<{ entries: FoundEntry[]; total: number; note?: string }>
}

/** What a model is shown of the knowledge base at one question, where the asker says nothing else. */
const TOKENS_MAX = 6_000

/** Without a way to find by meaning, words are all there is. */
const BY_WORDS_ALONE: FindByMeaning = async () => ({ near: [] })

export function createKnowledgeFinder(database: Database, byMeaning = BY_WORDS_ALONE): KnowledgeFinder {
  const index = createIndex(database)
  return {
    async search(query, limit, tokensMax = TOKENS_MAX) {
      const { ids, why, ideas, ...rest } = await findEntries(index, byMeaning, { text: query, want: 'anything' })
      const entries = await readInOrder(database, ids.slice(0, limit))
      const excerpts = excerptsWithin(
        entries.map(({ content }) => content),
        ideas,
        tokensMax,
      )
      const hits = entries.map(({ id, title, category, tags }, at) => {
        return { id, title, category, tags, excerpt: excerpts[at] ?? '', why: why(id) }
      })
      return { entries: hits, ...(rest.note === undefined ? {} : { note: rest.note }) }
    },
    async list({ search, category }, { offset, limit }) {
      const { ids, why, note } = await findEntries(index, byMeaning, { text: search, category, want: 'matching' })
      const entries = await readInOrder(database, ids.slice(offset, offset + limit))
      const found = entries.map((entry) => ({ ...entry, why: why(entry.id) }))
      return { entries: found, total: ids.length, ...(note === undefined ? {} : { note }) }
    },
  }
}

function createIndex(database: Database): KnowledgeIndex {
  return {
    literally: (text, category) => findLiterally(database, text, category),
    count: (ideas) => countHolders(database, ideas),
    holders: (ideas, category) => findHolders(database, ideas, category),
    nearSpellings: (idea, category) => findNearSpellings(database, idea, category),
  }
}

async function readInOrder(database: Database, ids: readonly string[]): Promise<KnowledgeEntry[]> {
  const { rows } = await database.query<EntryRow>(
    `SELECT ${ENTRY_COLUMNS} FROM knowledge_entries WHERE id = ANY($1) ORDER BY array_position($1, id)`,
    [ids],
  )
  return rows.map(readEntry)
}
