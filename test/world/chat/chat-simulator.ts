/** The chat platform over real HTTP: its calls, its chats, its people, and the events it pushes. Time is handed in. */
import type { WireAnswer, WireRequest } from '../wire/exchange.ts'
import { Faults, type PlacedFault } from '../wire/faults.ts'
import { openLoopbackServer } from '../wire/loopback-server.ts'
import { Recorder } from '../wire/recorder.ts'
import { buttonsOf, type CardButton, wordsOn } from './card-rules.ts'
import { CardTokens } from './card-tokens.ts'
import { judgePress, type Pressed } from './click.ts'
import { type CardForm, type Mentioned, messageBody, pressBody, reactionBody, type Schema } from './event-bodies.ts'
import { answerCall, type World } from './message-routes.ts'
import { type Chat, type ChatMessage, cardOf, MessageStore, type Sender } from './message-store.ts'
import { PlatformNo } from './platform-answer.ts'
import { type Delivery, type Endpoint, Pusher } from './pusher.ts'
import { RateLimits } from './rate-limits.ts'
import { Tokens } from './tokens.ts'
import { VirtualClock } from './virtual-clock.ts'

type ChatSimulatorOptions = {
  clock?: VirtualClock
  appId?: string
  appSecret?: string
  botId?: string
  botName?: string
  /** Chats our bot is in. */
  chats?: readonly (string | (Partial<Chat> & { id: string }))[]
  recorder?: Recorder
}

/** Whose messages of a group the application is told of; those said to it alone always. */
type Hearing = 'mentions' | 'people' | 'everybody'

type Spoken = {
  chatId: string
  from: string
  fromKind?: Sender['kind']
  text?: string
  /** For a post or a card; `text` is then not used. */
  type?: string
  content?: unknown
  /** Begins with the name of our bot. */
  toBot?: boolean
  replyTo?: string
}

type Refused = { code: number; status?: number; message?: string; resetSeconds?: number }

export class ChatSimulator {
  readonly url: string
  readonly clock: VirtualClock
  readonly recorder: Recorder
  readonly faults: Faults
  readonly tokens: Tokens
  readonly store: MessageStore
  readonly pusher: Pusher
  readonly settings: { CHAT_BASE_URL: string; CHAT_APP_ID: string; CHAT_APP_SECRET: string }
  hears: Hearing = 'everybody'
  schema: Schema = 'v2'
  cardForm: CardForm = 'new'
  readonly #world: World
  readonly #closeServer: () => Promise<void>
  #events = 0

  constructor(parts: Parts & { url: string; close: () => Promise<void> }) {
    const { url, world, faults, tokens, appSecret, close } = parts
    this.url = url
    this.clock = world.clock
    this.recorder = world.recorder
    this.faults = faults
    this.tokens = tokens
    this.store = world.store
    this.pusher = new Pusher(world.clock)
    this.settings = { CHAT_BASE_URL: url, CHAT_APP_ID: world.app.appId, CHAT_APP_SECRET: appSecret }
    this.#world = world
    this.#closeServer = close
  }

  close(): Promise<void> {
    return this.#closeServer()
  }

  addChat(chat: string | (Partial<Chat> & { id: string })): void {
    addChat(this.store, chat)
  }

  /** Where events and presses go, and how they are sealed. */
  connect(endpoint: Endpoint): void {
    this.pusher.connect(endpoint)
  }

  /** Refuses the next calls that fit, with a number of the platform's. */
  refuse(
    refused: Refused,
    { method, path, times = 1 }: { method?: string; path?: RegExp; times?: number } = {},
  ): PlacedFault {
    const does = { status: refused.status ?? 400, message: JSON.stringify(refused) }
    return this.faults.add({ does, times, ...(method && { method }), ...(path && { path }) })
  }

  /** Away until it is released: silent, cutting every connection, or answering with a status. */
  down(how: 'hang' | 'cut' | number): PlacedFault {
    const does = typeof how === 'number' ? { status: how } : how
    return this.faults.add({ does, times: Number.POSITIVE_INFINITY })
  }

