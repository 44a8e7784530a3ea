/** Everything an incident passes through: intake, records, the stream, the dispatcher and the sweeps. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { EnvironmentStore } from '../guidance/environment/environment-context.ts'
import type { Environment } from '../guidance/settings/environment.ts'
import type { SettingsDesk } from '../guidance/settings/settings-desk.ts'
import type { SilenceDesk } from '../guidance/silences/silence-desk.ts'
import { traceDoor } from '../plugins/traced-door.ts'
import type { Clock } from '../ports/clock.ts'
import type { Signals } from '../ports/signals.ts'
import type { Traces } from '../ports/traces.ts'
import type { Alert } from '../story/alert/alert.ts'
import { AlertIntake } from '../story/alert/alert-intake.ts'
import { traceAlerts } from '../story/alert/traced-alerts.ts'
import { withoutSecrets } from '../story/alert/without-secrets.ts'
import { answerAbout } from '../story/conversation/incident-words.ts'
import { traceDecisions, traceResolving } from '../story/decision/traced-decisions.ts'
import type { Mind } from '../story/diagnosis/model/mind.ts'
import { rehearse } from '../story/execution/rehearse.ts'
import type { HandedInStore } from '../story/incident/handed-in-plan.ts'
import type { IncidentStore } from '../story/incident/incident-store.ts'
import type { Sealer } from '../story/incident/proposal.ts'
import { Dispatcher } from '../story/workflow/dispatcher.ts'
import { createWorkflow } from '../story/workflow/incident-workflow.ts'
import type { Rooms } from '../story/workflow/rooms.ts'
import { type Sweep, Sweeper } from '../story/workflow/sweeper.ts'
import { traceWorkflow } from '../story/workflow/traced-workflow.ts'
import { StreamHub } from './http/stream/stream-hub.ts'
import type { openHands } from './open-hands.ts'
import type { openHold } from './open-hold.ts'
import { openQuestions } from './open-questions.ts'
import { createAlertStore } from './store/alert-records.ts'
import { createPlanStore } from './store/approval-records.ts'
import { createAssignmentStore } from './store/assignment-records.ts'
import type { Database } from './store/database.ts'
import { createDecisionStore } from './store/decision-records.ts'
import { createFailpoint } from './store/failpoint.ts'
import { createEventFeed } from './store/feed-records.ts'
import { createGatheringDesk } from './store/gathering-desk.ts'
import { createHandCallStore } from './store/hand-call-records.ts'
import { createHandedInStore } from './store/handed-in-records.ts'
import { IncidentNumbers } from './store/incident-numbers.ts'
import { createIncidentStore } from './store/incident-records.ts'
import { createActionLedger } from './store/ledger-records.ts'
import { createRunDesk } from './store/run-desk-records.ts'
import { createRunStore } from './store/run-records.ts'
import type { StoreWatch } from './store/store-watch.ts'
import { createSweepStore } from './store/sweep-records.ts'
import { sweepsOf } from './store/sweeps.ts'
import type { ServiceLog } from './telemetry/log.ts'
import type { Metrics } from './telemetry/metrics.ts'

type ThreadParts = {
  database: Database
  settings: SettingsDesk
  clock: Clock
  log: ServiceLog
  /** Takes the steps that close what is opened here. */
  closing: (() => Promise<void> | void)[]
  mind: Mind
  hold: ReturnType<typeof openHold>
  environment: Environment
  signals: Signals
  hands: ReturnType<typeof openHands>
  sealer: Sealer
  environments: EnvironmentStore
  metrics: Metrics
  traces: Traces
  storeWatch: Pick<StoreWatch, 'heed'>
  silences: SilenceDesk
  /** What is done in the background for others. */
  sweeps: readonly Sweep[]
}

export function openThread(parts: ThreadParts) {
  const { database, signals, settings, clock, log, closing, sealer, traces } = parts
  const hub = new StreamHub({ feed: createEventFeed(database), log })
  closing.push(() => hub.close())
  const onCommit = () => {
    signals.publish('events')
    dispatcher.nudge()
  }
  const incidents = traceResolving(createIncidentStore({ database, onCommit }), traces)
  const handedIn = createHandedInStore({ database, onCommit })
  const rooms = furnishRooms(parts, incidents, handedIn)
  // The machine's or pod's name is what a person knows it by, where the timeline says who went on with a diagnosis.
  const instanceId = `${hostname()}/${randomUUID().slice(0, 8)}`
  const dispatcher = new Dispatcher({
    instanceId,
    store: parts.hold.guard(
      createRunStore({
        ...{ database, sealer, onRecovery: parts.metrics.countRecovery },
        onPoint: createFailpoint(parts.environment.FIREBREAK_FAILPOINT),
      }),
    ),
    workflow: traceWorkflow(createWorkflow(rooms), traces),
    claimLimits: async () => {
      const { DIAGNOSIS_CONCURRENCY, QUEUE_WAIT_MAX_SECONDS, GATHER_SECONDS } = await settings.current()
      return { atOnce: DIAGNOSIS_CONCURRENCY, waitMaxSeconds: QUEUE_WAIT_MAX_SECONDS, gatherSeconds: GATHER_SECONDS }
    },
    onProgress: () => signals.publish('events'),
    log,
  })
  closing.push(() => dispatcher.stop())
  const { questions, answerer } = openQuestions({
    ...{ database, instanceId, signals, incidents, log, redactor: parts.hands.sight.redactor },
    rooms: { ...rooms, inPlainWords: answerAbout },
  })
  closing.push(() => answerer.stop())
  closing.push(signals.subscribe('events', () => answerer.nudge()))
  closing.push(signals.subscribe('events', () => hub.look()))
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
      flapHoldSeconds: async () => (await settings.current()).FLAP_HOLD_SECONDS,
    }),
  )
  const { sight, knowledge } = parts.hands
  const intake = new AlertIntake({ store: traceAlerts(withoutSecrets(alerts, sight.redactor), traces), onCommit })
  const handIn = (alert: Alert) => intake.openIncident(alert)
  const ownSweeps = sweepsOf({ database, settings, redactor: sight.redactor, handIn })
  const sweeps = [...ownSweeps, ...knowledge.sweeps, ...parts.sweeps]
  const sweeper = new Sweeper({ store: createSweepStore(database), sweeps, log })
  closing.push(() => sweeper.stop())
  closing.push(() => knowledge.stop())
  return {
    hub,
    incidents,
    questions,
    handedIn,
    handCalls: createHandCallStore({ database, onCommit }),
    assignments: createAssignmentStore({ database, onCommit }),
    gathering: createGatheringDesk({ database, onCommit }),
    decisions: traceDecisions(createDecisionStore({ database, sealer, onCommit }), traces),
    runs: createRunDesk({
      ...{ database, onCommit },
      confirmWithinSeconds: async () => (await settings.current()).CONFIRM_WITHIN_SECONDS,
    }),
    intake,
    dryRun: (plan: Parameters<typeof rehearse>[1], signal: AbortSignal) => rehearse(rooms, plan, signal),
    start: async () => {
      await dispatcher.start()
      answerer.start()
      sweeper.start()
    },
  }
}

/** What the rooms of the story are handed. */
function furnishRooms(
  { database, settings, clock, hands, sealer, environments, metrics, mind, traces }: ThreadParts,
  incidents: IncidentStore,
  handedIn: HandedInStore,
): Rooms {
  return {
    door: traceDoor(hands.door, hands.catalogue, traces),
    ledger: createActionLedger(database),
    onRefusal: metrics.countRefusal,
    currentSettings: () => settings.current(),
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
