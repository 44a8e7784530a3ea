/** A quote short enough to be pressed. The whole of it is marked in the output that opens. */
import { exactText } from '../../parts/exact-text.ts'
import { tellClock } from '../../parts/times.ts'

const SHOWN_MAX = 56

export function tellQuote(quote: string): string {
  const line = exactText((tellSample(quote) ?? tellMove(quote) ?? withoutMarks(quote)).replace(/\s+/g, ' ').trim())
  return line.length > SHOWN_MAX ? `${line.slice(0, SHOWN_MAX)}…` : line
}

/** `"state":"idle in transaction"` is a field of an answer; nobody reads its marks. */
function withoutMarks(quote: string): string {
  return quote
    .replaceAll(/"([\w.]+)":\s*/g, '$1: ')
    .replaceAll(/"([^"]*)"/g, '$1')
    .replaceAll(/,(?=\S)/g, ', ')
    .replace(/^\{(.*)\}$/s, '$1')
    .replace(/:\s*$/, '')
}

/** From where to where a figure went, and when. */
function tellMove(quote: string): string | undefined {
  const [, from, to, at] = /^"from":([\d.e+-]+),"to":([\d.e+-]+)(?:,"at":"([\dT:.-]+Z)")?$/.exec(quote) ?? []
  if (from === undefined || to === undefined) return undefined
  return `${at ? `${tellClock(at)}: ` : ''}${from} → ${to}`
}

/** A point of a series of metrics: when, and how much. */
function tellSample(quote: string): string | undefined {
  const [, seconds, value] = /^\[(\d{10})(?:\.\d+)?,"([^"]+)"\]$/.exec(quote) ?? []
  return seconds && value && `${tellClock(new Date(Number(seconds) * 1000).toISOString())}: ${value}`
}
