/**
 * Whether a line from outside speaks to whoever reads it and tells him what to do. Nobody obeys such a line: it is shown
 * to people with a flag and kept from the model.
 */

import type { PluginResult } from '../../../plugins/plugin.ts'
import type { InstructionFlag } from '../../incident/diagnosis.ts'
import type { Incident } from '../../incident/incident.ts'
import type { Exhibit } from '../evidence.ts'
import { remembering } from '../remembering.ts'
import { ENGLISH, FOREIGN } from './wordings.ts'

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
export const givesRunbookOrders: GivesOrders = recogniserBy((text) =>
  TELLING.some(({ forms }) => forms.some((form) => form.test(text))) ? ENOUGH : 0,
)

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

// Finds what gives orders in all that came from outside, and says where.

const FLAGS_MAX = 20
const TEXT_CHARACTERS_MAX = 300
/** An order may be broken over two short lines. */
const JOINED_CHARACTERS_MAX = 300

/** A log repeats an order at other moments, which must not keep another order from being told. */
const MOMENT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*/g

type FoundText = { where: string; text: string }

export function findOrders(texts: Iterable<FoundText>, givesOrders: GivesOrders): InstructionFlag[] {
  const flags = new Map<string, InstructionFlag>()
  for (const { where, text } of texts)
    for (const line of orderingLines(text, givesOrders)) {
      const shown = line.trim().slice(0, TEXT_CHARACTERS_MAX)
      const said = shown.replaceAll(MOMENT, '')
      if (!flags.has(said) && flags.size < FLAGS_MAX) flags.set(said, { where, text: shown })
    }
  return [...flags.values()]
}

/** The same text with such lines left out. */
export function withholdOrders(text: string, givesOrders: GivesOrders): string {
  const ordering = new Set(orderingLines(text, givesOrders))
  if (ordering.size === 0) return text
  return text
    .split('\n')
    .map((line) => (ordering.has(line) ? WITHHELD : line))
    .join('\n')
}

export const WITHHELD = '[withheld by Firebreak: this line gives orders to its reader]'

function orderingLines(text: string, givesOrders: GivesOrders): string[] {
  const lines = text.split('\n')
  const found = new Set(lines.filter(givesOrders))
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1]
    if (next === undefined || found.has(line) || found.has(next)) continue
    const joined = `${line} ${next}`
    if (joined.length <= JOINED_CHARACTERS_MAX && givesOrders(joined)) found.add(line).add(next)
  }
  return [...found]
}

export function* textsOfAlert({ title, description, members }: Incident): Generator<FoundText> {
  yield { where: 'alert title', text: title }
  yield { where: 'alert message', text: description }
  for (const { annotations, labels } of members) {
    for (const [name, text] of Object.entries(annotations)) yield { where: `alert annotation ${name}`, text }
    for (const [name, text] of Object.entries(labels)) yield { where: `alert label ${name}`, text }
  }
}

/** What was asked is our own or the model's, also where an answer repeats it; what came back is not. */
export function* textsOfExhibits(exhibits: readonly Exhibit[]): Generator<FoundText> {
  for (const { id, plugin, parameters, result } of exhibits) {
    const asked = Object.values(parameters).filter((value) => typeof value === 'string' && value.length >= ASKED_MIN)
    for (const text of textsIn(result)) yield { where: `${id} ${plugin}`, text: withoutAsked(text, asked as string[]) }
  }
}

/** A shorter word of a question may stand in any answer. */
const ASKED_MIN = 12

function withoutAsked(text: string, asked: readonly string[]): string {
  return asked.reduce((rest, words) => (rest.length > words.length ? rest.replaceAll(words, '…') : rest), text)
}

function* textsIn(value: PluginResult | unknown): Generator<string> {
  if (typeof value === 'string') yield value
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    if (!Array.isArray(value)) yield name
    yield* textsIn(part)
  }
}
