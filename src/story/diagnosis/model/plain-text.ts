/** What a model wrote, fit to be shown to people: no character that hides or turns words, no length without end. */
const HIDING = /[\p{Cc}\p{Cf}\p{Co}]+/gu

/** Empty where it is no text at all. */
export function plainText(given: unknown, charactersMax: number): string {
  if (typeof given !== 'string') return ''
  const plain = given
    .slice(0, charactersMax * 2)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(HIDING, '')
    .trim()
  return plain.length <= charactersMax ? plain : `${plain.slice(0, charactersMax - 1).toWellFormed()}…`
}
