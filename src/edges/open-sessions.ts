/** Everything about being signed in, put together. */
import type { Gatekeeper } from '../guidance/access/gatekeeper.ts'
import { SessionDesk } from '../guidance/access/session-desk.ts'
import { SignInFailures } from '../guidance/access/sign-in-failures.ts'
import type { SettingsDesk } from '../guidance/settings/settings-desk.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Database } from './store/database.ts'
import { createSessionStore } from './store/session-records.ts'

type Parts = {
  database: Database
  gatekeeper: Gatekeeper
  settings: SettingsDesk
  clock: Clock
  log: Log
  isStoreAway(): boolean
}

export function openSessions({ database, gatekeeper, settings, clock, log, isStoreAway }: Parts) {
  const store = createSessionStore(database)
  return {
    gatekeeper,
    sessions: new SessionDesk({ store, gatekeeper, clock, isStoreAway }),
    failures: new SignInFailures({ tell: (failures) => store.noteFailures(failures), log }),
    publicUrl: async () => (await settings.current()).PUBLIC_URL,
  }
}
