/** The watch put together: what it looks at, where it remembers, and the door its findings enter by. */
import type { Redactor } from '../guidance/secrecy/redact.ts'
import type { Environment } from '../guidance/settings/environment.ts'
import type { SettingsDesk } from '../guidance/settings/settings-desk.ts'
import type { Clock } from '../ports/clock.ts'
import type { TargetDatabases } from '../ports/database.ts'
import type { Log } from '../ports/log.ts'
import type { AlertIntake } from '../story/alert/alert-intake.ts'
import { readAlert } from '../story/alert/read-alert.ts'
import { Watchman } from '../story/watch/watchman.ts'
import { createCloudAlarms } from './cloud/cloud-alarms.ts'
import { createCloudWatcher } from './cloud/cloud-watcher.ts'
import { createDatabaseWatcher } from './database/database-watcher.ts'
import { createKeyValueWatcher } from './key-value/key-value-watcher.ts'
import { readStoreList } from './key-value/store-list.ts'
import type { GuardedFetch } from './outbound/guarded-fetch.ts'
import type { Database } from './store/database.ts'
import { createWatchStore } from './store/watch-records.ts'
import type { Metrics } from './telemetry/metrics.ts'

type Parts = {
  environment: Environment
  database: Database
  databases: TargetDatabases
  settings: Pick<SettingsDesk, 'current'>
  intake: AlertIntake
  metrics: Pick<Metrics, 'countAlert'>
  redactor: Redactor
  fetch: GuardedFetch
  clock: Clock
  log: Log
}

export function openWatch(parts: Parts) {
  const { environment, database, databases, settings, clock, log } = parts
  const { targets, problems } = readStoreList(environment.TARGET_KV_STORES ?? '')
  for (const problem of problems) log.warn({}, problem)
  const currentSettings = () => settings.current()
  const alarms = createCloudAlarms(parts)
  const watchman = new Watchman({
    store: createWatchStore(database),
    watchers: [
      createDatabaseWatcher({ databases, isEnabled: async () => (await currentSettings()).ENABLE_SQL_DB }),
      createKeyValueWatcher({ targets, isEnabled: async () => (await currentSettings()).ENABLE_KV_STORE }),
      createCloudWatcher({ alarms, currentSettings }),
    ],
    handIn: (alert) => handIn(parts, alert),
    now: () => clock.now(),
    currentSettings,
    log,
  })
  return {
    start: () => watchman.start(),
    warnings: () => [...problems, ...watchman.warnings()],
    stop: async () => {
      await watchman.stop()
      alarms.close()
    },
  }
}

/** The same door as for every other alert. What systems say of themselves may hold what nobody should read. */
async function handIn({ intake, metrics, redactor }: Parts, body: unknown): Promise<void> {
  const alert = readAlert(redactor.redactValue(body), { senderIsAlertBot: false, via: 'monitor' })
  const { outcome } = await intake.openIncident(alert)
  metrics.countAlert(alert.source, outcome)
}
