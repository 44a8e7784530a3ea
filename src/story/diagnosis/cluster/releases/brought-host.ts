/** The host an error names, where the newest revision is what brought it: then the error came with the revision. */
import type { Difference } from '../cluster-scene.ts'
import { readHost } from '../logs/log-host.ts'

export function hostBroughtBy(differences: readonly Difference[], said: string): string | undefined {
  const host = readHost(said)
  if (!host || host.isWord) return undefined
  const isIn = (value: unknown) => isNamedIn(JSON.stringify(value ?? '').toLowerCase(), host.name)
  const isNew = differences.some(({ from, to }) => isIn(to) && !isIn(from))
  return isNew && !differences.some(({ from }) => isIn(from)) ? host.name : undefined
}

/** As a whole: `pg` does not stand in `pgbouncer`. */
function isNamedIn(value: string, name: string): boolean {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![a-z0-9_.-])${literal}(?![a-z0-9_-]|\\.[a-z0-9])`).test(value)
}
