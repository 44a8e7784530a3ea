/** Log lines for a person at a terminal; machines get them as JSON. */
import type { DestinationStream } from 'pino'
import { besideEmoji } from '../../words/beside-emoji.ts'

const HIDDEN = ['level', 'time', 'msg']

export function readableDestination(write: (text: string) => void): DestinationStream {
  return { write: (line) => write(`${harmless(readable(line))}\n`) }
}

function readable(line: string): string {
  const entry = JSON.parse(line) as Record<string, unknown>
  const fields = Object.entries(entry).filter(([name]) => !HIDDEN.includes(name))
  const rest = fields.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const level = entry.level === 'info' ? '' : `${String(entry.level).toUpperCase()} `
  const aside = rest.length > 0 ? `  (${rest.join(' ')})` : ''
  return `${String(entry.time).slice(11, 19)}  ${level}${entry.msg}${aside}`
}

/** What comes from outside must not move the cursor, change colours or write a line that looks like ours. */
function harmless(line: string): string {
  return besideEmoji(line, (piece) => piece.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, byNumber))
}

function byNumber(character: string): string {
  return `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`
}
