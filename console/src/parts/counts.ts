/** `once`, `twice`, `3 times`. */
import { phrase } from '../language/phrase.ts'

export function tellTimes(count: number): string {
  return count === 1
    ? phrase('once')
    : count === 2
      ? phrase('twice')
      : phrase('{count} times', { count: count.toLocaleString() })
}
