/** The part of `firebreak doctor` about the systems Firebreak looks after: each is reached the way a plugin would. */
import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { Environment } from '../../guidance/settings/environment.ts'
import { askStore } from '../key-value/ask-store.ts'
import { readStoreList } from '../key-value/store-list.ts'
import { canFence } from '../shell/sandbox.ts'
import { clusterChecksFor } from './cluster-checks.ts'
import { databaseChecks } from './database-checks.ts'
import { advice, bad, type Check, type Found, good } from './doctor.ts'
import { traceChecksFor } from './trace-check.ts'

/** `settings` are those in force; without a store to ask, those of the environment. */
export function targetChecksFor(environment: Environment, settings?: Settings): Check[] {
  return [
    ...clusterChecksFor(environment, settings?.ALLOWED_NAMESPACES),
    ...databaseChecks(environment.TARGET_DATABASES ?? ''),
    ...storeChecks(environment.TARGET_KV_STORES ?? ''),
    ...traceChecksFor(environment),
    { about: 'sandbox', examine: checkSandbox },
  ]
}

/** Who names none watches none; that needs no advice. */
function storeChecks(text: string): Check[] {
  const { targets, problems } = readStoreList(text)
  return [
    ...problems.map((sentence) => ({ about: 'key-value stores', examine: async () => bad(sentence) })),
    ...targets.map(({ name, url }) => ({ about: `key-value store ${name}`, examine: () => checkStore(url) })),
  ]
}

async function checkStore(url: string): Promise<Found> {
  const { info } = await askStore(url)
  return good(
    `answers (${info.get('valkey_version') ? 'Valkey' : 'Redis'} ${info.get('valkey_version') ?? info.get('redis_version')})`,
  )
}

async function checkSandbox(): Promise<Found> {
  if (await canFence()) return good('bubblewrap fences the shell and your own plugins')
  return advice(
    'no bubblewrap here: shell commands and your own plugins run with a scrubbed environment only; install bubblewrap.',
  )
}
