/** The records of incidents, the rooms of the story and the door alerts enter by: what every thread of an instance needs of its own. */
import { setTimeout as pause } from 'node:timers/promises'
import type { EnvironmentStore } from '../guidance/environment/environment-context.ts'
import type { SettingsDesk } from '../guidance/settings/settings-desk.ts'
import type { SilenceDesk } from '../guidance/silences/silence-desk.ts'
import { traceDoor } from '../plugins/traced-door.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Traces } from '../ports/traces.ts'
import { AlertIntake } from '../story/alert/alert-intake.ts'
import { traceAlerts } from '../story/alert/traced-alerts.ts'
import { withoutSecrets } from '../story/alert/without-secrets.ts'
import { traceResolving } from '../story/decision/traced-decisions.ts'
import type { Mind } from '../story/diagnosis/model/mind.ts'
import type { HandedInStore } from '../story/incident/handed-in-plan.ts'
import type { IncidentStore } from '../story/incident/incident-store.ts'
import type { Sealer } from '../story/incident/proposal.ts'
import type { Rooms } from '../story/workflow/rooms.ts'
import { maskIncidentWords, maskPlanWords } from './masked-words.ts'
import type { openHands } from './open-hands.ts'
import { createAlertStore } from './store/alert-records.ts'
import { createPlanStore } from './store/approval-records.ts'
import type { Database } from './store/database.ts'
import { createHandedInStore } from './store/handed-in-records.ts'
import { IncidentNumbers } from './store/incident-numbers.ts'
import { createIncidentStore } from './store/incident-records.ts'
import { createActionLedger } from './store/ledger-records.ts'
import { holdsOf } from './store/rhythm-records.ts'
import type { StoreWatch } from './store/store-watch.ts'
import type { Metrics } from './telemetry/metrics.ts'

type Parts = {
  database: Database
  settings: SettingsDesk
  clock: Clock
  log: Log
  /** Takes the steps that close what is opened here. */
  closing: (() => Promise<void> | void)[]
  mind: Mind
  hands: ReturnType<typeof openHands>
  sealer: Sealer
  environments: EnvironmentStore
  metrics: Pick<Metrics, 'countRefusal'>
  traces: Traces
  storeWatch: Pick<StoreWatch, 'heed'>
  silences: SilenceDesk
  /** Something may be there to be shown, or to be done. */
  onCommit(): void
  /** Alerts were taken in; the same where nobody says otherwise. */
  onAlerts?: (() => void) | undefined
}

export type Story = { incidents: IncidentStore; handedIn: HandedInStore; rooms: Rooms; intake: AlertIntake }

export function openStory(parts: Parts): Story {
  const { database, traces, onCommit } = parts
  const { redactor } = parts.hands.sight
  const incidents = traceResolving(maskIncidentWords(createIncidentStore({ database, onCommit }), redactor), traces)
  const handedIn = maskPlanWords(createHandedInStore({ database, onCommit }), redactor)
  return { incidents, handedIn, rooms: furnishRooms(parts, incidents, handedIn), intake: openIntake(parts) }
}

function openIntake({ database, settings, clock, log, closing, hands, traces, ...parts }: Parts) {
  const numbers = new IncidentNumbers(database, clock)
  // Where the store is gone the numbers that are left stay unused, as after a crash.
  closing.push(() =>
    numbers
      .close()
      .catch((error: Error) => log.warn({ error: error.message }, 'Numbers that were left could not be handed back.')),
  )
  const alerts = parts.storeWatch.heed(
    createAlertStore({
      ...{ database, silences: parts.silences, numbers },
      holds: async () => holdsOf(await settings.current()),
    }),
  )
  const store = traceAlerts(withoutSecrets(alerts, hands.sight.redactor), traces)
  return new AlertIntake({ store, onCommit: parts.onAlerts ?? parts.onCommit })
}

/** What the rooms of the story are handed. */
function furnishRooms(
  { database, settings, clock, hands, sealer, environments, metrics, mind, traces }: Parts,
  incidents: IncidentStore,
  handedIn: HandedInStore,
): Rooms {
  return {
    door: traceDoor(hands.door, hands.catalogue, traces),
    ledger: createActionLedger(database),
    onRefusal: metrics.countRefusal,
    currentSettings: () => settings.current(),
    confirmedSettings: () => settings.confirmed(),
    currentEnvironment: () => environments.current(),
    mind,
    remediation: (name) => {
      const plugin = hands.catalogue.find(name)
      return plugin?.category === 'remediation' ? plugin : undefined
    },
    clock,
    pause: (seconds, signal) => pause(seconds * 1000, undefined, { signal }),
    findIncident: async (id) => (await incidents.find(id))?.incident,
    plans: createPlanStore({ database, sealer }),
    handedIn: handedIn.ofRun,
    traces,
  }
}
