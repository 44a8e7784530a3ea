/** The chat put together: who speaks, who hears, and how it is doing. */
import type { EnvironmentStore } from '../guidance/environment/environment-context.ts'
import type { SettingsDesk } from '../guidance/settings/settings-desk.ts'
import type { SilenceStore } from '../guidance/silences/silence-store.ts'
import type { Catalogue } from '../plugins/catalogue.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { AlertIntake } from '../story/alert/alert-intake.ts'
import { readAlert } from '../story/alert/read-alert.ts'
import { Messenger } from '../story/conversation/messenger.ts'
import type { SilenceTools } from '../story/conversation/silence-answers.ts'
import type { DecisionStore } from '../story/decision/decision.ts'
import type { AssignmentStore } from '../story/incident/assignment.ts'
import { INCIDENT_ID_FORM } from '../story/incident/incident.ts'
import type { IncidentStore } from '../story/incident/incident-store.ts'
import { type NewQuestion, QUESTIONS_MAX } from '../story/incident/question.ts'
import { ChatDoor } from './chat/chat-door.ts'
import { createChatHealth } from './chat/chat-health.ts'
import { createChatPlatform } from './chat/chat-platform.ts'
import type { Questions } from './open-questions.ts'
import type { GuardedFetch } from './outbound/guarded-fetch.ts'
import { createChatInbox } from './store/chat-inbox-records.ts'
import { createChatStore } from './store/chat-records.ts'
import type { Database } from './store/database.ts'
import type { SilenceList } from './store/silence-list.ts'
import type { Metrics } from './telemetry/metrics.ts'

type Parts = {
  database: Database
  settings: SettingsDesk
  environments: EnvironmentStore
  fetch: GuardedFetch
  clock: Clock
  log: Log
  metrics: Pick<Metrics, 'countAlert' | 'countCallback'>
  incidents: IncidentStore
  decisions: DecisionStore
  assignments: AssignmentStore
  questions: Pick<Questions, 'ask'>
  intake: AlertIntake
  silences: { store: SilenceStore; list: SilenceList }
  catalogue: Catalogue
  disabledPlugins: () => Promise<readonly string[]>
  patienceMs?: number
  isStoreConnected: () => boolean
  onCommit: () => void
}

export function openConversation(parts: Parts) {
  const { database, settings, fetch, clock, log, metrics, incidents, decisions } = parts
  const currentSettings = () => settings.current()
  const people = createChatPlatform({ currentSettings, fetch, clock })
  const store = createChatStore(parts)
  const speaking = {
    store,
    people,
    currentSettings,
    currentEnvironment: () => parts.environments.current(),
    find: async (id: string) => (INCIDENT_ID_FORM.test(id) ? incidents.find(id) : undefined),
    chance: Math.random,
  }
  const messenger = new Messenger({ ...speaking, log })
  const conversation = {
    ...speaking,
    ownId: () => people.ownId(),
    readMessage: (messageId: string) => people.readMessage(messageId),
    decide: decisions.decide,
    assign: parts.assignments.assign,
    askQuestion: (question: NewQuestion) => askQuestion(parts, question),
    takeAlert: (body: unknown) => takeAlert(parts, body),
    incidents,
    addNote: incidents.addNote,
    silences: silenceTools(parts.silences),
    plugins: () => listPlugins(parts),
    strangers: new Set<string>(),
    clock,
    log,
  }
  const { countCallback } = metrics
  const door = new ChatDoor({
    conversation,
    inbox: createChatInbox(database),
    currentSettings,
    clock,
    log,
    ...(parts.patienceMs !== undefined && { patienceMs: parts.patienceMs }),
    countCallback,
  })
  return {
    door,
    health: createChatHealth({
      currentSettings,
      check: () => people.check(),
      troubles: async () => (parts.isStoreConnected() ? store.troubles() : undefined),
    }),
    start: () => messenger.start(),
    nudge: () => messenger.nudge(),
    stop: async () => {
      await door.stop()
      await messenger.stop()
    },
  }
}

const SILENCES_SPOKEN = 20

function silenceTools({ store, list }: Parts['silences']): SilenceTools {
  const page = { offset: 0, limit: SILENCES_SPOKEN }
  return {
    add: store.add,
    end: store.end,
    preview: list.preview,
    lasting: async () => {
      const [active, pending] = [await list.list('active', page), await list.list('pending', page)]
      const items = [...active.items, ...pending.items].slice(0, SILENCES_SPOKEN)
      return { items, total: active.total + pending.total }
    },
  }
}

/** The same door as for every other alert: what it accepts is durable. */
async function takeAlert({ intake, metrics }: Parts, body: unknown) {
  const alert = readAlert(body, { senderIsAlertBot: true, via: 'chat' })
  const accepted = await intake.openIncident(alert)
  metrics.countAlert(alert.source, accepted.outcome)
  return accepted
}

async function askQuestion({ questions }: Parts, question: NewQuestion): Promise<{ refusal?: string }> {
  const id = question.incidentId
  const asked = INCIDENT_ID_FORM.test(id) ? await questions.ask(question) : 'none'
  if (asked === 'none') return { refusal: `There is no incident ${id}.` }
  return asked === 'full' ? { refusal: `${id} has been asked about ${QUESTIONS_MAX} times; look again instead.` } : {}
}

async function listPlugins({ catalogue, disabledPlugins }: Parts) {
  const disabled = await disabledPlugins()
  return catalogue.all().map(({ name, category }) => ({ name, category, isEnabled: !disabled.includes(name) }))
}
