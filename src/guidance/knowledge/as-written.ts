/** Words in common as they stand in the text: scripts without spaces are compared by pairs of characters, and half a word tells nobody anything. */
import { isUnsegmented } from './words.ts'

/** Made when first needed, because it reads a dictionary. */
let segmenter: Intl.Segmenter | undefined

export function asWritten(words: readonly string[], text: string): string[] {
  const pairs = words.filter(isUnsegmented)
  const phrases = pairs.length === 0 ? [] : phrasesAround(pairs, text.normalize('NFKC'))
  return phrases.length === 0 ? [...words] : [...words.filter((word) => !isUnsegmented(word)), ...phrases]
}

/** Whole words that a pair touches; those that follow each other are one phrase. */
function phrasesAround(pairs: readonly string[], text: string): string[] {
  const places = pairs.flatMap((pair) => placesOf(pair, text))
  const isTouched = (from: number, to: number) => places.some((place) => from < place.to && to > place.from)
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  const phrases: { words: string; end: number }[] = []
  for (const { segment, index } of segmenter.segment(text)) {
    const end = index + segment.length
    if (!isUnsegmented(segment) || !isTouched(index, end)) continue
    const last = phrases.at(-1)
    if (last?.end === index) Object.assign(last, { words: last.words + segment, end })
    else phrases.push({ words: segment, end })
  }
  return [...new Set(phrases.map(({ words }) => words))]
}

function placesOf(pair: string, text: string): { from: number; to: number }[] {
  const places: { from: number; to: number }[] = []
  for (let from = text.indexOf(pair); from >= 0; from = text.indexOf(pair, from + 1))
    places.push({ from, to: from + pair.length })
  return places
}
