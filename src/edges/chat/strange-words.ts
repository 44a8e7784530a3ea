/**
 * Words of strangers (alerts, logs, the model) on their way to a screen. They may say anything and show nothing that we
 * did not write: no letter hides, turns the reading direction or climbs out of its line, and nothing becomes a link.
 */
import { besideEmoji } from '../../words/beside-emoji.ts'

/** Control and format characters, half pairs, private ones, line separators, and letters that are blank. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]/gu

/** They have no look of their own and only choose that of the letter before; without them it is still that letter. */
const SELECTORS = /\u034F|\u17B4|\u17B5|[\u180B-\u180F]|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]/gu

/** A tower of marks on one letter covers the lines above and below. No script needs more than four. */
const TOWER = /(?<=\p{M}{4})\p{M}+/gu

/** Of a text longer than this nothing would be left but blanks and what is dropped. */
const READ_PER_SHOWN = 20

/** One line, whatever it was, of so many characters at most. */
export function oneLine(text: string, charactersMax: number): string {
  const read = text.slice(0, charactersMax * READ_PER_SHOWN)
  return cut(harmless(read.replace(/[\s\p{Z}]+/gu, ' ')).trim(), charactersMax)
}

/** Several lines, each marked as quoted: none of them can pass for a line of ours. */
export function quoted(text: string, charactersMax: number): string {
  const lines = text
    .slice(0, charactersMax * READ_PER_SHOWN)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => oneLine(line, charactersMax))
  const kept = lines.filter((line, at) => line !== '' || (lines[at - 1] ?? '') !== '')
  return cut(kept.join('\n').trim(), charactersMax)
    .split('\n')
    .map((line) => `│ ${line}`)
    .join('\n')
}

function harmless(text: string): string {
  const seen = besideEmoji(text, (piece) => piece.replace(SELECTORS, '').replace(HIDDEN, '\uFFFD'))
  return seen.replace(TOWER, '').replaceAll('://', '[:]//')
}

export function cut(text: string, charactersMax: number): string {
  // Characters are at most two units long, so most texts need no counting.
  if (text.length <= charactersMax) return text
  const characters = [...text]
  return characters.length <= charactersMax ? text : `${characters.slice(0, Math.max(0, charactersMax - 1)).join('')}…`
}

/** Letters written from right to left reorder the digits and signs around them without any hidden character. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/gu

const ODD_BLANKS = /(?! )\p{Zs}/gu

/** `<` opens a mention, `](` a link and `@_` a placeholder where the platform reads them; in JSON they occur in texts alone. */
const MARKUP = /<|(?<=\])\(|@(?=_)/g

/**
 * A value of the plan, whole and exact: JSON, in which every character that could deceive is written as its number.
 * Reading it back gives the very value that runs.
 */
export function exact(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null'
  return [HIDDEN, SELECTORS, TOWER, RIGHT_TO_LEFT, ODD_BLANKS, MARKUP].reduce(
    (text, pattern) => text.replace(pattern, byNumber),
    json,
  )
}

function byNumber(characters: string): string {
  const units = Array.from({ length: characters.length }, (_, at) => characters.charCodeAt(at))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}

/** Markup of text messages, and what their placeholders look like: shown, not obeyed. Links of ours stay links. */
export function withoutMarkup(text: string): string {
  const seen = besideEmoji(text.replace(/\r\n?/g, '\n'), (piece) =>
    piece
      .replace(SELECTORS, '')
      .replace(HIDDEN, (character) => (character === '\n' || character === '\t' ? character : '\uFFFD')),
  )
  return seen.replace(TOWER, '').replaceAll('<', '‹').replaceAll('](', '] (').replaceAll('@_', '@ _')
}
