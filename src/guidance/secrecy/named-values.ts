import { MASK } from './mask.ts'
import { isCount, isLiteral, isOrdinary } from './ordinary-words.ts'
import { endOfPassphrase } from './passphrase.ts'
import { isPlaceholder } from './placeholders.ts'
import { NAME_MARK, SECRET_NAME, SHORT_NAME } from './secret-names.ts'
import { maskSpans, type Span, spanFrom } from './spans.ts'
import { endOfLine, endOfProseWord, endOfQuoted, endOfWord, endsString, openingQuoteAt, skip } from './value-extent.ts'

// Two or any other even number of backslashes are a text's own: the quote behind them ends a string.
const QUOTE = '(?:\\\\|\\\\{3}|\\\\{7})?["\']'

// Besides `name: value` and `name=value` (also URL-encoded), a pod's environment: {"name":"DB_PASSWORD","value":"x"}.
const NAMED_VALUE = new RegExp(
  `(?<name>${SECRET_NAME}|[_.-]pass|${SHORT_NAME}|authorization|cookie|[?&](?:key|sig|auth))(?<quote>${QUOTE})?` +
    '(?:(?<gap>[ \\t]{0,40})(?<mark>=>|->|→|={1,3}|:(?!:)=?|%3[ad])' +
    `|(?:[,\\s]|\\\\{1,7}[nrt]){1,24}\\\\{0,7}["']?value(?<valueQuote>${QUOTE})?[ \\t]{0,40}:)(?<space>[ \\t]{0,40})`,
  'gi',
)

const MARK = new RegExp(`${NAME_MARK}|sess|\\.sid|signature|authorization|cookie|[?&](?:key|sig|auth)`, 'i')

const SCHEME = /(?:bearer|basic|token|api-?key|negotiate)[ \t]{1,8}/iy

