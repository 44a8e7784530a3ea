/** What the platform pushes, in its two schemas and in the contract's own shape. */
import type { ChatMessage, Sender } from './message-store.ts'

export type Schema = 'v1' | 'v2' | 'spec'
export type CardForm = 'old' | 'new' | 'spec'

export type Mentioned = { key: string; openId: string; name: string }

type Envelope = { schema: Schema; eventId: string; atMs: number; token: string | undefined; appId: string }

export type MessageEvent = { message: ChatMessage; chatType: string; mentions: readonly Mentioned[] }

export function messageBody(envelope: Envelope, event: MessageEvent): unknown {
  const { message, chatType, mentions } = event
  if (envelope.schema === 'spec')
    return {
      type: 'event_callback',
      event: { message: { content: message.content }, sender: { sender_id: { open_id: message.sender.id } } },
    }
  if (envelope.schema === 'v1') return inSchemaOne(envelope, messageInSchemaOne(event))
  return inSchemaTwo(envelope, 'im.message.receive_v1', {
    sender: { sender_id: idsOf(message.sender), sender_type: message.sender.kind, tenant_key: 'tk' },
    message: {
      message_id: message.id,
      root_id: message.rootId,
      parent_id: message.parentId,
      thread_id: message.threadId,
      create_time: String(message.createdAt.getTime()),
      update_time: String(message.updatedAt.getTime()),
      chat_id: message.chatId,
      chat_type: chatType,
      message_type: message.type,
      content: message.content,
      mentions: mentions.map(({ key, openId, name }) => ({ key, id: { open_id: openId }, name, tenant_key: 'tk' })),
    },
  })
}

/** The old schema spreads the message over the event, with its text already unwrapped. */
function messageInSchemaOne({ message, chatType, mentions }: MessageEvent): unknown {
  const { text = '' } = JSON.parse(message.content) as { text?: string }
  return {
    type: 'message',
    app_id: 'cli_demo',
    tenant_key: 'tk',
    root_id: message.rootId ?? '',
    parent_id: message.parentId ?? '',
    open_chat_id: message.chatId,
    chat_type: chatType === 'p2p' ? 'private' : chatType,
    msg_type: message.type,
    open_id: message.sender.id,
    open_message_id: message.id,
    is_mention: mentions.length > 0,
    text,
    text_without_at_bot: mentions.reduce((words, { key }) => words.replace(key, ''), text),
  }
}

export type ReactionEvent = { messageId: string; emoji: string; by: Sender }

export function reactionBody(envelope: Envelope, { messageId, emoji, by }: ReactionEvent): unknown {
  const event = {
    message_id: messageId,
    reaction_type: { emoji_type: emoji },
    operator_type: by.kind === 'bot' ? 'app' : 'user',
    ...(by.kind === 'bot' ? { app_id: by.id } : { user_id: { open_id: by.id } }),
    action_time: String(envelope.atMs),
  }
  if (envelope.schema === 'v2') return inSchemaTwo(envelope, 'im.message.reaction.created_v1', event)
  return envelope.schema === 'v1' ? inSchemaOne(envelope, event) : { type: 'event_callback', event }
}

export type Press = {
  message: ChatMessage
  user: string
  value: unknown
  cardToken: string
  /** What the person typed into the card's form. */
  typed?: Readonly<Record<string, string>>
}

export function pressBody(envelope: Envelope, form: CardForm, press: Press): unknown {
  const { message, user, value, cardToken, typed } = press
  const action = { tag: 'button', value, ...(typed && { form_value: typed }) }
  if (form === 'spec')
    return { action: { value, ...(typed && { form_value: typed }) }, open_id: user, token: cardToken }
  if (form === 'old')
    return {
      open_id: user,
      user_id: null,
      open_message_id: message.id,
      open_chat_id: message.chatId,
      tenant_key: 'tk',
      token: cardToken,
      action,
    }
  return inSchemaTwo(envelope, 'card.action.trigger', {
    operator: { tenant_key: 'tk', open_id: user, union_id: `on_${user}` },
    token: cardToken,
    host: 'im_message',
    action,
    context: { open_message_id: message.id, open_chat_id: message.chatId },
  })
}

function inSchemaOne({ eventId, atMs, token }: Envelope, event: unknown): unknown {
  return { uuid: eventId, ts: (atMs / 1000).toFixed(3), token, type: 'event_callback', event }
}

function inSchemaTwo({ eventId, atMs, token, appId }: Envelope, event_type: string, event: unknown): unknown {
  const header = { event_id: eventId, event_type, create_time: String(atMs), token, app_id: appId, tenant_key: 'tk' }
  return { schema: '2.0', header, event }
}

function idsOf({ id }: Sender): unknown {
  return { open_id: id, union_id: `on_${id}`, user_id: null }
}
