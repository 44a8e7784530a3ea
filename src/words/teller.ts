/**
 * Says one sentence in Chinese: it is said whole by one pattern, whose holes hold data or are themselves said whole; else it is
 * not said at all, for half a sentence misleads where English does not.
 */
import { isDatum, isName } from './datum.ts'
import { type Filled, match } from './match.ts'
import type { Hole, Pattern } from './pattern.ts'
import { mayBe, type PatternIndex, patternsIn } from './pattern-index.ts'
import { clausesOf, isPaired, sentencesOf } from './sentences.ts'
import { type Telling, told } from './telling.ts'

/** No sentence of ours is longer. */
const CHARACTERS_MAX = 3_000
/** Sentences in sentences. */
const DEPTH_MAX = 7
/** A sentence that needs more is not ours, nor is a text. */
const STEPS_MAX = 4_000
const STEPS_OF_TEXT_MAX = 40_000
/** What says less by itself is part of a sentence and no sentence. */
const WEIGHT_OF_SENTENCE = 7
/** A row of clauses that is longer is a text of somebody else. */
const CLAUSES_MAX = 12

type IsMeant = (pattern: Pattern) => boolean
export type Tell = (sentence: string) => Telling | undefined

export function createTeller(index: PatternIndex): Tell {
  const known = new Map<string, Telling | undefined>()
  let patterns: readonly Pattern[] = []
  let [steps, stepsBefore, depth] = [0, 0, 0]

  const sentence: Tell = (text) => {
    stepsBefore += steps
    steps = 0
    if (text.length > CHARACTERS_MAX || stepsBefore > STEPS_OF_TEXT_MAX) return undefined
    known.clear()
    patterns = patternsIn(text, index)
    return row(text) ?? said(text, isSentence)
  }

  const isSentence: IsMeant = ({ weight, holes }) => weight >= WEIGHT_OF_SENTENCE || holes.length === 0

  /** Reasons in a row, each of which could stand alone. */
  const row: Tell = (text) => {
    const [first = '', ...others] = clausesOf(text)
    if (!others[0]?.startsWith(ROW_SIGN)) return undefined
    return all(
      [first, ...others.map((clause) => clause.slice(ROW_SIGN.length))],
      (clause) => said(clause, isSentence),
      '；',
    )
  }

  /** Half a sentence may stand alone, with its full stop; and begin a sentence, or stand inside one. */
  const said = (text: string, isMeant: IsMeant = () => true): Telling | undefined =>
    matched(text, isMeant) ?? stopped(text, isMeant) ?? begun(text, isMeant)

  const stopped = (text: string, isMeant: IsMeant): Telling | undefined => {
    const half = text.endsWith('.') ? matched(text.slice(0, -1), isMeant) : undefined
    return half && [...half, ...told('us', '。')]
  }

  /** Only where the first letter is of our words: a name keeps its own. */
  const begun = (text: string, isMeant: IsMeant): Telling | undefined =>
    matched(otherCase(text), (pattern) => pattern.literals[0] !== '' && isMeant(pattern))

  const matched = (text: string, isMeant: IsMeant): Telling | undefined => {
    for (const pattern of patterns) {
      if (!mayBe(pattern, text) || !isMeant(pattern)) continue
      const filled = match(pattern, text, fill)
      if (filled) return inserted(pattern, filled)
      if (steps > STEPS_MAX) return undefined
    }
    return undefined
  }

  const fill = (hole: Hole, value: string): Telling | undefined => {
    steps += 1
    if (steps > STEPS_MAX) return undefined
    const ours = hole.words?.[value]
    if (ours !== undefined) return told('us', ours)
    if (hole.kind) return hole.kind(value) ? told(hole.isSaid ? 'others' : 'data', value) : undefined
    if (hole.isTail && (isDatum(value.trim(), index.vocabulary) || OF_A_DAY.test(value))) return undefined
    return hole.isOftenName && isName(value) ? told('data', value) : part(value)
  }

  const part: Tell = (value) => {
    const text = value.trim()
    if (text === '') return told('us', value)
    if (!known.has(value)) known.set(value, isPaired(value) ? understood(text) : undefined)
    return known.get(value)
  }

  const understood: Tell = (text) => {
    if (isDatum(text, index.vocabulary)) return told('data', text)
    if (depth >= DEPTH_MAX) return undefined
    depth += 1
    // A hole at the edge of a clause must not swallow the clauses beside it.
    const row = clausesOf(text)[1]?.startsWith('; ') ? listed(text) : undefined
    const telling = row ?? said(text) ?? several(text) ?? signed(text) ?? bracketed(text) ?? listed(text)
    depth -= 1
    return telling
  }

  const several: Tell = (text) => {
    const sentences = sentencesOf(text)
    return sentences.length > 1 ? all(sentences, said) : undefined
  }

  /** Clauses in a row, names in a list, something in brackets after something else. */
  const listed: Tell = (text) => {
    const clauses = clausesOf(text)
    return clauses.length > 1 && clauses.length <= CLAUSES_MAX ? all(clauses, tied) : undefined
  }

  const tied: Tell = (clause) => signed(clause) ?? bracketed(clause) ?? part(clause)

  const signed: Tell = (text) => {
    const [sign = ''] = SIGN.exec(text) ?? []
    const rest = sign === '' ? undefined : part(text.slice(sign.length))
    return rest && [...told('us', CHINESE_SIGNS[sign] ?? ''), ...rest]
  }

  const bracketed: Tell = (text) => {
    const [, inner] = /^ ?\((.*)\)$/s.exec(text) ?? []
    const telling = inner === undefined ? undefined : part(inner)
    return telling && [...told('us', '（'), ...telling, ...told('us', '）')]
  }

  return sentence
}

/** A tail that begins with an hour has torn it from its day. */
const OF_A_DAY = /^\s+\d{2}:\d{2}/
const ROW_SIGN = '; '
const SIGN = /^(?:, and |, or |, |; |: | and | or )/
const CHINESE_SIGNS: Readonly<Record<string, string>> = {
  ', and ': '，',
  ', or ': '，或',
  ', ': '，',
  '; ': '；',
  ': ': '：',
  ' and ': '和',
  ' or ': '或',
}

/** Every one of them told, or none. */
function all(parts: readonly string[], tell: Tell, between = ''): Telling | undefined {
  const tellings: Telling[] = []
  for (const one of parts) {
    const telling = tell(one.trimEnd())
    if (!telling) return undefined
    tellings.push(between !== '' && tellings.length > 0 ? [...told('us', between), ...telling] : telling)
  }
  return tellings.flat()
}

function inserted({ chinese }: Pattern, filled: Filled): Telling {
  return chinese.split(/\{(\w+)\}/).flatMap((text, at) => (at % 2 === 0 ? told('us', text) : (filled.get(text) ?? [])))
}

function otherCase(text: string): string {
  const [first = ''] = text
  return (first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase()) + text.slice(first.length)
}
