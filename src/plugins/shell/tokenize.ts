/**
 * Splits a command into words, or refuses it. No shell ever sees the text, so everything that would mean something to one
 * (expansion, redirection, a second command) is refused instead of being understood. Quotes only keep blanks together.
 */
type Words = { words: string[] } | { refusal: string }

const SHELL_CHARACTERS = new Set('`$;&|<>(){}\\!*?[]~#')
/**
 * Control and format characters, line ends, blanks other than a space and letters that print nothing (a Hangul filler, an
 * empty Braille cell) would look like something else to the person who reads the command before it is confirmed.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u

export function tokenize(command: string): Words {
  if (UNPRINTABLE.test(command)) return { refusal: 'The command holds a line end or a character that does not print.' }
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (const character of command) {
    if (quote !== '') {
      if (character === quote) quote = ''
      else if (quote === '"' && SHELL_CHARACTERS.has(character)) return { refusal: meansSomething(character) }
      else word += character
    } else if (character === "'" || character === '"') {
      quote = character
      word ??= ''
    } else if (character === ' ') {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (SHELL_CHARACTERS.has(character)) return { refusal: meansSomething(character) }
    else word = (word ?? '') + character
  }
  if (quote !== '') return { refusal: 'A quote is not closed.' }
  if (word !== undefined) words.push(word)
  return words.length === 0 ? { refusal: 'The command is empty.' } : { words }
}

function meansSomething(character: string): string {
  return `"${character}" means something to a shell, and no shell runs here: one program with its arguments only. Single quotes keep it literal.`
}
