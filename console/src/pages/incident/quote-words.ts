/** A quote short enough to be pressed. The whole of it is marked in the output that opens. */
import { readQuote } from '../../../../src/words/read-quote.ts'
import { clockInForce } from '../../parts/clock.ts'
import { exactText } from '../../parts/exact-text.ts'
import { tellClock } from '../../parts/times.ts'
import { timesByClock } from '../../parts/times-by-clock.ts'

const SHOWN_MAX = 56

export function tellQuote(quote: string): string {
  const line = tellWholeQuote(quote)
  return line.length > SHOWN_MAX ? `${line.slice(0, SHOWN_MAX)}…` : line
}

/** Moments within it are told before anything is cut off, which could leave half of one. */
export function tellWholeQuote(quote: string, clock = clockInForce()): string {
  const { at, text } = withOwnTime(readQuote(quote))
  const told = timesByClock(text, '', clock)
  return exactText(at === undefined ? told : `${tellClock(at, clock)}: ${told}`)
}

type Read = ReturnType<typeof readQuote>

/** A line of a log that begins with its time is told by the clock of the page. */
function withOwnTime(read: Read): Read {
  const [, at, text] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z) (.+)$/.exec(read.text) ?? []
  return read.at === undefined && at && text ? { at, text } : read
}
