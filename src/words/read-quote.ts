/** What a diagnosis quotes of an answer is a piece of JSON; people read it without its marks. */

/** `at` is the moment it speaks of, where it does. */
type ReadQuote = { at?: string; text: string }

export function readQuote(quote: string): ReadQuote {
  const text = FIELDS.test(quote) ? withoutMarks(quote) : quote
  return readSample(quote) ?? readMove(quote) ?? { text: text.replace(/\s+/g, ' ').trim() }
}

/** A line of a log keeps its marks. */
const FIELDS = /^[{[]*"(?:[\w.]+":|[^"]*"$)/

/** A point of a series of metrics tells its time in seconds since 1970, which nobody reads. */
function readSample(quote: string): ReadQuote | undefined {
  const [, seconds, text] = /^\[(\d{10})(?:\.\d+)?,"([^"]+)"\]$/.exec(quote) ?? []
  return seconds && text ? { at: new Date(Number(seconds) * 1000).toISOString(), text: asFigure(text) } : undefined
}

/** From where to where a figure went, and when. */
function readMove(quote: string): ReadQuote | undefined {
  const [, from, to, at] = /^"from":([\d.e+-]+),"to":([\d.e+-]+)(?:,"at":"([\dT:.-]+Z)")?$/.exec(quote) ?? []
  return from === undefined || to === undefined
    ? undefined
    : { ...(at && { at }), text: `${asFigure(from)} → ${asFigure(to)}` }
}

const DIGITS = 6

/** `6.7170000000000005` is how a machine adds. Whole numbers stay whole. */
function asFigure(text: string): string {
  const isLong = /^-?\d+\.\d+$/.test(text) && text.length > DIGITS + 2
  return isLong ? String(Number(Number(text).toPrecision(DIGITS))) : text
}

/** `"state":"idle in transaction"` is a field of an answer. */
function withoutMarks(quote: string): string {
  return quote
    .replaceAll(/"([\w.]+)":\s*/g, '$1: ')
    .replaceAll(/"([^"]*)"/g, '$1')
    .replaceAll(/,(?=\S)/g, ', ')
    .replace(/^\{(.*)\}$/s, '$1')
    .replace(/:\s*$/, '')
}
