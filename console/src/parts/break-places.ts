/** Words beyond this may fill a column alone. */
const LONG_WORD = /\S{24,}/g
const AFTER_SIGN = /(?<=[/,;:&?=|])/
const BREAK = '\u200b'

/** A text in the pieces between which a line may end: long words, such as addresses and command lines, after a sign. */
export function breakPlaces(text: string): string[] {
  return text.replace(LONG_WORD, (word) => word.split(AFTER_SIGN).join(BREAK)).split(BREAK)
}
