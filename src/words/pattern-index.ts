/** Finds the few sentences a text may say among thousands: each is kept under the rarest word that it always says. */
import { type Pattern, readPattern } from './pattern.ts'

const WORD = /[\p{L}\d_’]+/gu

export type PatternIndex = {
  byWord: ReadonlyMap<string, readonly Pattern[]>
  wordless: readonly Pattern[]
  /** Words our English says and our Chinese does not: standing alone in a hole they are no names. */
  vocabulary: ReadonlySet<string>
}

export function indexPatterns(sentences: Readonly<Record<string, string>>): PatternIndex {
  const all = Object.entries(sentences).map(([english, chinese]) => {
    const pattern = readPattern(english, chinese)
    return { pattern, words: wholeWords(pattern) }
  })
  const uses = new Map<string, number>()
  for (const { words } of all) for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1)
  const rarest = (words: readonly string[]) =>
    words.toSorted((one, other) => (uses.get(one) ?? 0) - (uses.get(other) ?? 0) || other.length - one.length)[0]
  const byRarest = Map.groupBy(all, ({ words }) => rarest(words) ?? '')
  const byWord = new Map([...byRarest].map(([word, those]) => [word, those.map(({ pattern }) => pattern)]))
  const kept = new Set(all.flatMap(({ pattern }) => wordsIn(pattern.chinese)))
  const said = all.flatMap(({ pattern }) => pattern.literals.flatMap(wordsIn))
  return { byWord, wordless: byWord.get('') ?? [], vocabulary: new Set(said.filter((word) => !kept.has(word))) }
}

function wordsIn(text: string): string[] {
  return [...text.replace(/\{[^}]*\}/g, ' ').matchAll(WORD)].map(([word]) => word.toLowerCase())
}

/** One that touches a hole may be longer in the text. */
function wholeWords({ literals }: Pattern): string[] {
  return literals.flatMap((literal, at) =>
    [...literal.matchAll(WORD)]
      .filter(({ 0: word, index }) => {
        const touchesBefore = index === 0 && at > 0
        const touchesAfter = index + word.length === literal.length && at < literals.length - 1
        return !touchesBefore && !touchesAfter
      })
      .map(([word]) => word.toLowerCase()),
  )
}

/** Those a sentence, or a part of it, may say; those that say most by themselves come first. */
export function patternsIn(sentence: string, { byWord, wordless }: PatternIndex): Pattern[] {
  const found = [...new Set(wordsIn(sentence))].flatMap((word) => byWord.get(word) ?? [])
  const possible = [...found, ...wordless].filter(({ literals }) => standsIn(literals.slice(1), sentence, 0))
  return possible.sort((one, other) => other.weight - one.weight)
}

/** Tells most of those that do not fit at a glance. */
export function mayBe({ literals }: Pattern, text: string): boolean {
  const [first = '', last = ''] = [literals[0], literals.at(-1)]
  return text.startsWith(first) && text.endsWith(last) && standsIn(literals.slice(1), text, first.length)
}

/** One after the other. */
export function standsIn(literals: readonly string[], text: string, from: number): boolean {
  let at = from
  return literals.every((literal) => {
    const found = text.indexOf(literal, at)
    at = found + literal.length
    return found >= 0
  })
}
