/** Words and questions in the store's own notation for full text. Only letters, digits and % occur, so nothing needs escaping but the quotes around them. */
import type { NewKnowledge } from '../../guidance/knowledge/knowledge-entry.ts'
import type { Idea, Phrase } from '../../guidance/knowledge/read-question.ts'
import { isUnsegmented, wordsIn } from '../../guidance/knowledge/words.ts'

/** To be raised with every change to how words are made: the sweep then makes those of older entries anew. */
export const WORDS_FORM = 1

/** The store numbers no further, and keeps no more of one word. */
const POSITION_MAX = 16_383
const OCCURRENCES_MAX = 200
/** So that no phrase spans the end of one field and the beginning of the next. */
const GAP = 10

/** A tsvector: title as A, category and tags as B, content without a letter. */
export function wordsOf({ title, category, tags, content }: NewKnowledge): string {
  const places = new Map<string, string[]>()
  let position = 1
  for (const [text, letter] of [
    [title, 'A'],
    [category ?? '', 'B'],
    ...tags.map((tag) => [tag, 'B'] as const),
    [content, ''],
  ] as const) {
    const words = wordsIn(text, position).filter((word) => word.position <= POSITION_MAX)
    for (const word of words) {
      const known = places.get(word.stem) ?? []
      if (known.length < OCCURRENCES_MAX) places.set(word.stem, [...known, `${word.position}${letter}`])
    }
    position = (words.at(-1)?.position ?? position) + GAP
  }
  return [...places].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ')
}

export type Letter = '' | 'A' | 'B'

export function askFor(phrases: readonly Phrase[], letter: Letter): string | null {
  if (phrases.length === 0) return null
  return phrases.map((phrase) => `(${phrase.map((word) => askForWord(word, letter)).join(' <-> ')})`).join(' | ')
}

/** A single character of a script without spaces stands at the beginning of its pairs. */
function askForWord(word: string, letter: Letter): string {
  const isAlone = isUnsegmented(word) && [...word].length === 1
  return `'${word}'${isAlone || letter !== '' ? `:${isAlone ? '*' : ''}${letter}` : ''}`
}

/** Any of the ideas, in any wording. */
export function askForAny(ideas: readonly Idea[]): string {
  return ideas.map(({ said, alike }) => askFor([said, ...alike], '')).join(' | ')
}
