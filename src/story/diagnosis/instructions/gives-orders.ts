/**
 * Whether a line from outside speaks to whoever reads it and tells him what to do. Nobody obeys such a line: it is shown
 * to people with a flag and kept from the model.
 */
import { remembering } from '../remembering.ts'
import { FOREIGN } from './foreign-wordings.ts'
import { ENGLISH } from './wordings.ts'

/** Our own names: no log knows them by chance, except those of `looks`, which metrics bear too. */
export type HandNames = { deeds: readonly string[]; looks: readonly string[] }

export type GivesOrders = (line: string) => boolean

const WORDINGS = [...ENGLISH, ...FOREIGN]
const TELLING = WORDINGS.filter(({ weight }) => weight === 2)
const ENOUGH = 2
const SINGLE_WORD = /^[!-~]*$/
/** A longer line is weighed piece by piece, so that harmless words far apart do not add up. */
const PIECE_CHARACTERS = 1_000
const OVERLAP_CHARACTERS = 200

/** For what our own people wrote down: a runbook names plugins and is full of imperatives, but speaks to no machine. */
export function createRunbookRecogniser(): GivesOrders {
  return recogniserBy((text) => (TELLING.some(({ forms }) => forms.some((form) => form.test(text))) ? ENOUGH : 0))
}

export function createRecogniser({ deeds, looks }: HandNames): GivesOrders {
  const deed = namesForm(deeds)
  const call = new RegExp(
    `\\b(?:call|use|run|execute|invoke|using|via|tool|plugin|function)\\W+${namesForm(looks).source}`,
  )
  return recogniserBy((text) => {
    if (deed.test(text)) return ENOUGH
    // Most of what a listing holds are names, times and numbers.
    if (SINGLE_WORD.test(text)) return 0
    const found = WORDINGS.filter(({ forms }) => forms.some((form) => form.test(text)))
    return found.reduce((sum, { weight }) => sum + weight, call.test(text) ? 1 : 0)
  })
}

function recogniserBy(weigh: (text: string) => number): GivesOrders {
  return remembering((line) =>
    readingsOf(line).some((reading) => piecesOf(reading).some((piece) => weigh(piece) >= ENOUGH)),
  )
}

/** Dots travel as `__` to some models, and an attacker may know that. */
function namesForm(names: readonly string[]): RegExp {
  if (names.length === 0) return /(?!)/
  const words = names.map((name) => name.replaceAll(/[^a-z0-9_.]/g, '').replaceAll('.', '(?:\\.|__)'))
  return new RegExp(`(?<![a-z0-9_])(?:${words.join('|')})(?![a-z0-9_])`)
}

function piecesOf(text: string): string[] {
  const step = PIECE_CHARACTERS - OVERLAP_CHARACTERS
  const count = Math.max(1, Math.ceil((text.length - OVERLAP_CHARACTERS) / step))
  return Array.from({ length: count }, (_, at) => text.slice(at * step, at * step + PIECE_CHARACTERS))
}

/** A line as it is, and as it would be read without its disguises. */
function readingsOf(line: string): string[] {
  const plain = plainly(line)
  if (plain.length < 8) return []
  const undisguised = joinSpacedLetters(plain.replaceAll(LOOK_ALIKE, (letter) => LATIN.get(letter) ?? letter))
  return [...new Set([plain, undisguised, ...decodedIn(line).map(plainly)])]
}

/** Wide and styled letters made ordinary, invisible ones taken out, quotation within JSON undone. */
function plainly(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\\[nrt"']/g, ' ')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .toLowerCase()
}

/** Cyrillic and Greek letters that look Latin. */
const LATIN = new Map(
  Array.from('аaеeоoрpсcуyхxіiѕsјjһhԁdӏlαaοoρpεeιiυuνvκkτt'.matchAll(/(.)(.)/gu), ([, one = '', other = '']) => [
    one,
    other,
  ]),
)
const LOOK_ALIKE = new RegExp(`[${[...LATIN.keys()].join('')}]`, 'gu')

/** i g n o r e, or i.g.n.o.r.e */
function joinSpacedLetters(text: string): string {
  return text.replaceAll(/(?<![a-z])(?:[a-z][ ._*-]){3,}[a-z](?![a-z])/g, (spaced) => spaced.replaceAll(/[ ._*-]/g, ''))
}

const ENCODED = /[A-Za-z0-9+/_-]{32,4000}={0,2}/g
const ENCODED_WORDS_MAX = 5

/** A model reads base64 as easily as we do. */
function decodedIn(line: string): string[] {
  const words = line.match(ENCODED)?.slice(0, ENCODED_WORDS_MAX) ?? []
  return words.map((word) => Buffer.from(word, 'base64').toString('utf8')).filter(isProse)
}

function isProse(text: string): boolean {
  return !/[\p{Cc}�]/u.test(text) && /\p{L} \p{L}/u.test(text)
}
