/** Words beside each other with the sign of the page's language between them. */
import { phrase } from '../language/phrase.ts'

export function listed(words: readonly string[]): string {
  return words.join(phrase(', |between the words of a list'))
}
