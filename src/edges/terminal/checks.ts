/** The list behind `firebreak doctor`. A check that cannot pass says what to set. */
import { createServer } from 'node:net'
import type { Environment } from '../../guidance/settings/environment.ts'
import { resolveSettings } from '../../guidance/settings/resolve-settings.ts'
import type { Health } from '../http/contract/system.ts'
import { type ListenOptions, readListenOptions } from '../http/listen-options.ts'
import { readTrustedProxies } from '../http/trusted-proxies.ts'
import { createGuardedFetch } from '../outbound/guarded-fetch.ts'
import { examineSignals } from '../signals/examine-signals.ts'
import { findStartProblems } from '../start-checks.ts'
import { examineStore } from '../store/examine-store.ts'
import { advice, bad, type Check, type Found, good } from './doctor.ts'
import { targetChecksFor } from './target-checks.ts'

/** What would stop the start stands first, in the words of the start; nothing behind such a setting is tried. */
export async function checksFor(environment: Environment): Promise<Check[]> {
  const problems = await findStartProblems(environment)
  const broken = new Set(problems.map(({ about }) => about))
  return [
    ...problems.map(({ about, sentence }) => ({ about, examine: async () => bad(sentence) })),
    ...usualChecks(environment).filter(({ about }) => !broken.has(about)),
  ]
}

function usualChecks(environment: Environment): Check[] {
  const { HOST, PORT } = environment
  return [
    { about: 'Node', examine: async () => good(`${process.version} on ${process.platform}-${process.arch}`) },
    { about: 'relational store', examine: () => checkStore(environment.DATABASE_URL?.trim()) },
    { about: 'cache store', examine: () => checkCache(environment.REDIS_URL?.trim()) },
    { about: 'address', examine: async () => checkAddress(readListenOptions({ HOST, PORT })) },
    { about: 'access', examine: async () => checkAccess(environment) },
    { about: 'proxies', examine: async () => checkProxies(environment) },
    { about: 'stored secrets', examine: async () => checkSecretKey(environment.FIREBREAK_SECRET_KEY) },
    { about: 'settings', examine: async () => checkSettings(environment) },
    { about: 'model', examine: async () => checkModel(environment) },
    ...targetChecksFor(environment),
  ]
}

async function checkStore(url: string | undefined): Promise<Found> {
  if (!url)
    return bad(
      'DATABASE_URL is not set; give the connection string of a PostgreSQL 14 to 18, or use npm start, which brings one.',
    )
  const { version, majorVersion, mayCreate, hasTrigrams, brokenAudit } = await examineStore(url)
  if (majorVersion < 14 || majorVersion > 18) return bad(`PostgreSQL ${version}; versions 14 to 18 are supported.`)
  if (!mayCreate) return bad(`PostgreSQL ${version}, but this role may not create a schema; let it own the database.`)
  if (brokenAudit)
    return bad(`PostgreSQL ${version}; the audit trail was tampered with: entry ${brokenAudit} does not fit its chain.`)
  return good(`PostgreSQL ${version}${hasTrigrams ? '' : ', without pg_trgm: searches will be slower'}`)
}

async function checkCache(url: string | undefined): Promise<Found> {
  if (!url)
    return bad('REDIS_URL is not set; give the connection string of a Redis, or embedded: for a single instance.')
  if (url === 'embedded:') return advice('kept in the process; right for a single instance only.')
  return good(`Redis ${await examineSignals(url)}`)
}

async function checkAddress({ host, port }: ListenOptions): Promise<Found> {
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ host, port }, () => server.close(() => resolve(true)))
  })
  if (isFree) return good(`${host}:${port} is free`)
  const version = await findRunning({ host, port })
  return version !== undefined
    ? good(`Firebreak ${version} is already running at ${host}:${port}`)
    : bad(`${host}:${port} cannot be listened on; it is taken (by a running Firebreak?) or not ours. Set PORT or HOST.`)
}

/** The version of the Firebreak that answers there, or undefined where it is something else. */
async function findRunning({ host, port }: Pick<ListenOptions, 'host' | 'port'>): Promise<string | undefined> {
  const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  const fetch = createGuardedFetch({ timeoutMs: 2_000 })
  try {
    const answer = await fetch(`http://${name.includes(':') ? `[${name}]` : name}:${port}/healthz`)
    const { status, version, uptime } = (await answer.json()) as Partial<Health>
    const isOurs = typeof uptime === 'number' && typeof status === 'string'
    return isOurs && typeof version === 'string' ? version : undefined
  } catch {
    // Whoever holds the port speaks no HTTP, or says nothing: no Firebreak in any case.
    return undefined
  } finally {
    await fetch.close()
  }
}

function checkAccess({ API_KEY, HOST, ALLOW_OPEN_API }: Environment): Found {
  if (API_KEY) return good('API_KEY is set')
  const { isLoopback, mayBeOpen, host } = readListenOptions({ HOST, ALLOW_OPEN_API })
  if (isLoopback)
    return advice('API_KEY is not set; unless keys were issued, everyone on this machine may do everything.')
  if (mayBeOpen)
    return advice(`ALLOW_OPEN_API is set; unless keys were issued, everyone who reaches ${host} may do everything.`)
  return advice(
    `API_KEY is not set; on ${host} the start is refused unless keys were issued (firebreak keys create --role admin).`,
  )
}

/** We speak plain http, so an https address means that somebody stands in front. */
function checkProxies(environment: Environment): Found {
  const trusted = readTrustedProxies(environment)
  if (trusted.length > 0) return good(`X-Forwarded-For and -Proto are believed from ${trusted.join(', ')} only`)
  const isBehind = environment.PUBLIC_URL?.trim().toLowerCase().startsWith('https:')
  if (!isBehind) return good('X-Forwarded-* headers are ignored')
  return advice(
    'PUBLIC_URL is https, so a proxy stands in front; with TRUST_PROXY set to its address, failed sign-ins would be counted by caller.',
  )
}

function checkSecretKey(key: string | undefined): Found {
  return key
    ? good('sealed with FIREBREAK_SECRET_KEY')
    : advice('FIREBREAK_SECRET_KEY is not set; secrets given over the API are stored unencrypted.')
}

function checkSettings(environment: Environment): Found {
  const { warnings } = resolveSettings(environment, new Map())
  return warnings.length === 0
    ? good('the environment is readable')
    : advice(warnings.map(({ sentence }) => sentence).join(' '))
}

function checkModel(environment: Environment): Found {
  const { values, warnings } = resolveSettings(environment, new Map())
  const stray = warnings.find(({ key }) => key === 'LLM_API_KEY')
  if (stray) return advice(stray.sentence)
  if (values.LLM_API_KEY) return good(`${values.LLM_PROVIDER} at ${new URL(values.LLM_BASE_URL ?? '').host}`)
  return advice(
    'LLM_API_KEY is not set in the environment; unless it was given at run time, incidents are analysed without a model.',
  )
}
