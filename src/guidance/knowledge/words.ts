/**
 * Texts as words to be found by. Done here and not by the store's own parser, so that every server finds the same,
 * whatever its locale and extensions: accents are folded, names written together are also taken apart, and scripts that
 * put no space between words become pairs of characters.
 */
import { stem } from './stem.ts'

export type Word = {
  /** As it stood in the text. */
  said: string
  /** What it is found by. */
  stem: string
  /** Words that follow each other have positions that do. */
  position: number
}

const RUNS = /[\p{L}\p{N}\p{M}]+%?/gu
const UNSEGMENTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/u
const PARTS_OF_RUN = new RegExp(`(${UNSEGMENTED.source})`, 'u')
const TOGETHER = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u
const PARTS_OF_NAME = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{Lo}+/gu
/** The store holds no word longer than two kilobytes; nobody asks for one of a hundred characters. */
const WORD_CHARACTERS_MAX = 100

export function wordsIn(text: string, from = 1): Word[] {
  const words: Word[] = []
  let position = from
  const add = (found: readonly string[]) => {
    for (const said of found) words.push({ said, stem: stem(fold(said)), position: position++ })
  }
  for (const [run] of text.normalize('NFKC').matchAll(RUNS)) {
    for (const part of run.split(PARTS_OF_RUN)) {
      if (UNSEGMENTED.test(part)) add(pairsOf(part))
      else if (TOGETHER.test(part)) {
        // The whole name stands where its first part stands, so that both are followed by what follows.
        words.push({ said: part, stem: stem(fold(part)), position })
        add(part.match(PARTS_OF_NAME) ?? [])
      } else if (part !== '') add([/^\d+%$/.test(part) ? part : part.replace('%', '')].filter(Boolean))
    }
  }
  // Marks that stand alone are an ornament of nothing.
  return words.filter(({ stem }) => stem !== '')
}

/** A question in such a script is met by the pairs it shares with an entry, wherever its words begin and end. */
function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

export function isUnsegmented(text: string): boolean {
  return UNSEGMENTED.test(text)
}

function fold(word: string): string {
  const lower = word.toLowerCase().slice(0, WORD_CHARACTERS_MAX)
  // Marks are only ornament in these scripts; in others they make another letter.
  return /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{M}%]+$/u.test(lower)
    ? lower.normalize('NFD').replaceAll(/\p{M}/gu, '')
    : lower
}
