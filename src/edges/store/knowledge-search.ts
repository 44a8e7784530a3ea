/** The lists a search is made of, each asked of the store in its own way; how they are joined is the guidance's matter. */
import type { Candidate, Holding, Place } from '../../guidance/knowledge/rank-entries.ts'
import type { Idea } from '../../guidance/knowledge/read-question.ts'
import { isUnsegmented } from '../../guidance/knowledge/words.ts'
import type { Queryable } from './database.ts'
import { askFor, askForAny, type Letter } from './knowledge-words.ts'
import { likePattern } from './like-pattern.ts'

/** Beyond this an entry has too little of the question to be an answer. */
const CANDIDATES_MAX = 1_000
const IN_CATEGORY = '($1::text IS NULL OR category = $1)'

/** Entries that hold the very text, those that hold it in the title first. */
export async function findLiterally(database: Queryable, text: string, category?: string): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT id FROM knowledge_entries WHERE ${IN_CATEGORY} AND search_text LIKE $2
      ORDER BY lower(title) LIKE $2 DESC, created_at DESC, id DESC`,
    [category ?? null, likePattern(text.toLowerCase())],
  )
  return rows.map(({ id }) => id)
}

/** How many entries there are, and how many of them hold each idea. */
export async function countHolders(database: Queryable, ideas: readonly Idea[]) {
  const { rows } = await database.query<{ entries: number; holders: number[] }>(
    `SELECT (SELECT count(*)::int FROM knowledge_entries) AS entries,
            array(SELECT (SELECT count(*)::int FROM knowledge_entries WHERE words @@ asked.idea)
                    FROM unnest($1::tsquery[]) WITH ORDINALITY AS asked (idea, nth) ORDER BY nth) AS holders`,
    [ideas.map(({ said, alike }) => askFor([said, ...alike], ''))],
  )
  return rows[0] ?? { entries: 0, holders: [] }
}

const LETTERS: readonly Letter[] = ['A', 'B', '']
const PLACES: readonly Place[] = ['title', 'label', 'text']

/** Entries that hold at least one idea, and where. */
export async function findHolders(
  database: Queryable,
  ideas: readonly Idea[],
  category?: string,
): Promise<Candidate[]> {
  const asked = ideas.flatMap(({ said, alike }) => [
    ...LETTERS.map((letter) => askFor([said], letter)),
    ...LETTERS.map((letter) => askFor(alike, letter)),
  ])
  const { rows } = await database.query<{ id: string; characters: number; marks: string }>(
    `SELECT id, characters, (SELECT string_agg(CASE WHEN words @@ idea THEN '1' ELSE '0' END, '' ORDER BY nth)
                               FROM unnest($3::tsquery[]) WITH ORDINALITY AS asked (idea, nth)) AS marks
       FROM (SELECT id, words, length(content) AS characters FROM knowledge_entries
              WHERE ${IN_CATEGORY} AND words @@ $2::tsquery
              ORDER BY ts_rank(words, $2::tsquery) DESC, updated_at DESC, id LIMIT ${CANDIDATES_MAX}) AS candidate`,
    [category ?? null, askForAny(ideas), asked],
  )
  return rows.map(({ id, characters, marks }) => ({
    id,
    characters,
    holdings: ideas.map((_, at) => readMarks(marks, at)),
  }))
}

function readMarks(marks: string, at: number): Holding {
  const placeFrom = (start: number) => PLACES.find((_, index) => marks[start + index] === '1')
  return { said: placeFrom(at * 6), alike: placeFrom(at * 6 + 3) }
}

/** Words too short are like too many others. */
const LETTERS_MIN = 4

function isMisspellable({ said, asked }: Idea): boolean {
  return said.length === 1 && asked.length >= LETTERS_MIN && !isUnsegmented(asked) && /^\p{L}+$/u.test(asked)
}

/** For words that nobody wrote: entries with one spelled like it, in what they are called or else in what they say. */
export async function findNearSpellings(database: Queryable, idea: Idea, category?: string): Promise<NearSpelling[]> {
  if (!isMisspellable(idea)) return []
  const word = idea.asked.toLowerCase()
  if (!(await hasTrigrams(database))) return find(['0.5::real', 'search_text LIKE $2', likePattern(beginningOf(word))])
  const called = await find([`word_similarity($2, ${NAMES})`, `word_similarity($2, ${NAMES}) >= ${LIKENESS_MIN}`, word])
  if (called.length > 0) return called
  // To measure whole texts takes long, so it is only done where nothing is called alike.
  return find(['word_similarity($2, search_text)', '$2 <% search_text', word])

  async function find([near, fits, asked]: [near: string, fits: string, asked: string]): Promise<NearSpelling[]> {
    const { rows } = await database.query<NearSpelling>(
      `SELECT id, length(content) AS characters, ${near} AS near FROM knowledge_entries
        WHERE ${IN_CATEGORY} AND ${fits} ORDER BY near DESC, id LIMIT ${CANDIDATES_MAX}`,
      [category ?? null, asked],
    )
    return rows
  }
}

const NAMES = `lower(concat_ws(' ', title, category, array_to_string(tags, ' ')))`
const LIKENESS_MIN = 0.5

type NearSpelling = { id: string; near: number; characters: number }

/** Where the server knows no trigrams, the beginning of a word is what is most often spelled right. */
function beginningOf(word: string): string {
  return word.slice(0, Math.max(LETTERS_MIN, Math.ceil(word.length * 0.6)))
}

/** Asked each time: an extension may come and go, and to look costs nothing beside the search. */
async function hasTrigrams(database: Queryable): Promise<boolean> {
  const { rows } = await database.query(`SELECT FROM pg_extension WHERE extname = 'pg_trgm'`)
  return rows.length > 0
}
