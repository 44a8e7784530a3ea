/** `Ada`, `Ada or Ben`, `Ada, Ben or Cem`. */

import { phrase } from '../language/phrase.ts'
import { listed } from './listed.ts'

export function tellWhomToAsk(administrators: readonly string[]): string {
  const last = administrators.at(-1)
  if (last === undefined) return phrase('whoever runs Firebreak')
  const others = administrators.slice(0, -1)
  return others.length === 0 ? last : phrase('{others} or {last}', { others: listed(others), last })
}
