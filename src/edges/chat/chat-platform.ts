/** People, reached through the chat platform. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Message, type People, PeopleUnreachable } from '../../ports/people.ts'
import { SHORT_CARD_BYTES_MAX } from './card.ts'
import { ChatWire, type ChatWireParts } from './chat-wire.ts'
import { type Attempt, bodyOf, firstAttempt, otherwise, pathOf } from './message-attempt.ts'
import { readText } from './message-text.ts'
import { OwnIdentity } from './own-identity.ts'
import { Pace } from './pace.ts'
import { PlatformRefusal } from './platform-refusal.ts'
import { renderView } from './render-view.ts'
import { fieldsAt, idAt, listAt, textAt, type WireFields } from './wire-field.ts'

type ChatPlatform = People & {
  /** Our bot's open_id; undefined while it cannot be learned, which never takes long to find out. */
  ownId(): Promise<string | undefined>
  /** The words of one message; undefined where it holds none. */
  readMessage(messageId: string): Promise<string | undefined>
  /** A cheap question; throws PeopleUnreachable where it is not answered. */
  check(): Promise<void>
}

type Parts = ChatWireParts & { sleep?: (milliseconds: number) => Promise<unknown> }

type Speaking = { wire: ChatWire; pace: Pace; sleep: (milliseconds: number) => Promise<unknown> }

export function createChatPlatform({ sleep = delay, ...parts }: Parts): ChatPlatform {
  const wire = new ChatWire(parts)
  const speaking: Speaking = { wire, pace: new Pace(parts.clock), sleep }
  const identity = new OwnIdentity({ wire, clock: parts.clock })
  return {
    post: (message) => post(speaking, message),
    update: (message) => update(speaking, message),
    react: (reaction) => react(speaking, reaction),
    ownId: () => identity.get(),
    readMessage: (messageId) => readMessage(speaking, messageId),
    check: () => check(speaking),
  }
}

type Call = Parameters<ChatWire['call']>[0]

/** In its turn; and when the platform asks for silence, everybody keeps it. */
async function speak({ wire, pace, sleep }: Speaking, place: string, call: Call): Promise<WireFields> {
  const { waitMs, isTaken } = pace.take(place)
  if (!isTaken)
    throw new PeopleUnreachable({ kind: 'retry', afterMs: waitMs }, 'More messages wait than the chat platform takes.')
  if (waitMs > 0) await sleep(waitMs)
  try {
    return await wire.call(call)
  } catch (error) {
    if (error instanceof PlatformRefusal && error.code === RATE_LIMITED) pace.hold(error.waitMs)
    throw error
  }
}

const RATE_LIMITED = 99991400

async function post(speaking: Speaking, message: Message): Promise<{ messageId: string; asText: boolean }> {
  if (message.view === undefined && message.text === undefined) throw new Error('A message has a view or a text.')
  let attempt: Attempt | undefined = firstAttempt(message)
  while (true) {
    try {
      const call = { method: 'POST', path: pathOf(attempt), body: bodyOf(attempt) } as const
      return readPosted(await speak(speaking, `chat ${message.chatId}`, call), message)
    } catch (error) {
      if (!(error instanceof PlatformRefusal)) throw error
      attempt = otherwise(attempt, error)
      if (attempt === undefined) throw error.asUnreachable()
    }
  }
}

/** What the platform says it holds: for a key it had seen before, that is the message of the first time. */
function readPosted(answer: WireFields, { view }: Message): { messageId: string; asText: boolean } {
  const messageId = idAt(answer, 'data', 'message_id')
  if (messageId === undefined)
    throw new PeopleUnreachable({ kind: 'retry', afterMs: 1000 }, 'The chat platform did not name the message it took.')
  return { messageId, asText: view !== undefined && textAt(answer, 'data', 'msg_type') !== 'interactive' }
}

async function update(speaking: Speaking, { messageId, view }: Parameters<People['update']>[0]): Promise<void> {
  const patch = (bytesMax?: number) => {
    const body = { content: JSON.stringify(renderView(view, bytesMax).card) }
    return speak(speaking, `message ${messageId}`, { method: 'PATCH', path: pathTo(messageId), body })
  }
  try {
    await patch().catch((error) => {
      if (error instanceof PlatformRefusal && error.reaction === 'shorten') return patch(SHORT_CARD_BYTES_MAX)
      throw error
    })
  } catch (error) {
    throw asUpdateFailure(error)
  }
}

/** A card that cannot become this one is told anew, as a message of its own. */
function asUpdateFailure(error: unknown): unknown {
  if (!(error instanceof PlatformRefusal)) return error
  const isAboutForm = error.reaction === 'form' || error.reaction === 'shorten' || error.reaction === undefined
  return isAboutForm ? new PeopleUnreachable({ kind: 'gone' }, error.message) : error.asUnreachable()
}

const EMOJI = { seen: 'OK', done: 'DONE', failed: 'CrossMark' } as const

const ALREADY_REACTING = 231015

async function react(speaking: Speaking, { messageId, mood }: Parameters<People['react']>[0]): Promise<void> {
  const body = { reaction_type: { emoji_type: EMOJI[mood] } }
  try {
    await speak(speaking, `message ${messageId}`, { method: 'POST', path: `${pathTo(messageId)}/reactions`, body })
  } catch (error) {
    if (!(error instanceof PlatformRefusal)) throw error
    if (error.code !== ALREADY_REACTING) throw error.asUnreachable()
  }
}

/** Asked for the card as it was sent: what an event shows of it may be reduced. */
async function readMessage({ wire }: Speaking, messageId: string): Promise<string | undefined> {
  const path = `${pathTo(messageId)}?card_msg_content_type=user_card_content`
  try {
    const [item] = listAt(await wire.call({ method: 'GET', path }), 'data', 'items')
    const body = fieldsAt(item, 'body')
    return readText({ message_type: textAt(item, 'msg_type'), content: body?.content }, [])?.text
  } catch (error) {
    throw error instanceof PlatformRefusal ? error.asUnreachable() : error
  }
}

async function check({ wire }: Speaking): Promise<void> {
  try {
    await wire.call({ method: 'GET', path: '/bot/v3/info' })
  } catch (error) {
    throw error instanceof PlatformRefusal ? error.asUnreachable() : error
  }
}

function pathTo(messageId: string): string {
  return `/im/v1/messages/${encodeURIComponent(messageId)}`
}
