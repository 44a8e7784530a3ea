/** The list behind `firebreak doctor`. A check that cannot pass says what to set. */
import type { Environment } from '../../guidance/settings/environment.ts'
import { type ResolvedSettings, resolveSettings } from '../../guidance/settings/resolve-settings.ts'
import { readListenOptions } from '../http/listen-options.ts'
import { readTrustedProxies } from '../http/trusted-proxies.ts'
import { examineSignals } from '../signals/examine-signals.ts'
import { findStartProblems } from '../start-checks.ts'
import { tellBroken } from '../store/audit-watch.ts'
import { examineRecords, type FoundRecords } from '../store/examine-records.ts'
import { examineStore } from '../store/examine-store.ts'
import { checkAccess } from './access-check.ts'
import { checkAddress, checkFolder } from './address-check.ts'
import { advice, bad, broughtByStart, type Check, type Found, good } from './doctor.ts'
import { monitoringChecksFor } from './monitoring-checks.ts'
import { targetChecksFor } from './target-checks.ts'

/** What is known of a service that `npm start` runs in the data folder. */
type RunningHere = Parameters<typeof checkFolder>[0]

/** What would stop the start stands first, in the words of the start; nothing behind such a setting is tried. */
export async function checksFor(environment: Environment, running?: RunningHere): Promise<Check[]> {
  const problems = await findStartProblems(environment)
  const broken = new Set(problems.map(({ about }) => about))
  const url = broken.has('relational store') ? undefined : environment.DATABASE_URL?.trim()
  const records = url ? await examineRecords({ url, secretKey: environment.FIREBREAK_SECRET_KEY }) : undefined
  return [
    ...problems.map(({ about, sentence }) => ({ about, examine: async () => bad(sentence) })),
    ...[...usualChecks(environment, records, running), ...spareChecks(environment, records)].filter(
      ({ about }) => !broken.has(about),
    ),
  ]
}

function usualChecks(
  environment: Environment,
  records: FoundRecords | undefined,
  running: RunningHere | undefined,
): Check[] {
  const settings = resolveSettings(environment, records?.settings ?? new Map())
  return [
    { about: 'Node', examine: async () => good(`${process.version} on ${process.platform}-${process.arch}`) },
    ...(running ? [{ about: 'data folder', examine: async () => checkFolder(running) }] : []),
    { about: 'relational store', examine: () => checkStore(environment) },
    { about: 'cache store', examine: () => checkCache(environment.REDIS_URL?.trim()) },
    { about: 'address', examine: () => addressOf(environment, running) },
    { about: 'access', examine: async () => checkAccess(environment, records?.keys) },
    { about: 'proxies', examine: async () => checkProxies(environment) },
    { about: 'stored secrets', examine: async () => checkSecretKey(environment.FIREBREAK_SECRET_KEY) },
    { about: 'settings', examine: async () => checkSettings(settings, records) },
  ]
}

/** Firebreak starts without any of these. */
function spareChecks(environment: Environment, records: FoundRecords | undefined): Check[] {
  const settings = resolveSettings(environment, records?.settings ?? new Map())
  const checks = [...monitoringChecksFor(settings), ...targetChecksFor(environment, settings.values)]
  return checks.map((check) => ({ ...check, isSpare: true }))
}

/** Without PORT the one at work is meant, whatever port it was given; another one would ask for the default. */
async function addressOf({ HOST, PORT }: Environment, running: RunningHere | undefined): Promise<Found> {
  if (running && !PORT?.trim()) return good(`the Firebreak of this data folder listens at ${running.address}`)
  return checkAddress(readListenOptions({ HOST, PORT }))
}

async function checkStore({ DATABASE_URL, FIREBREAK_SECRET_KEY }: Environment): Promise<Found> {
  const url = DATABASE_URL?.trim()
  if (!url)
    return broughtByStart(
      'DATABASE_URL is not set; give the connection string of a PostgreSQL 14 to 18, or use npm start, which brings one.',
    )
  const { version, majorVersion, mayCreate, hasTrigrams, brokenAudit } = await examineStore(url, FIREBREAK_SECRET_KEY)
  if (majorVersion < 14 || majorVersion > 18) return bad(`PostgreSQL ${version}; versions 14 to 18 are supported.`)
  if (!mayCreate) return bad(`PostgreSQL ${version}, but this role may not create a schema; let it own the database.`)
  if (brokenAudit) return bad(`PostgreSQL ${version}. ${tellBroken(brokenAudit)}`)
  return good(`PostgreSQL ${version}${hasTrigrams ? '' : ', without pg_trgm: searches will be slower'}`)
}

async function checkCache(url: string | undefined): Promise<Found> {
  if (!url)
    return broughtByStart(
      'REDIS_URL is not set; give the connection string of a Redis, or embedded: for a single instance; npm start needs none.',
    )
  if (url === 'embedded:') return advice('kept in the process; right for a single instance only.')
  return good(`Redis ${await examineSignals(url)}`)
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

/** What was given at run time stands above the environment, and either may be unreadable. */
function checkSettings({ warnings }: ResolvedSettings, records: FoundRecords | undefined): Found {
  const sealed = (records?.sealed ?? []).map((key) => `${key} is stored, but not with this FIREBREAK_SECRET_KEY.`)
  const sentences = [...warnings.map(({ sentence }) => sentence), ...sealed]
  if (sentences.length > 0) return advice(sentences.join(' '))
  if (records === undefined)
    return good('the environment is readable; what was given at run time could not be asked for')
  const given = records.settings.size
  return good(`the environment is readable; given at run time, and readable too: ${given || 'none'}`)
}
