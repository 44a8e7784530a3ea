/** Text of strangers inside Markdown: it stays text, whatever it holds. */
import { besideEmoji } from '../../../words/beside-emoji.ts'

/** Invisible characters and those that turn the reading direction; a report is read by people who trust it. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
const MARKUP = /[\\`*_{}[\]<>#|~!&$^=]/g
/** What readers of Markdown make a link of by themselves: in a log line it leads wherever a stranger likes. */
const ADDRESS = /\b(https?|ftp|mailto|xmpp|www)([:.])/gi
/** What would begin a list, a heading or a rule at the beginning of a line. */
const BEGINNING = /^(?:[-+:]|\d+(?=[.)]))/

/** On one line, with no character that means something to Markdown. */
export function plain(text: string): string {
  const line = onOneLine(text).replace(MARKUP, '\\$&').replace(ADDRESS, '$1\\$2')
  return line.replace(BEGINNING, (found) => (/^\d/.test(found) ? `${found}\\` : `\\${found}`))
}

/** Exactly as it was, on one line. */
export function code(text: string): string {
  const line = onOneLine(text)
  if (line === '') return '``  ``'
  const fence = '`'.repeat(longestRun(line) + 1)
  const space = /^`|`$/.test(line) ? ' ' : ''
  return `${fence}${space}${line}${space}${fence}`
}

/** Exactly as it was, with its lines. */
export function block(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  return [`${fence}text`, ...lines.map(withoutUnseen), fence].join('\n')
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function onOneLine(text: string): string {
  return withoutUnseen(text).replace(/\s+/g, ' ').trim()
}

function withoutUnseen(text: string): string {
  return besideEmoji(text, (piece) => piece.replace(UNSEEN, ' '))
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