  /** Somebody speaks in a chat; the application hears of it as far as its permissions go. */
  async say(spoken: Spoken): Promise<{ message: ChatMessage; delivery: Delivery | undefined }> {
    const message = this.store.add(this.#draftOf(spoken))
    const mentions = spoken.toBot ? [this.botMention()] : []
    if (!this.#isHeard(message, mentions.length > 0)) return { message, delivery: undefined }
    const delivery = await this.tell(message, mentions)
    return { message, delivery }
  }

  /** The event of a message, under a new event id each time: the platform may deliver one message as two events. */
  tell(message: ChatMessage, mentions: readonly Mentioned[] = []): Promise<Delivery | undefined> {
    const chatType = this.store.chats.get(message.chatId)?.type ?? 'group'
    const eventId = this.#nextEvent()
    return this.pusher.pushEvent(eventId, messageBody(this.#envelope(eventId), { message, chatType, mentions }))
  }

  botMention(): Mentioned {
    const { botId, botName } = this.#world.app
    return { key: '@_user_1', openId: botId, name: botName }
  }

  async reactTo(messageId: string, emoji: string, by: Sender): Promise<Delivery | undefined> {
    const message = this.store.find(messageId)
    message.reactions.push({ id: `r_${messageId}_${message.reactions.length + 1}`, emoji, by })
    const eventId = this.#nextEvent()
    return this.pusher.pushEvent(eventId, reactionBody(this.#envelope(eventId), { messageId, emoji, by }))
  }

  /** The question whether we are there: unsigned, as the platform asks it. */
  challenge(words = 'c-0001'): Promise<Delivery> {
    const { eventUrl, verificationToken } = this.pusher.endpoint
    const body = { challenge: words, token: verificationToken, type: 'url_verification' }
    return this.pusher.send(eventUrl, 'challenge', body, { isSigned: false })
  }

  /** The buttons a person sees on a message at this moment. */
  buttons(messageId: string): CardButton[] {
    const message = this.store.find(messageId)
    return message.isRecalled || message.type !== 'interactive' ? [] : buttonsOf(cardOf(message))
  }

  words(messageId: string): string {
    const message = this.store.find(messageId)
    return message.type === 'interactive' ? wordsOn(cardOf(message)) : message.content
  }

  /** Presses the button with this label or this action, once: a press that is lost is not repeated by the platform. */
  async click(messageId: string, button: string, user: string, typed?: Record<string, string>): Promise<Pressed> {
    const message = this.store.find(messageId)
    const members = this.store.chats.get(message.chatId)?.members
    if (members && !members.includes(user)) throw new Error(`${user} does not see ${messageId}.`)
    const pressed = this.buttons(messageId).find(({ label, value }) => label === button || value.action === button)
    if (pressed === undefined) throw new Error(`There is no button ${button} on ${messageId} now.`)
    return this.press(messageId, pressed.value, user, typed)
  }

  /** As from a card somebody kept: the value is sent whether or not the button is still shown. */
  async press(messageId: string, value: unknown, user: string, typed?: Record<string, string>): Promise<Pressed> {
    const message = this.store.find(messageId)
    const cardToken = this.#world.cardTokens.mint(message)
    const eventId = this.#nextEvent()
    const press = { message, user, value, cardToken, ...(typed && { typed }) }
    const body = pressBody(this.#envelope(eventId), this.cardForm, press)
    const judged = judgePress(await this.pusher.send(this.pusher.endpoint.cardUrl, eventId, body))
    this.#world.cardTokens.answered(cardToken)
    if (judged.card !== undefined) this.store.replace(message, JSON.stringify(judged.card))
    return judged
  }

  #nextEvent(): string {
    this.#events += 1
    return `ev-${this.#events}`
  }

  #envelope(eventId: string) {
    const token = this.pusher.endpoint.verificationToken
    return { schema: this.schema, eventId, atMs: this.clock.now().getTime(), token, appId: this.#world.app.appId }
  }

  #draftOf({ chatId, from, fromKind = 'user', text = '', type = 'text', content, toBot, replyTo }: Spoken) {
    const words = content ?? { text: toBot ? `${this.botMention().key} ${text}` : text }
    return {
      chatId,
      type,
      content: JSON.stringify(words),
      sender: { id: from, kind: fromKind },
      ...(replyTo !== undefined && { parent: this.store.find(replyTo) }),
    }
  }

  #isHeard({ chatId, sender }: ChatMessage, isToBot: boolean): boolean {
    const chat = this.store.chats.get(chatId)
    if (!chat?.hasBot) return false
    if (chat.type === 'p2p' || this.hears === 'everybody') return true
    return sender.kind === 'user' && (isToBot || this.hears === 'people')
  }
}

type Parts = { world: World; faults: Faults; tokens: Tokens; appSecret: string }

export async function startChatSimulator(options: ChatSimulatorOptions = {}): Promise<ChatSimulator> {
  const parts = layOut(options)
  const { world, faults } = parts
  const server = await openLoopbackServer({
    system: 'chat',
    recorder: world.recorder,
    faults,
    now: () => world.clock.now(),
    answer: (request) => answer(parts, request),
    refuse: (status, message) => refusal(status, message).answer(),
  })
  return new ChatSimulator({ ...parts, url: server.url, close: server.close })
}

function layOut(options: ChatSimulatorOptions): Parts {
  const {
    clock = new VirtualClock(),
    recorder = new Recorder(),
    appId = 'cli_demo',
    appSecret = 'chat-app-secret',
  } = options
  const { botId = 'ou_self', botName = 'Firebreak', chats = ['oc_ops'] } = options
  const store = new MessageStore(clock)
  for (const chat of chats) addChat(store, chat)
  const cardTokens = new CardTokens({ clock, store })
  const app = { appId, botId, botName }
  const world = { store, limits: new RateLimits(clock), cardTokens, recorder, clock, app }
  return { world, faults: new Faults(), tokens: new Tokens({ clock, appId, appSecret }), appSecret }
}

function addChat(store: MessageStore, given: string | (Partial<Chat> & { id: string })): void {
  const chat = typeof given === 'string' ? { id: given } : given
  store.chats.set(chat.id, { type: 'group', hasBot: true, hasThreads: true, ...chat })
}

function answer({ world, tokens }: Parts, request: WireRequest): WireAnswer {
  try {
    if (request.url.pathname === '/open-apis/auth/v3/tenant_access_token/internal') return tokens.give(request)
    tokens.check(request)
    return answerCall(world, request)
  } catch (error) {
    if (error instanceof PlatformNo) return error.answer()
    throw error
  }
}

/** A fault says which number it wants; a bare status is a gateway's answer, which has none. */
function refusal(status: number, message: string | undefined): PlatformNo | { answer(): WireAnswer } {
  if (message === undefined)
    return { answer: () => ({ status, contentType: 'text/html', body: '<html>Bad Gateway</html>' }) }
  const { code, message: words = 'refused', resetSeconds } = JSON.parse(message) as Refused
  return new PlatformNo(code, words, { status, ...(resetSeconds !== undefined && { resetSeconds }) })
}
