/** Silences put together: where they are kept, who knows which hold now, and how others hear of a change. */
import { SilenceDesk } from '../guidance/silences/silence-desk.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Signals } from '../ports/signals.ts'
import type { Database } from './store/database.ts'
import { createSilenceList } from './store/silence-list.ts'
import { createSilenceStore } from './store/silence-records.ts'

type Parts = {
  database: Database
  signals: Signals
  clock: Clock
  log: Log
  isStoreAway(): boolean
  /** Takes the steps that close what is opened here. */
  closing: (() => void)[]
}

export function openSilences({ database, signals, clock, log, isStoreAway, closing }: Parts) {
  const store = createSilenceStore({ database, log, onCommit: () => signals.publish('silences') })
  const desk = new SilenceDesk({ store, clock, log, isStoreAway })
  // While the store is away nothing changes.
  closing.push(signals.subscribe('silences', () => void desk.newest().catch(() => {})))
  return { desk, store, list: createSilenceList(database) }
}
