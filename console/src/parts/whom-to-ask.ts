/** What is known of administrators are the names of their keys: `whoever holds the key “Ada”, “Ben” or “Cem”`. */

import { phrase } from '../language/phrase.ts'
import { listed } from './listed.ts'

export function tellWhomToAsk(administrators: readonly string[]): string {
  const names = administrators.map((name) => `“${name}”`)
  const last = names.at(-1)
  if (last === undefined) return phrase('whoever runs Firebreak')
  const others = names.slice(0, -1)
  const named = others.length === 0 ? last : phrase('{others} or {last}', { others: listed(others), last })
  return phrase('whoever holds the key {named}', { named })
}
