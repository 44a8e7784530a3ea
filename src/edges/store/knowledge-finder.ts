/** The search over the records: for lists of people, and with excerpts for plugins and the diagnosis. */
import { excerptsWithin } from '../../guidance/knowledge/excerpt.ts'
import { type FindByMeaning, findEntries, type KnowledgeIndex } from '../../guidance/knowledge/find-entries.ts'
import type { KnowledgeEntry } from '../../guidance/knowledge/knowledge-entry.ts'
import type { KnowledgeSearch } from '../../guidance/knowledge/knowledge-search.ts'
import type { Database } from './database.ts'
import { ENTRY_COLUMNS, type EntryRow, readEntry } from './knowledge-records.ts'
import { CANDIDATES_MAX, countHolders, findHolders, findLiterally } from './knowledge-search.ts'
import { findNearSpellings, misspellable } from './knowledge-spelling.ts'
import { createSearchBudgets, type SearchBudget } from './search-budget.ts'

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
  const newBudget = createSearchBudgets(database)
  return {
    async search(query, limit, tokensMax = TOKENS_MAX) {
      const budget = newBudget()
      const asked = { text: query, want: 'anything' } as const
      const { ids, why, ideas, note } = await findEntries(indexWithin(budget, asked.want), byMeaning, asked)
      const entries = await readInOrder(database, ids.slice(0, limit))
      const excerpts = excerptsWithin(
        entries.map(({ content }) => content),
        ideas,
        tokensMax,
      )
      const hits = entries.map(({ id, title, category, tags }, at) => {
        return { id, title, category, tags, excerpt: excerpts[at] ?? '', why: why(id) }
      })
      return { entries: hits, ...joined(note, budget) }
    },
    async list({ search, category }, { offset, limit }) {
      const budget = newBudget()
      const asked = { text: search, category, want: 'matching' } as const
      const { ids, why, note } = await findEntries(indexWithin(budget, asked.want), byMeaning, asked)
      const entries = await readInOrder(database, ids.slice(offset, offset + limit))
      const found = entries.map((entry) => ({ ...entry, why: why(entry.id) }))
      return { entries: found, total: ids.length, ...joined(note, budget) }
    },
  }
}

/** Not a constant: the first number written in a language costs every start more than this file does. */
const toldMany = () =>
  `More than ${CANDIDATES_MAX.toLocaleString('en')} entries share words with this; of those that do not hold it as typed only the best are counted.`

function indexWithin(budget: SearchBudget, want: 'anything' | 'matching'): KnowledgeIndex {
  const best = <Found>(found: readonly Found[]): Found[] => {
    // Who reads only the first few has no total to be wrong.
    if (found.length > CANDIDATES_MAX && want === 'matching') budget.notes.add(toldMany())
    return found.slice(0, CANDIDATES_MAX)
  }
  return {
    literally: (text, category) => budget.ask((store) => findLiterally(store, text, category), []),
    // Uncounted, every idea says as much as another, and none is taken for a word that nobody wrote.
    count: (ideas) => budget.ask((store) => countHolders(store, ideas), { entries: 1, holders: ideas.map(() => 1) }),
    holders: async (ideas, category) => best(await budget.ask((store) => findHolders(store, ideas, category), [])),
    nearSpellings: async (ideas, category) => {
      const words = misspellable(ideas)
      if (words.length === 0) return []
      return best(await budget.askForSpellings((store) => findNearSpellings(store, words, category), []))
    },
  }
}

function joined(note: string | undefined, { notes }: SearchBudget): { note?: string } {
  const sentences = [...(note === undefined ? [] : [note]), ...notes]
  return sentences.length === 0 ? {} : { note: sentences.join(' ') }
}

async function readInOrder(database: Database, ids: readonly string[]): Promise<KnowledgeEntry[]> {
  if (ids.length === 0) return []
  const { rows } = await database.query<EntryRow>(
    `SELECT ${ENTRY_COLUMNS} FROM knowledge_entries WHERE id = ANY($1) ORDER BY array_position($1, id)`,
    [ids],
  )
  return rows.map(readEntry)
}
