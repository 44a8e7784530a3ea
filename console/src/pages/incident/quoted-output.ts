/**
 * An output of a tool as people read it, with the quoted words marked. Evidence quotes either a piece of the output's JSON
 * (`"state":"idle in transaction"`) or words inside one of its texts, so the output is laid out in pieces that know both:
 * how they stand in the JSON, which is searched, and how they are shown.
 */
import { exactText } from '../../parts/exact-text.ts'

type Stretch = { text: string; isQuote: boolean }

type Piece = { json: string; shown: string }

const INDENT = '  '

/** A value as people read it: fields below each other, and the lines of a text as lines. */
export function layOut(value: unknown): string {
  return typeof value === 'string' ? exactText(value) : [...lay(value, '\n')].map(({ shown }) => shown).join('')
}

export function markQuote(output: unknown, quote: string | undefined): Stretch[] {
  const pieces = [...lay(output, '\n')]
  const json = pieces.map((piece) => piece.json).join('')
  const places = quote === undefined ? [] : placesOf(json, quote)
  const stretches: Stretch[] = []
  let at = 0
  for (const { json: raw, shown } of pieces) {
    const isQuote = places.some(({ from, to }) => at < to && at + raw.length > from)
    const last = stretches.at(-1)
    if (last?.isQuote === isQuote) last.text += shown
    else stretches.push({ text: shown, isQuote })
    at += raw.length
  }
  return stretches
}

const PLACES_MAX = 50

/** Everywhere it stands; a field such as `"state":"active"` may stand there often. */
function placesOf(json: string, quote: string): { from: number; to: number }[] {
  const wanted = [quote, JSON.stringify(quote.toWellFormed()).slice(1, -1)].find(
    (one) => one !== '' && json.includes(one),
  )
  if (wanted === undefined) return []
  const places = []
  for (let from = json.indexOf(wanted); from >= 0 && places.length < PLACES_MAX; from = json.indexOf(wanted, from + 1))
    places.push({ from, to: from + wanted.length })
  return places
}

function* lay(value: unknown, line: string): Generator<Piece> {
  if (typeof value === 'string') yield* layText(value, line)
  else if (Array.isArray(value))
    yield* layParts(
      ['[', ']'],
      line,
      value.map((item) => (inner) => lay(item, inner)),
    )
  else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined)
    yield* layParts(
      ['{', '}'],
      line,
      entries.map(
        ([name, item]) =>
          (inner) =>
            layField(name, item, inner),
      ),
    )
  } else yield same(JSON.stringify(value) ?? 'null')
}

type Part = (line: string) => Generator<Piece>

function* layParts([open, close]: [string, string], line: string, parts: readonly Part[]): Generator<Piece> {
  if (parts.length === 0) return yield same(open + close)
  const inner = line + INDENT
  for (const [at, part] of parts.entries()) {
    const mark = at === 0 ? open : ','
    yield { json: mark, shown: mark + inner }
    yield* part(inner)
  }
  yield { json: close, shown: line + close }
}

function* layField(name: string, value: unknown, line: string): Generator<Piece> {
  yield same(JSON.stringify(name))
  yield { json: ':', shown: ': ' }
  yield* lay(value, line)
}

/** Lines of a text stay lines, so that a log can be read. */
function* layText(text: string, line: string): Generator<Piece> {
  yield same('"')
  for (const character of text)
    yield {
      json: JSON.stringify(character).slice(1, -1),
      shown: character === '\n' ? line + INDENT : exactText(character),
    }
  yield same('"')
}

function same(text: string): Piece {
  return { json: text, shown: text }
}
