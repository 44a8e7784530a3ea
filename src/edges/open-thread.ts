/** What people and other systems see and do of incidents: the stream, the questions, the decisions. */
import type { Redactor } from '../guidance/secrecy/redact.ts'
import type { SettingsDesk } from '../guidance/settings/settings-desk.ts'
import type { Log } from '../ports/log.ts'
import type { Signals } from '../ports/signals.ts'
import type { Traces } from '../ports/traces.ts'
import { traceDecisions } from '../story/decision/traced-decisions.ts'
import { rehearse } from '../story/execution/rehearse.ts'
import type { Sealer } from '../story/incident/proposal.ts'
import { tryPlan } from '../story/workflow/try-plan.ts'
import { StreamHub } from './http/stream/stream-hub.ts'
import { maskAssignmentWords, maskDecisionWords, maskGatheringWords } from './masked-words.ts'
import { openQuestions } from './open-questions.ts'
import type { Story } from './open-story.ts'
import { createAssignmentStore } from './store/assignment-records.ts'
import type { Database } from './store/database.ts'
import { createDecisionStore } from './store/decision-records.ts'
import { createEventFeed } from './store/feed-records.ts'
import { createGatheringDesk } from './store/gathering-desk.ts'
import { createHandCallStore } from './store/hand-call-records.ts'
import { createRunDesk } from './store/run-desk-records.ts'

type ThreadParts = {
  database: Database
  settings: SettingsDesk
  log: Log
  /** Takes the steps that close what is opened here. */
  closing: (() => Promise<void> | void)[]
  signals: Signals
  redactor: Redactor
  sealer: Sealer
  traces: Traces
  story: Story
  onCommit(): void
}

export function openThread(parts: ThreadParts) {
  const { database, signals, settings, log, closing, sealer, traces, redactor, onCommit } = parts
  const { incidents, handedIn, intake, rooms } = parts.story
  const hub = new StreamHub({ feed: createEventFeed(database), log })
  closing.push(() => hub.close())
  closing.push(signals.subscribe('events', () => hub.look()))
  return {
    hub,
    incidents,
    questions: openQuestions({ database, signals, redactor }),
    handedIn,
    handCalls: createHandCallStore({ database, onCommit }),
    assignments: maskAssignmentWords(createAssignmentStore({ database, onCommit }), redactor),
    gathering: maskGatheringWords(createGatheringDesk({ database, onCommit }), redactor),
    decisions: traceDecisions(maskDecisionWords(createDecisionStore({ database, sealer, onCommit }), redactor), traces),
    runs: createRunDesk({
      ...{ database, onCommit },
      confirmWithinSeconds: async () => (await settings.current()).CONFIRM_WITHIN_SECONDS,
    }),
    intake,
    dryRun: (plan: Parameters<typeof rehearse>[1], signal: AbortSignal) => rehearse(rooms, plan, signal),
    tryPlan: (tried: Parameters<typeof tryPlan>[1], signal: AbortSignal) => tryPlan(rooms, tried, signal),
  }
}
