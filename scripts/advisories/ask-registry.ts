/** Asks a registry as npm itself does: for advisories about packages, and for the keys its packages are signed with. */
import type { Advisory, Installed } from './concerned.ts'

const ADVISORIES = '-/npm/v1/security/advisories/bulk'
const KEYS = '-/npm/v1/keys'

/** As the registry writes one; it writes more. */
type Listed = { id: number; url: string; title: string; severity: string; vulnerable_versions: string }

/** Those that concern one of these versions. */
export async function askForAdvisories(registry: string, installed: readonly Installed[]): Promise<Advisory[]> {
  const versions = Map.groupBy(installed, ({ name }) => name)
  const asked = Object.fromEntries([...versions].map(([name, all]) => [name, all.map(({ version }) => version)]))
  const answer = await ask(new URL(ADVISORIES, registry), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  })
  if (answer.status !== 200) throw new Error(notServed('advisories', registry, answer.status))
  const listed = (await answer.json().catch(() => undefined)) as Record<string, Listed[]> | undefined
  if (typeof listed !== 'object' || listed === null) throw new Error(notServed('advisories', registry, answer.status))
  return Object.entries(listed).flatMap(([name, advisories]) => advisories.map((one) => readAdvisory(name, one)))
}

export async function hasSigningKeys(registry: string): Promise<boolean> {
  const answer = await ask(new URL(KEYS, registry), {})
  if (answer.status !== 200) return false
  const answered = (await answer.json().catch(() => undefined)) as { keys?: unknown[] } | undefined
  return Array.isArray(answered?.keys) && answered.keys.length > 0
}

async function ask(url: URL, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...request, signal: AbortSignal.timeout(60_000) })
  } catch (error) {
    throw new Error(`The registry ${url.origin} cannot be reached from here; the list stays as it is.`, {
      cause: error,
    })
  }
}

function notServed(what: string, registry: string, status: number): string {
  const { origin } = new URL(registry)
  return `The registry ${origin} serves no ${what} (it answered ${status}); the list stays as it is. Ask one that does: npm_config_registry=<address> npm run advisories -- --refresh`
}

function readAdvisory(name: string, { url, title, severity, vulnerable_versions }: Listed): Advisory {
  return { id: url.split('/').at(-1) ?? url, name, range: vulnerable_versions, severity, title }
}
