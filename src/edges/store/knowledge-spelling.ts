/** For words that nobody wrote: entries with one spelled like it. Dear, so that it is bounded on every side. */
import type { NearSpelling } from '../../guidance/knowledge/find-entries.ts'
import type { Idea } from '../../guidance/knowledge/read-question.ts'
import { isUnsegmented } from '../../guidance/knowledge/words.ts'
import type { Queryable } from './database.ts'
import { CANDIDATES_MAX } from './knowledge-search.ts'
import { likePattern } from './like-pattern.ts'

/** Words too short are like too many others; what is longer is no word. */
const LETTERS_MIN = 4
const LETTERS_MAX = 40
const WORDS_MAX = 3
/** To measure takes time that grows with the square of the text. */
const CHARACTERS_MAX = 2_000
const LIKENESS_MIN = 0.5
const LIKENESS_IN_TEXT_MIN = 0.6

/** Those of the ideas that are looked up, in their order. */
export function misspellable(ideas: readonly Idea[]): Idea[] {
  return ideas.filter(isMisspellable).slice(0, WORDS_MAX)
}

function isMisspellable({ said, asked }: Idea): boolean {
  const { length } = asked
  return said.length === 1 && length >= LETTERS_MIN && length <= LETTERS_MAX && isOfLetters(asked)
}

function isOfLetters(word: string): boolean {
  return !isUnsegmented(word) && /^\p{L}+$/u.test(word)
}

/** In what the entries are called, or else in how they begin. */
export async function findNearSpellings(
  database: Queryable,
  ideas: readonly Idea[],
  category?: string,
): Promise<NearSpelling[]> {
  const words = ideas.map(({ asked }) => asked.toLowerCase())
  const measure = (await hasTrigrams(database)) ? BY_TRIGRAMS : BY_BEGINNING
  const asked = measure === BY_TRIGRAMS ? words : words.map((word) => likePattern(beginningOf(word)))
  const { rows } = await database.query<{ nth: number; id: string; near: number; characters: number }>(measure, [
    category ?? null,
    asked,
  ])
  return rows.map(({ nth, ...found }) => ({ ...found, idea: ideas[nth - 1] as Idea }))
}

const ASKED = 'unnest($2::text[]) WITH ORDINALITY AS asked (word, nth)'
const ENTRIES = `SELECT id, length(content) AS characters, left(search_text, ${CHARACTERS_MAX}) AS beginning,
    left(lower(concat_ws(' ', title, category, array_to_string(tags, ' '))), ${CHARACTERS_MAX}) AS names
  FROM knowledge_entries WHERE ($1::text IS NULL OR category = $1)`

/** Whole beginnings are only measured for words that nothing is called alike. */
const BY_TRIGRAMS = `
  WITH called AS MATERIALIZED (
    SELECT nth::int, id, characters, near FROM (${ENTRIES}) AS entry, ${ASKED},
      LATERAL (SELECT word_similarity(word, names) AS near OFFSET 0) AS measured WHERE near >= ${LIKENESS_MIN}),
  saying AS (
    SELECT nth::int, id, characters, near FROM (${ENTRIES}) AS entry, ${ASKED},
      LATERAL (SELECT word_similarity(word, beginning) AS near OFFSET 0) AS measured
     WHERE nth NOT IN (SELECT nth FROM called) AND near >= ${LIKENESS_IN_TEXT_MIN})
  SELECT * FROM (SELECT * FROM called UNION ALL SELECT * FROM saying) AS found
   ORDER BY near DESC, id LIMIT ${CANDIDATES_MAX + 1}`

/** Where the server knows no trigrams, the beginning of a word is what is most often spelled right. */
const BY_BEGINNING = `SELECT nth::int, id, characters, 0.5::real AS near FROM (${ENTRIES}) AS entry, ${ASKED}
  WHERE beginning LIKE word ORDER BY id LIMIT ${CANDIDATES_MAX + 1}`

function beginningOf(word: string): string {
  return word.slice(0, Math.max(LETTERS_MIN, Math.ceil(word.length * 0.6)))
}

/** Asked each time: an extension may come and go, and to look costs nothing beside the search. */
async function hasTrigrams(database: Queryable): Promise<boolean> {
  const { rows } = await database.query(`SELECT FROM pg_extension WHERE extname = 'pg_trgm'`)
  return rows.length > 0
}
