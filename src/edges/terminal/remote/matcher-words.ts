/** Matchers and lengths of time as people type them; what cannot be read is refused with what was meant. */
import * as spoken from '../../../guidance/silences/spoken.ts'
import { CommandRefused, EXIT } from './remote-service.ts'

export function readMatcher(words: string) {
  const matcher = spoken.readMatcher(words)
  if (matcher) {
    const { name, value, isRegex, isEqual } = matcher
    return { name, value, is_regex: isRegex, is_equal: isEqual }
  }
  throw new CommandRefused(
    `A matcher is name=value, name!=value, name=~pattern or name!~pattern, and this is not: ${words}`,
    EXIT.misused,
  )
}

/** In seconds. */
export function readDuration(words: string): number {
  const seconds = spoken.readDuration(words)
  if (seconds !== undefined) return seconds
  throw new CommandRefused(`A length of time is 90m, 2h or 1d12h, and this is not: ${words}`, EXIT.misused)
}
