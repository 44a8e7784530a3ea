/**
 * What every thread of an instance stands on: the settings in force, the hands, the mind, the silences and the story. The
 * thread that serves opens it, and so does the one that works, each on connections of its own.
 */
import { Gatekeeper } from '../guidance/access/gatekeeper.ts'
import type { Environment } from '../guidance/settings/environment.ts'
import { SettingsDesk } from '../guidance/settings/settings-desk.ts'
import type { Signals } from '../ports/signals.ts'
import type { Traces } from '../ports/traces.ts'
import { createSealer } from '../story/incident/proposal.ts'
import type { LearnsFromTurns } from './model/model-health.ts'
import { openMind } from './model/open-mind.ts'
import { openHands } from './open-hands.ts'
import { openHold } from './open-hold.ts'
import { openMemory } from './open-memory.ts'
import { openSilences } from './open-silences.ts'
import { openStory } from './open-story.ts'
import { createGuardedFetch } from './outbound/guarded-fetch.ts'
import type { Database } from './store/database.ts'
import { createEnvironmentStore } from './store/environment-records.ts'
import { createKeyStore } from './store/key-records.ts'
import type { SecretBox } from './store/secret-box.ts'
import { createSettingsStore } from './store/settings-records.ts'
import { createStoreClock } from './store/store-clock.ts'
import type { StoreWatch } from './store/store-watch.ts'
import { QUIET_LOG, type ServiceLog } from './telemetry/log.ts'
import type { Metrics } from './telemetry/metrics.ts'

type Parts = {
  environment: Environment
  database: Database
  storeWatch: StoreWatch
  signals: Signals
  secretBox: SecretBox | undefined
  traces: Traces
  metrics: Pick<Metrics, 'countModelTurn' | 'countRefusal'>
  log: ServiceLog
  /** Takes the steps that close what is opened here. */
  closing: (() => Promise<void> | void)[]
  /** Where the service listens, once it does. */
  port(): number | undefined
  /** Something may be there to be shown, or to be done. */
  onCommit(): void
  /** Alerts were taken in; the same where nobody says otherwise. */
  onAlerts?: (() => void) | undefined
  onSettings?: ((settings: SettingsDesk) => void) | undefined
  /** For the second thread of an instance: the first tells what is to be told about settings and plugins. */
  second?: { learner: LearnsFromTurns }
}

const SETTINGS_LOOK_MS = 5_000

export function openGround(parts: Parts) {
  const { environment, database, storeWatch, signals, traces, log, closing, metrics, second } = parts
  const isStoreAway = () => !storeWatch.isConnected()
  const settings = openSettings(parts, isStoreAway)
  const currentSettings = () => settings.current()
  const keys = createKeyStore(database)
  const gatekeeper = new Gatekeeper({ environmentKey: environment.API_KEY, store: keys, isStoreAway })
  // While the store is away nothing can be revoked.
  closing.push(signals.subscribe('keys', () => void gatekeeper.look().catch(() => {})))
  const clock = createStoreClock(database)
  const fetch = createGuardedFetch()
  closing.push(() => fetch.close())
  const openPort = async () => ((await gatekeeper.isOpen()) ? parts.port() : undefined)
  const isSecond = second !== undefined
  const hands = openHands({ environment, database, settings, fetch, clock, log, closing, openPort, isSecond })
  const sealer = createSealer(environment.FIREBREAK_SECRET_KEY)
  const environments = createEnvironmentStore(database)
  const memory = openMemory({ database, environments })
  const { mind, ...model } = openMind({
    ...{ database, fetch, clock, findSimilar: memory.findSimilar, ...hands.sight, currentSettings, traces },
    plugins: () => hands.catalogue.all(),
    offer: (plugin) => hands.door.offer(plugin),
    countTurn: metrics.countModelTurn,
    ...second,
  })
  const quiet = openSilences({
    ...{ database, signals, clock, log, isStoreAway, closing, fetch, currentSettings },
    redactor: hands.sight.redactor,
  })
  const hold = openHold({ environment, database, log, onRelease: () => signals.publish('events') })
  const story = openStory({
    ...{ database, settings, clock, log, closing, mind, hands, sealer, environments, metrics, traces, storeWatch },
    ...{ silences: quiet.desk, onCommit: parts.onCommit, onAlerts: parts.onAlerts },
  })
  return { settings, keys, gatekeeper, clock, fetch, hands, sealer, environments, memory, model, quiet, hold, story }
}

function openSettings(parts: Parts, isStoreAway: () => boolean): SettingsDesk {
  const { environment, database, secretBox, signals, log, closing, onSettings, second } = parts
  const told = second ? QUIET_LOG : log
  const settings = new SettingsDesk({
    environment,
    store: createSettingsStore({ database, secretBox, log: told }),
    isStoreAway,
    announce: () => signals.publish('settings'),
    log: told,
  })
  onSettings?.(settings)
  settings.onChange(({ LOG_LEVEL }) => log.setLevel(LOG_LEVEL))
  closing.push(keepLooking(settings, signals))
  return settings
}

/** Most rooms ask for settings when they use them; the log level is the one that must be pushed. */
function keepLooking(settings: SettingsDesk, signals: Signals): () => void {
  // While the store is away there is nothing to see, and its own watch says so.
  const look = () => void settings.current().catch(() => {})
  const stopHearing = signals.subscribe('settings', look)
  const timer = setInterval(look, SETTINGS_LOOK_MS).unref()
  return () => {
    stopHearing()
    clearInterval(timer)
  }
}
