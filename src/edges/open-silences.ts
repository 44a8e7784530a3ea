/** Silences put together: where they are kept, who knows which hold now, and how others hear of a change. */

import type { Redactor } from '../guidance/secrecy/redact.ts'
import type { Settings } from '../guidance/settings/catalogue.ts'
import { SilenceDesk } from '../guidance/silences/silence-desk.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Signals } from '../ports/signals.ts'
import { importSilences } from './import-silences.ts'
import { maskSilenceWords } from './masked-words.ts'
import type { GuardedFetch } from './outbound/guarded-fetch.ts'
import type { Database } from './store/database.ts'
import { createSilenceList } from './store/silence-list.ts'
import { createSilenceStore } from './store/silence-records.ts'

/** A silence made in an alert manager holds here within so long. */
const IMPORT_SECONDS = 5

type Parts = {
  database: Database
  signals: Signals
  clock: Clock
  log: Log
  redactor: Redactor
  isStoreAway(): boolean
  fetch: GuardedFetch
  currentSettings(): Promise<Settings>
  /** Takes the steps that close what is opened here. */
  closing: (() => void)[]
}

export function openSilences({ database, signals, clock, log, redactor, isStoreAway, closing, ...reading }: Parts) {
  const onCommit = () => signals.publish('silences')
  const store = maskSilenceWords(createSilenceStore({ database, log, onCommit }), redactor)
  const desk = new SilenceDesk({ store, clock, log, isStoreAway })
  // While the store is away nothing changes.
  closing.push(signals.subscribe('silences', () => void desk.newest().catch(() => {})))
  const following = () => importSilences({ database, redactor, onCommit, ...reading })
  const sweeps = [{ name: 'import silences', everySeconds: IMPORT_SECONDS, run: following }]
  return { desk, sweeps, store, list: createSilenceList(database) }
}
