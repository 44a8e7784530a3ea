/** Events in the platform's two schemas and in the contract's own shape, which has neither header nor ids. */
import type { ChatRecord } from './chat-record.ts'
import { type Mention, readText } from './message-text.ts'
import { fieldsAt, idAt, idsAt, listAt, present, textAt, type WireFields } from './wire-field.ts'

type Reading = { signatureKey: string; ownId?: string }

export function readEvent(body: WireFields, reading: Reading): ChatRecord {
  const event = fieldsAt(body, 'event') ?? {}
  const type = textAt(body, 'header', 'event_type')
  const eventId = idAt(body, 'header', 'event_id') ?? idAt(body, 'uuid')
  const dedupe = [...(eventId === undefined ? [] : [`event:${eventId}`]), reading.signatureKey]
  if (type === undefined ? event.reaction_type !== undefined : type === 'im.message.reaction.created_v1')
    return readReaction(event, dedupe)
  if (type === undefined ? isMessage(event) : type === 'im.message.receive_v1')
    return readMessage(event, dedupe, reading.ownId)
  return { kind: 'ignore', dedupe, reason: `An event of type ${type ?? 'unknown'} is not for us.` }
}

function isMessage(event: WireFields): boolean {
  return fieldsAt(event, 'message') !== undefined || event.type === 'message'
}

function readReaction(event: WireFields, dedupe: string[]): ChatRecord {
  const messageId = idAt(event, 'message_id')
  const emoji = idAt(event, 'reaction_type', 'emoji_type')
  const people = idsAt(fieldsAt(event, 'user_id'), 'open_id', 'union_id', 'user_id')
  const actorIds = [...people, ...idsAt(event, 'app_id')]
  if (messageId === undefined || emoji === undefined || actorIds.length === 0)
    return { kind: 'ignore', dedupe, reason: 'The reaction does not say to what, by whom or which.' }
  return { kind: 'reaction', dedupe, messageId, emoji, actorIds, actorKind: kindOf(event.operator_type) }
}

function readMessage(event: WireFields, dedupe: string[], ownId: string | undefined): ChatRecord {
  const message = fieldsAt(event, 'message') ?? fromSchemaOne(event)
  const sender = fieldsAt(event, 'sender') ?? fieldsAt(message, 'sender') ?? {}
  const senderIds = idsAt(fieldsAt(sender, 'sender_id'), 'open_id', 'union_id', 'user_id', 'app_id')
  if (senderIds.length === 0) return { kind: 'ignore', dedupe, reason: 'The message does not say who sent it.' }
  const mentions = readMentions(message)
  const read = readText(message, mentions, ownId)
  if (read === undefined)
    return { kind: 'ignore', dedupe, reason: `A message of type ${textAt(message, 'message_type')} holds no text.` }
  const place = readPlace(message)
  const mentionedIds = mentions.flatMap(({ ids }) => ids)
  return {
    kind: 'message',
    // The platform may deliver one message as two events.
    dedupe: [...(place.messageId === undefined ? [] : [`message:${place.messageId}`]), ...dedupe],
    senderIds,
    senderKind: kindOf(sender.sender_type),
    isOwn: ownId !== undefined && senderIds.includes(ownId),
    ...present(place),
    ...read,
    mentionedIds,
    isAddressed:
      place.chatType === 'p2p' || event.is_mention === true || (ownId !== undefined && mentionedIds.includes(ownId)),
  }
}

function readPlace(message: WireFields) {
  const sentAt = new Date(Number(textAt(message, 'create_time') || Number.NaN))
  return {
    chatId: idAt(message, 'chat_id'),
    chatType: idAt(message, 'chat_type'),
    messageId: idAt(message, 'message_id'),
    rootId: idAt(message, 'root_id'),
    parentId: idAt(message, 'parent_id'),
    threadId: idAt(message, 'thread_id'),
    sentAt: Number.isNaN(sentAt.getTime()) ? undefined : sentAt,
  }
}

/** Schema 1 spreads the message over the event itself, under names of its own. */
function fromSchemaOne(event: WireFields): WireFields {
  const text = textAt(event, 'text_without_at_bot') ?? textAt(event, 'text')
  return {
    message_id: event.open_message_id,
    chat_id: event.open_chat_id,
    chat_type: event.chat_type === 'private' ? 'p2p' : event.chat_type,
    root_id: event.root_id,
    parent_id: event.parent_id,
    message_type: event.msg_type,
    content: text === undefined ? undefined : JSON.stringify({ text }),
    sender: { sender_id: { open_id: event.open_id, union_id: event.union_id, user_id: event.employee_id } },
  }
}

function readMentions(message: WireFields): Mention[] {
  return listAt(message, 'mentions').map((mention) => ({
    key: textAt(mention, 'key') ?? '',
    name: textAt(mention, 'name') ?? '',
    ids: idsAt(fieldsAt(mention, 'id'), 'open_id', 'union_id', 'user_id'),
  }))
}

/** A bot is called `bot` in events and `app` elsewhere. Who is not said to be one is a person. */
function kindOf(type: unknown): 'user' | 'bot' {
  return type === 'bot' || type === 'app' ? 'bot' : 'user'
}
