/** Whether a model passes on, word by word, what text from outside demanded. */
import type { InstructionFlag } from '../../incident/diagnosis.ts'

/** Fewer words in a row may be chance. */
const WORDS_IN_A_ROW = 5

export function repeatsOrders(text: string, flags: readonly InstructionFlag[]): boolean {
  const said = ` ${wordsOf(text).join(' ')} `
  return flags.some((flag) => rowsOf(wordsOf(flag.text)).some((row) => said.includes(` ${row} `)))
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}_.-]+/gu) ?? []
  )
}

function rowsOf(words: readonly string[]): string[] {
  const length = Math.min(WORDS_IN_A_ROW, words.length)
  if (length < 2) return []
  return Array.from({ length: words.length - length + 1 }, (_, at) => words.slice(at, at + length).join(' '))
}
