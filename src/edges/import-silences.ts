/** Follows the silences of an alert manager, where its address is set. */
import type { Redactor } from '../guidance/secrecy/redact.ts'
import type { Settings } from '../guidance/settings/catalogue.ts'
import { maskSilence } from './masked-words.ts'
import { readSilences } from './monitoring/alertmanager.ts'
import type { GuardedFetch } from './outbound/guarded-fetch.ts'
import type { Database } from './store/database.ts'
import { keepImported, keepReading } from './store/imported-silences.ts'
import { reasonOf } from './store/reason-of.ts'

type Parts = {
  database: Database
  fetch: GuardedFetch
  redactor: Redactor
  currentSettings(): Promise<Settings>
  onCommit(): void
}

const PATIENCE_MS = 10_000
const FAILURE_CHARACTERS_MAX = 500

/** Where it does not answer, what is known of it stays as it is. Answers 0: there is nothing more to do at once. */
export async function importSilences({ database, fetch, redactor, currentSettings, onCommit }: Parts): Promise<0> {
  const settings = await currentSettings()
  const origin = originOf(settings.ALERTMANAGER_URL)
  const asking = { currentSettings: async () => settings, fetch }
  try {
    const foreign = origin === '' ? [] : await readSilences(asking, AbortSignal.timeout(PATIENCE_MS))
    const shown = foreign.map((silence) => maskSilence(silence, redactor))
    const leftOut = await keepImported(database, { origin, foreign: shown }, onCommit)
    await keepReading(database, { origin, failure: '', leftOut })
  } catch (error) {
    await keepReading(database, { origin, failure: reasonOf(error).slice(0, FAILURE_CHARACTERS_MAX), leftOut: [] })
  }
  return 0
}

/** Without what may be secret in an address; empty where none is set. */
function originOf(address: string | undefined): string {
  const url = URL.parse(address ?? '')
  return url ? `${url.origin}${url.pathname.replace(/\/+$/, '')}` : ''
}
