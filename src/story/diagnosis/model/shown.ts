/** What a model is shown of answers: fenced, cut to size, without what gives orders. */
import type { Redactor } from '../../../guidance/secrecy/redact.ts'
import type { InstructionFlag } from '../../incident/diagnosis.ts'
import { type GivesOrders, givesRunbookOrders, WITHHELD, withholdOrders } from '../instructions/gives-orders.ts'

// Makes what comes from outside fit for the model: secrets masked, lines that give orders withheld, the rest fenced.

/** What we wrote ourselves, which may repeat what others did. */
export type OwnWords = {
  /** Withheld only where it repeats, word by word, a line that was found to give orders. */
  said(text: string): string
  /** A piece of what came from outside, within a line of ours. */
  quoted(text: string): string
}

export type Shown = {
  text(source: string, text: string): string
  /** As compact JSON, so that what is quoted of it is found again. `hint` says how to read what was cut, from a place on. */
  value(source: string, value: unknown, tokensMax: number, hint?: (from: number) => string): string
  /** The same without a fence and without an end. */
  json(value: unknown): string
  /** The value without secrets and without lines that give orders. */
  clean<Value>(value: Value): Value
  /** Written by our own people: imperatives are its nature. */
  runbook(source: string, text: string): string
  /** Said by a person who may, or by ourselves. */
  trusted(source: string, text: string): string
  /** `flags` are the lines found to give orders. */
  own(flags: readonly InstructionFlag[]): OwnWords
}

/** `marker` is made for one conversation, so that no text written before can know it. */
type Parts = { redactor: Redactor; givesOrders: GivesOrders; marker: string }

export function createShown({ redactor: { redact, redactValue }, givesOrders, marker }: Parts): Shown {
  const fence = createFence(marker)
  const clean = <Value>(value: Value) => withoutOrders(redactValue(value), givesOrders) as Value
  const json = (value: unknown) => JSON.stringify(clean(value)) ?? ''
  return {
    json,
    clean,
    text: (source, text) => fence(source, withholdOrders(redact(text), givesOrders)),
    value: (source, value, tokensMax, hint = () => 'Ask for less.') =>
      fence(source, cutMiddle(json(value), tokensMax, hint)),
    runbook: (source, text) => fence(source, withholdOrders(redact(text), givesRunbookOrders)),
    trusted: (source, text) => fence(source, redact(text)),
    own: (flags) => ({
      said: (text) => (repeatsOrders(text, flags) ? WITHHELD : redact(text)),
      quoted: (text) => withholdOrders(redact(text), givesOrders),
    }),
  }
}

function withoutOrders(value: unknown, givesOrders: GivesOrders): unknown {
  if (typeof value === 'string') return withholdOrders(value, givesOrders)
  if (Array.isArray(value)) return value.map((part) => withoutOrders(part, givesOrders))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(
    ([name, part]) => [withholdOrders(name, givesOrders), withoutOrders(part, givesOrders)] as const,
  )
  return Object.fromEntries(entries)
}

/** Keeps what comes from outside apart from what is said to the model: a fence nobody outside can close. */
type Fence = (source: string, text: string) => string

export function createFence(marker: string): Fence {
  return (source, text) => {
    const inside = neutralise(text).replaceAll(marker, '[marker]')
    return `<data-${marker} from="${neutralise(source).replaceAll(/["<>\n]/g, ' ')}">\n${inside}\n</data-${marker}>`
  }
}

/**
 * Characters that hide words from a reader are taken out; signs that look like a fence or like another speaker are made
 * harmless and stay readable.
 */
function neutralise(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(HIDING, '')
    .replaceAll(
      /<(?=\/?(?:data-|\||<\/?sys>))|<(?=\/?(?:system|assistant|human|user|tool|function)[_a-z]*\b[^>]{0,40}>)/gi,
      '‹',
    )
    .replaceAll(/\|>/g, '|›')
    .replaceAll(/```/g, "'''")
    .replaceAll(/\[(\/?)INST\]/gi, '($1INST)')
    .replaceAll(/^([ \t]*)(system|assistant|human|user|developer|tool)([ \t]*):/gim, '$1($2)$3:')
}

/** Control and format characters, except line ends and tabs. */
const HIDING = /(?![\n\t])[\p{Cc}\p{Cf}]/gu

/** What a model wrote, fit to be shown to people: no character that hides or turns words, no length without end. */
const PLAIN_TEXT_HIDING = /[\p{Cc}\p{Cf}\p{Co}]+/gu

/** Empty where it is no text at all. */
export function plainText(given: unknown, charactersMax: number): string {
  if (typeof given !== 'string') return ''
  const plain = given
    .slice(0, charactersMax * 2)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(PLAIN_TEXT_HIDING, '')
    .trim()
  return plain.length <= charactersMax ? plain : `${plain.slice(0, charactersMax - 1).toWellFormed()}…`
}

/** How much of a text the model is shown. Providers count in tokens; ours is an estimate that rather counts too many. */
const CHARACTERS_PER_TOKEN = 3.5

export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN)
}

export function cutToTokens(text: string, tokensMax: number): string {
  const charactersMax = Math.floor(tokensMax * CHARACTERS_PER_TOKEN)
  return text.length <= charactersMax ? text : `${text.slice(0, Math.max(0, charactersMax - 20))} … [cut]`
}

/** What happened first and what happened last tell most. */
function cutMiddle(text: string, tokensMax: number, hint: (from: number) => string): string {
  const charactersMax = Math.floor(tokensMax * CHARACTERS_PER_TOKEN)
  if (text.length <= charactersMax) return text
  const half = Math.floor(charactersMax / 2) - 100
  const left = text.length - 2 * half
  return `${text.slice(0, half)}\n… [cut: ${left} of ${text.length} characters. ${hint(half)}] …\n${text.slice(-half)}`
}

// Whether a model passes on, word by word, what text from outside demanded.

/** Fewer words in a row may be chance. */
const WORDS_IN_A_ROW = 5

export function repeatsOrders(text: string, flags: readonly InstructionFlag[]): boolean {
  const said = ` ${wordsOf(text).join(' ')} `
  return flags.some((flag) => rowsOf(wordsOf(flag.text)).some((row) => said.includes(` ${row} `)))
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}_.-]+/gu) ?? []
  )
}

function rowsOf(words: readonly string[]): string[] {
  const length = Math.min(WORDS_IN_A_ROW, words.length)
  if (length < 2) return []
  return Array.from({ length: words.length - length + 1 }, (_, at) => words.slice(at, at + length).join(' '))
}
