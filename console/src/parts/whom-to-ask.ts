/** `Ada`, `Ada or Ben`, `Ada, Ben or Cem`. */
import { phrase } from '../language/phrase.ts'

export function tellWhomToAsk(administrators: readonly string[]): string {
  const last = administrators.at(-1)
  if (last === undefined) return phrase('whoever runs Firebreak')
  const others = administrators.slice(0, -1)
  return others.length === 0 ? last : phrase('{others} or {last}', { others: others.join(', '), last })
}
