import { isOrdinaryInProse } from './ordinary-words.ts'
import { KEY_NAME, PASSWORD_NAME } from './secret-names.ts'
import { maskSpans, type Span, spanFrom } from './spans.ts'
import { endOfQuoted, endOfWord, endsString, openingQuoteAt } from './value-extent.ts'

const OF = '(?:\\s{1,4}(?:for|of)(?:\\s{1,4}[\\w@.-]{1,64}){1,3}?)'
const OWNER = `${OF}?`
const IS = '\\s{1,4}(?:is|was)(?:\\s{1,4}(?:now|(?:re)?set to|changed to))?:?\\s{1,4}'
const TO = '\\s{1,4}to:?\\s{1,4}'

const SENTENCE = new RegExp(
  `(?<flag>(?<!-)--(?:[a-z]{1,20}-){0,3}(?:${PASSWORD_NAME}|${KEY_NAME})[ \\t]{1,4}(?!-))` +
    `|(?<sql>(?:password|identified by)\\s{1,4}(?='))` +
    `|(?<is>(?:${PASSWORD_NAME})(?:${OWNER}${IS}|${OF}:\\s{1,4}))` +
    `|(?:(?:${KEY_NAME})${OWNER}${IS}|(?:${PASSWORD_NAME})${OWNER}${TO}|(?:with|using) password\\s{1,4})`,
  'gi',
)

/** "The password for app is …", `--token …`, `ALTER USER app PASSWORD '…'`: secrets given in words. */
export function maskProse(text: string): string {
  return maskSpans(text, SENTENCE, (match) => {
    const { flag, sql, is } = match.groups ?? {}
    const isCertain = flag !== undefined || sql !== undefined
    const isLikely = is !== undefined
    return spanAt(text, match.index + match[0].length, (word) =>
      isCertain ? true : isLikely ? !isOrdinaryInProse(word) : looksRandom(word),
    )
  })
}

function spanAt(text: string, at: number, isSecret: (word: string) => boolean): Span[] {
  const opening = openingQuoteAt(text, at)
  const start = at + opening.length
  if (opening !== '') return endsString(text, start) ? [] : spanFrom(start, endOfQuoted(text, start, opening))
  const end = endOfWord(text, at)
  return isSecret(text.slice(at, end)) ? spanFrom(at, end) : []
}

/** After "the token is" comes far more often a state than a token, so we ask for a digit. */
function looksRandom(word: string): boolean {
  return word.length >= 6 && /\d/.test(word)
}
