/** The platform's chats and messages. */
import { type CardJson, checkChange, checkContent, parse } from './card-rules.ts'
import { PlatformNo } from './platform-answer.ts'
import type { VirtualClock } from './virtual-clock.ts'

export type Sender = { id: string; kind: 'user' | 'bot' }

export type Chat = {
  id: string
  type: 'group' | 'p2p'
  /** Absent: our bot and whoever speaks. */
  members?: readonly string[]
  hasBot: boolean
  hasThreads: boolean
  /** The number every call into this chat is refused with, as for a muted bot or a chat that was dissolved. */
  refusedWith?: number
}

export type ChatMessage = {
  id: string
  chatId: string
  type: string
  content: string
  /** Every content it has had, the present one last. */
  versions: string[]
  sender: Sender
  createdAt: Date
  updatedAt: Date
  isRecalled: boolean
  rootId?: string
  parentId?: string
  threadId?: string
  reactions: { id: string; emoji: string; by: Sender }[]
}

export type Draft = {
  chatId: string
  type: string
  content: string
  sender: Sender
  parent?: ChatMessage
  inThread?: boolean
}

const UPDATABLE_MS = 14 * 24 * 3600 * 1000
const UUID_MS = 3600 * 1000

export class MessageStore {
  readonly chats = new Map<string, Chat>()
  readonly #clock: VirtualClock
  readonly #messages = new Map<string, ChatMessage>()
  readonly #byUuid = new Map<string, { id: string; atMs: number }>()
  #threads = 0

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  all(): ChatMessage[] {
    return [...this.#messages.values()]
  }

  in(chatId: string): ChatMessage[] {
    return this.all().filter((message) => message.chatId === chatId)
  }

  find(id: string): ChatMessage {
    const message = this.#messages.get(id)
    if (message === undefined) throw new PlatformNo(230110, 'The message has been deleted.')
    return message
  }

  recall(id: string): void {
    this.find(id).isRecalled = true
  }

  /** One uuid is one message for an hour. */
  sentUnder(uuid: unknown): ChatMessage | undefined {
    const known = typeof uuid === 'string' ? this.#byUuid.get(uuid) : undefined
    const isLiving = known !== undefined && this.#clock.now().getTime() - known.atMs < UUID_MS
    return isLiving ? this.#messages.get(known.id) : undefined
  }

  remember(uuid: unknown, { id }: ChatMessage): void {
    if (uuid === undefined) return
    this.#byUuid.set(String(uuid), { id, atMs: this.#clock.now().getTime() })
  }

  /** Where our bot may speak; anything else is a refusal. */
  openTo(chatId: unknown): Chat {
    const chat = this.chats.get(String(chatId))
    if (chat === undefined || !chat.hasBot) throw new PlatformNo(230002, 'Bot/User can NOT be out of the chat.')
    if (chat.refusedWith !== undefined) throw new PlatformNo(chat.refusedWith, 'refused in this chat')
    return chat
  }

  add(draft: Draft): ChatMessage {
    checkContent(draft.type, draft.content)
    const { parent, sender, chatId, type, content } = draft
    const thread = parent && this.#threadOf(parent, draft.inThread === true)
    const message: ChatMessage = {
      id: `om_${this.#messages.size + 1}`,
      chatId,
      type,
      content,
      versions: [content],
      sender,
      createdAt: this.#clock.now(),
      updatedAt: this.#clock.now(),
      isRecalled: false,
      reactions: [],
      ...(parent && { rootId: parent.rootId ?? parent.id, parentId: parent.id }),
      ...(thread !== undefined && { threadId: thread }),
    }
    this.#messages.set(message.id, message)
    return message
  }

  /** What stands in a thread is answered in it, whether or not that was asked for. */
  #threadOf(parent: ChatMessage, isWanted: boolean): string | undefined {
    if (parent.threadId === undefined && isWanted) {
      if (!this.chats.get(parent.chatId)?.hasThreads) throw new PlatformNo(230071, 'The chat does not support threads.')
      this.#threads += 1
      parent.threadId = `omt_${this.#threads}`
    }
    return parent.threadId
  }

  /** As the application that sent it may change it. */
  change(message: ChatMessage, content: string, by: string): void {
    if (message.isRecalled) throw new PlatformNo(230011, 'The message has been recalled.')
    if (message.sender.id !== by) throw new PlatformNo(230027, 'Lack of necessary permissions.')
    if (message.type !== 'interactive') throw new PlatformNo(230001, 'This message is NOT a card.')
    if (this.#clock.now().getTime() - message.createdAt.getTime() > UPDATABLE_MS)
      throw new PlatformNo(230031, 'The message is too old to be updated.')
    checkContent('interactive', content)
    checkChange(cardOf(message), parse(content) ?? {})
    this.replace(message, content)
  }

  replace(message: ChatMessage, content: string): void {
    message.content = content
    message.versions.push(content)
    message.updatedAt = this.#clock.now()
  }
}

export function cardOf({ content }: ChatMessage): CardJson {
  return parse(content) ?? {}
}
