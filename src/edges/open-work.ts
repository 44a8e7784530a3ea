/** What is done without being asked for: incidents are diagnosed, plans carried out, questions answered, sweeps swept. */
import type { Environment } from '../guidance/settings/environment.ts'
import type { SettingsDesk } from '../guidance/settings/settings-desk.ts'
import type { Log } from '../ports/log.ts'
import type { Signals } from '../ports/signals.ts'
import type { Traces } from '../ports/traces.ts'
import { answerAbout } from '../story/conversation/incident-words.ts'
import type { Sealer } from '../story/incident/proposal.ts'
import { Dispatcher } from '../story/workflow/dispatcher.ts'
import { createWorkflow } from '../story/workflow/incident-workflow.ts'
import { type Sweep, Sweeper } from '../story/workflow/sweeper.ts'
import { traceWorkflow } from '../story/workflow/traced-workflow.ts'
import { openAnswerer } from './open-answerer.ts'
import type { openHands } from './open-hands.ts'
import type { openHold } from './open-hold.ts'
import type { Story } from './open-story.ts'
import type { Database } from './store/database.ts'
import { createFailpoint } from './store/failpoint.ts'
import { createRunStore } from './store/run-records.ts'
import { createSweepStore } from './store/sweep-leases.ts'
import { sweepsOf } from './store/sweeps.ts'
import type { Metrics } from './telemetry/metrics.ts'

type Parts = {
  /** Unique for every start, so that a restarted one does not pass for its dead self. */
  instanceId: string
  /** Who is known to be gone: what he left need not wait for his lease to run out. */
  predecessor?: string | undefined
  environment: Environment
  database: Database
  settings: SettingsDesk
  log: Log
  hold: ReturnType<typeof openHold>
  signals: Signals
  hands: ReturnType<typeof openHands>
  sealer: Sealer
  metrics: Pick<Metrics, 'countRecovery'>
  traces: Traces
  story: Story
  /** What is done in the background for others. */
  sweeps: readonly Sweep[]
}

/** Wherever it is done: in this thread, or in one of its own. */
export type Work = {
  start(): Promise<void>
  /** There may be something to do. */
  nudge(): void
  /** What is under way is finished within its time or handed over. */
  stop(): Promise<void>
  /** What an operator should know of it. */
  warnings(): string[]
}

export function openWork(parts: Parts): Work {
  const { instanceId, database, settings, signals, log, story, hands } = parts
  const runs = openRuns(parts)
  const dispatcher = new Dispatcher({
    instanceId,
    store: runs,
    workflow: traceWorkflow(createWorkflow(story.rooms), parts.traces),
    claimLimits: async () => {
      const now = await settings.current()
      return {
        ...{ atOnce: now.DIAGNOSIS_CONCURRENCY, waitMaxSeconds: now.QUEUE_WAIT_MAX_SECONDS },
        ...{ gatherSeconds: now.GATHER_SECONDS, clearSeconds: now.VERIFY_WITHIN_SECONDS },
      }
    },
    onProgress: () => signals.publish('events'),
    log,
  })
  const rooms = { ...story.rooms, inPlainWords: answerAbout }
  const answerer = openAnswerer({ database, instanceId, signals, incidents: story.incidents, log, rooms })
  const stopHearing = signals.subscribe('events', () => answerer.nudge())
  const { knowledge } = hands
  const sweeps = [...sweepsOf({ ...{ database, settings }, ...sweptBy(parts) }), ...knowledge.sweeps, ...parts.sweeps]
  const sweeper = new Sweeper({ store: createSweepStore(database), sweeps, log })
  return {
    nudge: () => dispatcher.nudge(),
    warnings: () => [],
    start: async () => {
      if (parts.predecessor !== undefined) await runs.endLease(parts.predecessor)
      await dispatcher.start()
      answerer.start()
      sweeper.start()
    },
    stop: async () => {
      stopHearing()
      knowledge.stop()
      await sweeper.stop()
      await answerer.stop()
      await dispatcher.stop()
    },
  }
}

function openRuns({ database, sealer, metrics, environment, hold }: Parts) {
  const onPoint = createFailpoint(environment.FIREBREAK_FAILPOINT)
  return hold.guard(createRunStore({ database, sealer, onRecovery: metrics.countRecovery, onPoint }))
}

function sweptBy({ hands, story }: Parts): Pick<Parameters<typeof sweepsOf>[0], 'redactor' | 'handIn'> {
  return { redactor: hands.sight.redactor, handIn: (alert) => story.intake.openIncident(alert) }
}
