/** The lists a search is made of, each asked of the store in its own way; how they are joined is the guidance's matter. */
import type { Candidate, Holding, Place } from '../../guidance/knowledge/rank-entries.ts'
import type { Idea } from '../../guidance/knowledge/read-question.ts'
import type { Queryable } from './database.ts'
import { askFor, askForAny, type Letter } from './knowledge-words.ts'
import { likePattern } from './like-pattern.ts'

/** Beyond this an entry has too little of the question to be an answer. */
export const CANDIDATES_MAX = 1_000
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

/** Entries that hold at least one idea, and where; one more than are weighed, so that it is known whether there are more. */
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
              ORDER BY ts_rank(words, $2::tsquery) DESC, updated_at DESC, id LIMIT ${CANDIDATES_MAX + 1}) AS candidate`,
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