const ARRAY = /\[\s{0,80}(?=\\{0,7}["'])/y

const NEXT_ELEMENT = /\\{0,7}["']\s{0,80},\s{0,80}(?=\\{0,7}["'])/y

const NESTED = /[{[](?=[\s}\]]|$)/y

const BLOCK = /[|>][+-]?\d?[ \t]{0,8}\r?\n[ \t]{1,40}(?=\S)/y

const LINE_BREAK = /\r?\n/y

// Secrets of a cluster are named in alerts far more often than told.
const GOES_ON_AS_NAME = /[ \t](?:(?:was |is )?(?:not found|missing|expired|invalid)|does not exist|expires)/y

const PERHAPS_RANDOM = /^(?=\S{0,63}\d)(?=\S{0,63}[a-z])\S{6}/i

type Named = { at: number; name: string; quote: string; gap: string; mark: string; space: string }

/** `password=…`, `"token":"…"`, `Authorization: Bearer …`, `Cookie: …`: the name stays, the value goes. */
export function maskNamedValues(text: string): string {
  if (!MARK.test(text)) return text
  return maskSpans(text, NAMED_VALUE, (match) => {
    const { name = '', gap = '', mark, space = '', ...quotes } = match.groups ?? {}
    const quote = (mark === undefined ? quotes.valueQuote : quotes.quote) ?? ''
    const at = match.index + match[0].length
    return valuesAt(text, at, { at: match.index, name: name.toLowerCase(), quote, gap, mark: mark ?? ':', space })
  })
}

function valuesAt(text: string, at: number, named: Named): Iterable<Span> {
  const array = skip(ARRAY, text, at)
  const opening = openingQuoteAt(text, array)
  // Behind a quoted name the same quote opens its value; behind a bare one it may end the sentence instead.
  const opens = opening !== '' && (named.quote === opening || !endsString(text, array + opening.length))
  if (opens) return array > at ? elementsAt(text, array, opening) : quotedAt(text, at, opening)
  if (named.quote !== '') return jsonLiteralSpans(text, at, named)
  return skip(BLOCK, text, at) > at ? blockSpans(text, at) : bareSpans(text, at, named)
}

function quotedAt(text: string, at: number, opening: string): Span[] {
  return spanFrom(at + opening.length, endOfQuoted(text, at + opening.length, opening))
}

function elementsAt(text: string, at: number, opening: string): Span[] {
  const spans: Span[] = []
  for (let next = at; openingQuoteAt(text, next) === opening; ) {
    spans.push(...quotedAt(text, next, opening))
    const end = endOfQuoted(text, next + opening.length, opening)
    next = skip(NEXT_ELEMENT, text, end)
    if (next === end) break
  }
  return spans
}

function bareSpans(text: string, at: number, named: Named): Span[] {
  const start = named.name === 'authorization' ? skip(SCHEME, text, at) : at
  if (isNoValue(text, start, named)) return []
  const phrase = isPassword(named) ? endOfPassphrase(text, named.at, start) : start
  if (phrase > start) return spanFrom(start, phrase)
  const end = isInQuery(text, named) ? endOfWord(text, start) : endOfProseWord(text, start)
  if (isOrdinaryWord(text, start, end, named)) return []
  return spanFrom(start, isWholeLine(named, start > at) ? endOfLine(text, start) : end)
}

function isOrdinaryWord(text: string, start: number, end: number, { name, space }: Named): boolean {
  const word = text.slice(start, end)
  if (isLiteral(word)) return true
  if (space === '') return false
  return isOrdinary(word) || isCount(text, start, end) || (name === 'secret' && skip(GOES_ON_AS_NAME, text, end) > end)
}

/** Only passwords have several words: what follows a token is the rest of the sentence. */
function isPassword({ name, mark, space }: Named): boolean {
  return space !== '' && /[:=]/.test(mark) && /^(?:pass|pwd|pw)/.test(name)
}

const QUERY_NAME = /[?&](?:amp;)?[\w.%[\]-]{0,60}$/

/** There the next `&` ends the value, whatever follows it. */
function isInQuery(text: string, { at, name, space }: Named): boolean {
  if (space !== '') return false
  return /^[?&]/.test(name) || QUERY_NAME.test(text.slice(Math.max(0, at - 66), at))
}

/** The lines of a YAML block, as far as they are indented like the first. */
function* blockSpans(text: string, at: number): Iterable<Span> {
  let line = skip(BLOCK, text, at)
  const indent = text.slice(text.lastIndexOf('\n', line) + 1, line)
  for (;;) {
    const end = endOfLine(text, line)
    yield* spanFrom(line, end)
    const next = skip(LINE_BREAK, text, end)
    if (next === end || end === line || !text.startsWith(indent, next)) return
    line = next + indent.length
  }
}

/** A cookie header, or a scheme we do not know, may go on after a space. */
function isWholeLine(named: Named, hasScheme: boolean): boolean {
  return (named.name === 'authorization' && !hasScheme) || (named.name === 'cookie' && named.mark === ':')
}

/** Decided by the first characters alone: to read a long word and then leave it would be to read it again and again. */
function isNoValue(text: string, at: number, named: Named): boolean {
  // PWD=/srv/app is the working directory in every dump of an environment.
  if (named.name === 'pwd' && text[at] === '/') return true
  if ((named.name === 'pass' || named.name === 'pw') && !PERHAPS_RANDOM.test(text.slice(at, at + 64))) return true
  return skip(NESTED, text, at) > at || isPlaceholder(text, at)
}

/** `"token":12345` takes a quoted mask, or the line would no longer be JSON. `"token" : secret` is a sentence. */
function jsonLiteralSpans(text: string, at: number, named: Named): Span[] {
  const first = text.charAt(at)
  if (first === '{' || first === '[' || (named.gap !== '' && !/[-\d]/.test(first))) return []
  const end = endOfWord(text, at)
  const word = text.slice(at, end)
  // `secret "db-credentials": not found` is a sentence too.
  if (end === at || isLiteral(word) || (named.space !== '' && isOrdinary(word))) return []
  return [{ start: at, end, mask: named.quote + MASK + named.quote }]
}
