/** Quotes that stand in an exhibit word for word. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite, type Exhibit } from '../../evidence.ts'
import type { Fields } from '../cluster-scene.ts'
import type { Clue } from '../logs/log-clues.ts'

/** A piece of the exhibit's own JSON, such as the state of a container. */
export function citePart(exhibit: Exhibit, part: Fields): EvidenceReference {
  return cite(exhibit, JSON.stringify(part))
}

export function citeClue({ log, line }: Clue): EvidenceReference {
  return cite(log.exhibit, line.text)
}

const WORDS_MAX = 240
/** What went wrong often stands at the end. */
const TAIL = 100

/** A line for a sentence: without the time it bears, and not longer than a reader bears. */
export function lineOf({ line }: Pick<Clue, 'line'>): string {
  const plain = line.text.replace(
    /^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?\s?(?:Z|[+-]\d\d:?\d\d)?\]?\s*/,
    '',
  )
  if (plain.length <= WORDS_MAX) return plain
  const [head, tail] = [plain.slice(0, WORDS_MAX - TAIL), plain.slice(-TAIL)]
  return `${head.replace(/\s\S{0,30}$/, '')} … ${tail.replace(/^\S{0,30}\s/, '')}`
}
