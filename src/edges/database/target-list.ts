/**
 * TARGET_DATABASES: `name=url`, divided by commas or line ends. A second url after `|` is for the role that acts:
 * `shop=postgresql://watcher@db/shop|postgresql://actor@db/shop`. A comma or a `|` inside a password is written %2C or %7C.
 */
import { parse } from 'pg-connection-string'

export type Target = { name: string; url: string; actingUrl: string }

/** `problems` are sentences for the operator; they quote names, never a url, because a url may hold a password. */
type TargetList = { targets: Target[]; problems: string[] }

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,62}$/u
const SCHEME = /^postgres(ql)?:\/\//i

export function readTargetList(text: string): TargetList {
  const list: TargetList = { targets: [], problems: [] }
  const entries = text.split(/[,\r\n]/).map((entry) => entry.trim())
  for (const [index, entry] of entries.filter((entry) => entry !== '').entries()) {
    const target = readTarget(entry)
    const problem = typeof target === 'string' ? target : repeated(list.targets, target)
    if (problem !== undefined) list.problems.push(`Entry ${index + 1} of TARGET_DATABASES is left out: ${problem}`)
    else if (typeof target !== 'string') list.targets.push(target)
  }
  return list
}

function readTarget(entry: string): Target | string {
  const equals = entry.indexOf('=')
  const name = entry.slice(0, Math.max(equals, 0)).trim()
  if (!NAME.test(name)) return 'it does not begin with a name and an equals sign, as in shop=postgresql://…'
  const [url = '', actingUrl = url, ...others] = entry
    .slice(equals + 1)
    .split('|')
    .map((part) => part.trim())
  if (others.length > 0) return `${name} has more than two addresses; write | inside one as %7C.`
  if (![url, actingUrl].every(isAddress)) return `${name} has an address that is not a postgresql:// url.`
  return { name, url, actingUrl }
}

function isAddress(url: string): boolean {
  if (!SCHEME.test(url)) return false
  try {
    return parse(url) !== undefined
  } catch {
    return false
  }
}

function repeated(targets: readonly Target[], { name }: Target): string | undefined {
  return targets.some((target) => target.name === name) ? `${name} is named twice.` : undefined
}
