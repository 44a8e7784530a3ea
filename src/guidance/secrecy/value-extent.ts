/**
 * Where a secret value ends. The text may be plain, a line of JSON, or JSON inside a JSON string, so a quote may
 * carry backslashes; nothing here ends between a backslash and what it escapes, and no closing quote is passed.
 */

/** An opening quote with its backslashes: `"` in plain text or JSON, `\"` inside a JSON string, `\\\"` one deeper. */
const OPENING = /(?:\\|\\{3}|\\{7})?["']/y

const CLOSES_STRING = /\s*(?:[,:}\]]|\\*"|$)/y

// A separator belongs to the value unless something follows it that begins anew: a space, a quote, `name=`.
const PIECE_OF_WORD =
  /\[redacted\]|[^\s"'`<>&,;)\]}\\]{1,4096}|[,;)\]}](?![\s"'`\\,;)\]}]|$|[\w.-]{1,40}["']?[ \t]?[=:])|\\+(?![\\nrt"'\s]|$)/y

// `&` parts the fields of a query or a form; in a sentence it is a character like others.
const AMPERSAND = /&(?!(?:amp;)?[\w.%[\]-]{1,60}=|[\s"'`<>&,;)\]}\\]|$)/y

// What was masked as several words kept the full stop of its sentence.
const MASKED_SENTENCE = /\[redacted\](?=[,.;!?)]{1,3}(?:[\s"'`\\]|$))/y

const PIECE_OF_LINE = /[^\r\n"'`\\]{1,4096}|\\+(?![\\nrt"'\s]|$)/y

const BACKSLASHES = /\\{1,4096}/y

const QUOTE_OR_ESCAPE = /[\\"'\n]/g

export function endOfWord(text: string, start: number): number {
  return skipAll(PIECE_OF_WORD, text, start)
}

/** As a word, and on over each `&` that begins no further field. */
export function endOfProseWord(text: string, start: number): number {
  const masked = skip(MASKED_SENTENCE, text, start)
  if (masked > start) return masked
  for (let end = endOfWord(text, start); ; ) {
    const next = skip(AMPERSAND, text, end)
    if (next === end) return end
    end = endOfWord(text, next)
  }
}

export function endOfLine(text: string, start: number): number {
  return skipAll(PIECE_OF_LINE, text, start)
}

/** Repeats here rather than inside a pattern, whose own stack a text of many megabytes would overflow. */
export function skipAll(piece: RegExp, text: string, at: number): number {
  for (let from = at; ; ) {
    const next = skip(piece, text, from)
    if (next === from) return from
    from = next
  }
}

/** Where a sticky pattern's match ends; `at` itself when there is none. */
export function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

export function openingQuoteAt(text: string, at: number): string {
  return text.slice(at, skip(OPENING, text, at))
}

/** In `{"note":"password: ","x":1}` the quote after the name ends the note; structure follows it, not a value. */
export function endsString(text: string, afterQuote: number): boolean {
  CLOSES_STRING.lastIndex = afterQuote
  return CLOSES_STRING.test(text)
}

export function endOfQuoted(text: string, start: number, opening: string): number {
  for (let from = start; ; ) {
    QUOTE_OR_ESCAPE.lastIndex = from
    const stop = QUOTE_OR_ESCAPE.exec(text)
    if (stop === null) return text.length
    const at = skipAll(BACKSLASHES, text, stop.index)
    const end = endAt(text, at, at - stop.index, opening)
    if (end !== undefined) return end
    from = at + 1
  }
}

function endAt(text: string, at: number, backslashes: number, opening: string): number | undefined {
  const character = text[at]
  // No JSON string spans lines; a forgotten closing quote must not cost the rest of a log.
  if (character === '\n' || at >= text.length) return at
  if (character === opening.at(-1)) return endAtQuote(at, backslashes, opening)
  // A single quote left open in a JSON string ends with that string.
  return character === '"' && opening.endsWith("'") && endsString(text, at + 1) ? at - backslashes : undefined
}

/** Unescapes once per level of nesting: an even number of backslashes left over means that this quote is bare there. */
function endAtQuote(at: number, backslashes: number, opening: string): number | undefined {
  let left = backslashes
  for (let level = opening.length; level > 1; level /= 2) {
    if (left % 2 === 0) return at - backslashes
    left = (left - 1) / 2
  }
  return left % 2 === 0 ? at - (opening.length - 1) : undefined
}
