/**
 * Secrets in places of their own: a literal of kubectl, the answer in a Digest header, the line below their name, a phrase of
 * several words. Each is looked for only where a word that must be there is there.
 */
import { MASK } from './mask.ts'
import { isOrdinaryInProse, looksRandom } from './ordinary-words.ts'
import { SECRET_NAME } from './secret-names.ts'

const LITERAL = /(--from-literal[= ](?:\\{0,7}["'])?[\w.-]{1,128}=(?:\\{0,7}["'])?)([^\s"'\\]{1,4096})/g

const DIGEST_ANSWER = /(\b(?:response|cnonce)=(?:\\{0,7}["'])?)([0-9a-f]{16,128})/gi

const LINE_BREAK = '(?:\\r?\\n|\\\\{1,3}n)'
const NEXT_LINE = new RegExp(
  `((?:${SECRET_NAME})(?:\\\\{0,7}["'])?[ \\t]{0,8}[:=][ \\t]{0,8}${LINE_BREAK}[ \\t]{0,20}(?:\\\\{0,7}["'])?)` +
    `([^\\s"'\\\\:]{8,256})(?=[ \\t]{0,8}(?:$|[\\r\\n"']|\\\\))`,
  'gi',
)

const PHRASE =
  /(pass[ -]?phrase(?:\s{1,4}(?:for|of)\s{1,4}[\w@.-]{1,64})?\s{0,4}(?:is|was|:|=)\s{1,4})((?:[a-z]{3,20}[ -]){3,11}[a-z]{3,20})/gi

export function maskOddPlaces(text: string): string {
  let masked = text
  if (masked.includes('--from-literal')) masked = masked.replace(LITERAL, `$1${MASK}`)
  if (/digest|nonce/i.test(masked)) masked = masked.replace(DIGEST_ANSWER, `$1${MASK}`)
  if (/[:=][ \t]{0,8}(?:[\r\n]|\\)/.test(masked))
    masked = masked.replace(NEXT_LINE, (all, name: string, value: string) =>
      looksRandom(value, 8) ? name + MASK : all,
    )
  if (/pass[ -]?phrase/i.test(masked))
    masked = masked.replace(PHRASE, (all, name: string, words: string) => (isPhrase(words) ? name + MASK : all))
  return masked
}

/** Words of a sentence give a sentence away: "the passphrase is required for each of the keys". */
function isPhrase(words: string): boolean {
  const all = words.split(/[ -]/)
  const ordinary = all.slice(1).filter(isOrdinaryInProse)
  return ordinary.length === 0
}
