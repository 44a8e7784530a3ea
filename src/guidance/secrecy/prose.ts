import { isCount, isOrdinaryInProse, looksRandom } from './ordinary-words.ts'
import { KEY_NAME, NAME_MARK, PASSWORD_NAME } from './secret-names.ts'
import { maskSpans, type Span, spanFrom } from './spans.ts'
import { endOfQuoted, endOfWord, endsString, openingQuoteAt, skip } from './value-extent.ts'

const OF = '(?:\\s{1,4}(?:for|of)(?:\\s{1,4}[\\w@.-]{1,64}){1,3}?)'
const OWNER = `${OF}?`
const IS = '\\s{1,4}(?:is|was)(?:\\s{1,4}(?:now|(?:re)?set to|changed to))?:?\\s{1,4}'
const MADE = '(?:\\s{1,4}(?:is|was|has been)\\s{1,4}(?:generated|created|set))?'
const TO = '\\s{1,4}to:?\\s{1,4}'
const CHANGED = '(?:\\s{1,4}(?:was|has been))?(?:\\s{1,4}(?:changed|rotated|reset))?\\s{1,4}from\\s{1,4}'
const FLAG = '(?<!-)--(?:[a-z]{1,20}-){0,3}'

/** "wrong password for root:" is followed by why, not by the password. */
const COMPLAINT = '(?<!(?:wrong|failed|bad|incorrect|invalid|missing|no|accepted) )'

const SENTENCE = new RegExp(
  `(?<certain>${FLAG}(?:${PASSWORD_NAME}|${KEY_NAME})[ \\t]{1,4}(?!-)|(?:password|identified by)\\s{0,4}(?:\\(\\s{0,4}|\\s)(?='))` +
    `|(?<quoted>(?:${PASSWORD_NAME}|identified by)[ \\t]{1,4}(?=\\\\{0,7}["'\`]))` +
    `|(?:${PASSWORD_NAME})${CHANGED}` +
    `|(?<likely>${COMPLAINT}(?:${PASSWORD_NAME})${MADE}${OF}:\\s{1,4}|(?:${PASSWORD_NAME})${OWNER}${IS})` +
    `|(?<bare>(?:token|api[ _-]?key|access[ _-]?key)[ \\t]{1,4}(?=\\\\{0,7}["'\`]?[\\w+/=]{12}))` +
    `|(?:(?:${KEY_NAME})${OWNER}${IS}|(?:${PASSWORD_NAME})(?:${OWNER}${TO}|${OF}:\\s{1,4}|[ \\t]{1,4}[(<[]?))`,
  'gi',
)

const MARK = new RegExp(`${NAME_MARK}|identified by`, 'i')

/** "The password for app is …", `--token …`, `ALTER USER app PASSWORD '…'`: secrets given in words. */
export function maskProse(text: string): string {
  if (!MARK.test(text)) return text
  return maskSpans(text, SENTENCE, (match) => {
    const at = match.index + match[0].length
    const spans = spansAt(text, at, judgeOf(match.groups ?? {}))
    return spans.length > 0 ? [...spans, ...nextSpans(text, spans[0]?.end ?? at, match[0])] : spans
  })
}

type Judge = (word: string, isQuoted: boolean) => boolean

function judgeOf({ certain, quoted, likely, bare }: Record<string, string | undefined>): Judge {
  if (certain !== undefined) return () => true
  if (quoted !== undefined) return (word) => !word.split(/\s+/, 12).every(isOrdinaryInProse)
  if (likely !== undefined) return (word, isQuoted) => isQuoted || !isOrdinaryInProse(word)
  if (bare !== undefined) return (word) => /^[\w+/=]+$/.test(word) && looksRandom(word, 12)
  return (word, isQuoted) => isQuoted || looksRandom(word)
}

function spansAt(text: string, at: number, isSecret: Judge): Span[] {
  const opening = text[at] === '`' ? '`' : openingQuoteAt(text, at)
  const start = at + opening.length
  if (opening !== '') return quotedSpans(text, start, opening, isSecret)
  const end = endOfWord(text, at)
  return isSecret(text.slice(at, end), false) && !isCount(text, at, end) ? spanFrom(at, end) : []
}

function quotedSpans(text: string, start: number, opening: string, isSecret: Judge): Span[] {
  if (opening !== '`' && endsString(text, start)) return []
  const end = opening === '`' ? endOfTicks(text, start) : endOfQuoted(text, start, opening)
  return isSecret(text.slice(start, end), true) ? spanFrom(start, end) : []
}

const TICKED = /[^`"'\\\r\n]{1,256}(?=`)/y

function endOfTicks(text: string, start: number): number {
  return skip(TICKED, text, start)
}

const AND_TO = /\\{0,7}["'`]?[ \t]{1,4}to[ \t]{1,4}/y

/** "changed from one to another": the other is the one that counts today. */
function nextSpans(text: string, at: number, sentence: string): Span[] {
  if (!/from\s+$/i.test(sentence)) return []
  const to = skip(AND_TO, text, at)
  return to > at ? spansAt(text, to, (word, isQuoted) => isQuoted || looksRandom(word)) : []
}
