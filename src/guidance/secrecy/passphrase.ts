/**
 * A password of several words. "Password: correct horse battery staple" looks much like "Password: expired for two users":
 * the words of a sentence end the first kind, and make the second.
 */
import { isOrdinaryInProse, looksRandom } from './ordinary-words.ts'

const WORDS_MAX = 12
/** Two words after an ordinary one may be a sentence ("Password: correct horse" is the price); three are hardly one. */
const WORDS_AFTER_ORDINARY_MIN = 3

/** A field of a form: the name stands at the beginning of a line or a sentence, with at most three words before it. */
const LABEL = /(?:^|[\n.!?;"'>]|\\n)[\s>*#|-]{0,8}(?:[\p{L}\d_-]{1,20} ){0,3}[\p{L}\d_.-]{0,20}$/u

const WORD =
  /(?<word>[\p{L}\d_$%#@*+^~-]{1,64})(?<after>[ \t]{0,2}[=:]|[,.;!?)]{0,3}(?=[\s"'`]|\\+[nrt"']|$))(?<gap>[ \t]{0,2})/uy

const LABEL_CHARACTERS = 96

/** Where a value that begins at `start` ends, if it has several words; `start` where it has not. */
export function endOfPassphrase(text: string, nameAt: number, start: number): number {
  const isLabel = LABEL.test(text.slice(Math.max(0, nameAt - LABEL_CHARACTERS), nameAt))
  const first = wordAt(text, start)
  if (first === undefined || !first.goesOn) return start
  if (!isLabel && (looksRandom(first.word) || isOrdinaryInProse(first.word))) return start
  const { end, words } = endOfRun(text, first.next, first.end)
  return words >= (isOrdinaryInProse(first.word) ? WORDS_AFTER_ORDINARY_MIN : 1) ? end : start
}

type Word = { word: string; end: number; next: number; goesOn: boolean }

/** `user:` and `host=` begin something of their own, and are no words of a passphrase. */
function wordAt(text: string, at: number): Word | undefined {
  WORD.lastIndex = at
  const { word = '', after = '', gap = '' } = WORD.exec(text)?.groups ?? {}
  if (word === '' || /[=:]/.test(after)) return undefined
  const end = at + word.length
  return { word, end, next: end + gap.length, goesOn: after === '' && gap !== '' }
}

function endOfRun(text: string, from: number, before: number): { end: number; words: number } {
  let end = before
  let words = 0
  for (let at = from; words < WORDS_MAX; words++) {
    const next = wordAt(text, at)
    if (next === undefined || isOrdinaryInProse(next.word)) break
    end = next.end
    at = next.next
    if (!next.goesOn) return { end, words: words + 1 }
  }
  return { end, words }
}
