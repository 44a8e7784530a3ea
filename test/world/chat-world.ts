/**
 * Incidents that wait for a word, people in a chat to give it, and the service between them: real stores, a pretend cluster
 * and a pretend chat platform whose clock goes with the store's.
 */
import type { TestContext } from 'node:test'
import { type ChatSimulator, startChatSimulator } from './chat/chat-simulator.ts'
import type { ChatMessage } from './chat/message-store.ts'
import type { Endpoint } from './chat/pusher.ts'
import { VirtualClock } from './chat/virtual-clock.ts'
import { eventually } from './eventually.ts'
import { letPass } from './records.ts'
import type { TestService } from './service.ts'
import { runSql } from './sql.ts'
import { openWaitingWorld, type WaitingWorld } from './waiting-plan.ts'

export const ENCRYPT_KEY = 'ek-demo'
const VERIFICATION_TOKEN = 'vt-demo'
/** The real platform gives three seconds; a busy test machine is no reason to be late. */
const PATIENT_MS = 30_000

export type ChatWorld = WaitingWorld & {
  chat: ChatSimulator
  instances: TestService[]
  /** Callbacks go to this instance from now on. */
  connect(service: TestService, endpoint?: Partial<Endpoint>): void
  /** For everybody: the stores, the service, the platform. */
  pass(milliseconds: number): Promise<void>
  /** The newest card of an incident, once it says this. */
  card(incidentId: string, says?: RegExp): Promise<ChatMessage>
  /** The same, once the service has heard which message its card became: a moment after it is in the chat. */
  knownCard(incidentId: string, says?: RegExp): Promise<ChatMessage>
  show(incidentId: string): Promise<Shown>
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape and assert what they find.
type Shown = any

type Options = {
  deployments?: readonly string[]
  instances?: number
  environment?: Record<string, string>
  /** How long the service works on a callback before it answers; without it, as long as it takes. */
  chatPatienceMs?: number
  chats?: NonNullable<NonNullable<Parameters<typeof startChatSimulator>[0]>['chats']>
}

export async function openChatWorld(t: TestContext, options: Options = {}): Promise<ChatWorld> {
  const { deployments = ['checkout'], instances: count = 1, environment = {}, chats = ['oc_ops'] } = options
  const { chatPatienceMs } = options
  const how = chatPatienceMs === undefined ? {} : { chatPatienceMs }
  const chat = await startChatSimulator({ clock: new VirtualClock({ isRunning: true, start: new Date() }), chats })
  t.after(() => chat.close())
  const world = await openWaitingWorld(t, deployments)
  const more = {
    // Instances hear of each other through Redis, where there is one; without it they look for themselves.
    ...(count > 1 && process.env.TEST_REDIS_URL && { REDIS_URL: process.env.TEST_REDIS_URL }),
    ...chat.settings,
    CHAT_ENCRYPT_KEY: ENCRYPT_KEY,
    CHAT_VERIFICATION_TOKEN: VERIFICATION_TOKEN,
    CHAT_DEFAULT_CHAT_ID: 'oc_ops',
    ...environment,
  }
  const instances: TestService[] = []
  for (let at = 0; at < count; at += 1) instances.push(await world.startInstance(more, how))
  const connect: ChatWorld['connect'] = ({ address }, endpoint = {}) =>
    chat.connect({
      eventUrl: `${address}/chat/event`,
      cardUrl: `${address}/chat/card/action`,
      encryptKey: ENCRYPT_KEY,
      verificationToken: VERIFICATION_TOKEN,
      deadlineMs: PATIENT_MS,
      ...endpoint,
    })
  const [first] = instances
  if (first) connect(first)
  return {
    ...world,
    chat,
    instances,
    connect,
    startInstance: (extra = {}) => world.startInstance({ ...more, ...extra }, how),
    pass: async (milliseconds) => {
      await letPass(world.database, `${milliseconds} milliseconds`)
      await chat.clock.advance(milliseconds)
      await untilLeasesHold(world)
    },
    card: (incidentId, says = /./) => cardOf(chat, incidentId, says),
    knownCard: async (incidentId, says = /./) => {
      const card = await cardOf(chat, incidentId, says)
      const known = 'SELECT FROM chat_cards WHERE message_id = $1'
      await eventually('the service knows its card', async () => {
        return (await runSql(world.databaseUrl, known, [card.id])).length > 0
      })
      return card
    },
    show: async (incidentId) => (await first?.get(`/api/incidents/${incidentId}`))?.body.data,
  }
}

/** To the store's clock, leases ran out in the jump; until they are renewed, one instance would take over from a living one. */
function untilLeasesHold({ databaseUrl }: WaitingWorld) {
  const lapsed = `SELECT FROM instances WHERE lease_until <= firebreak_now() AND id <> 'planter'`
  return eventually(
    'every instance has renewed its lease',
    async () => (await runSql(databaseUrl, lapsed)).length === 0,
  )
}

/** All messages that speak of an incident in their first line, the oldest first. */
export function cardsOf(chat: ChatSimulator, incidentId: string): ChatMessage[] {
  return chat.store
    .all()
    .filter(({ id, type }) => type === 'interactive' && chat.words(id).split('\n')[0]?.startsWith(incidentId))
}

function cardOf(chat: ChatSimulator, incidentId: string, says: RegExp): Promise<ChatMessage> {
  return eventually(`the card of ${incidentId} says ${says}`, () => {
    const card = cardsOf(chat, incidentId).at(-1)
    return card && says.test(chat.words(card.id)) && card
  })
}
