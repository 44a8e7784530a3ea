/** Finds which of the known workloads a text speaks of: people write "checkout", the cluster says "checkout-api". */
import type { WorkloadName } from '../cluster-scene.ts'

const LETTERS_MIN = 3

/** The longest names win: `payments-api` is not also `payments`. */
export function mentionedWorkloads(text: string, all: readonly WorkloadName[]): WorkloadName[] {
  const said = text.toLowerCase()
  const spoken = all.filter(({ name }) => name.length >= LETTERS_MIN && isSpokenOf(said, name))
  const longest = spoken.filter(({ name }) => !spoken.some((other) => other.name !== name && other.name.includes(name)))
  return longest.length > 0 ? longest : begunBy(said, all)
}

/** As a word of its own, not as a piece of another. */
export function isSpokenOf(said: string, name: string): boolean {
  return new RegExp(`(?<![a-z0-9_-])${name.replaceAll('.', '\\.')}(?![a-z0-9_-])`).test(said)
}

/** A service called `checkout` that only `checkout-api` can be. Two that could be it are none. */
function begunBy(said: string, all: readonly WorkloadName[]): WorkloadName[] {
  if (/\s/.test(said)) return []
  const near = all.filter(({ name }) => name.startsWith(`${said}-`) || said.startsWith(`${name}-`))
  return near.length === 1 ? near : []
}
