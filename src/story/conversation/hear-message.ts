/** A message from the chat: an alert where a listed bot speaks, a question where a person speaks to us, else nothing. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../ports/log.ts'
import { type AnsweringParts, answerPerson } from './answer-person.ts'
import { readCommand } from './command.ts'
import type { Heard, Reaction, SaidMessage } from './heard.ts'

export type MessageParts = AnsweringParts & {
  /** The words of a message, asked of the platform itself. */
  readMessage(messageId: string): Promise<string | undefined>
  /** Bots we were told of and do not hear; each is named in the log once, for the operator to copy. */
  strangers: Set<string>
  log: Log
}

export async function hearMessage(parts: MessageParts, said: SaidMessage): Promise<Heard> {
  const { ALERT_BOT_IDS = [], CHAT_APP_ID } = await parts.currentSettings()
  // What we say ourselves is never an alert, even where somebody has listed us.
  if (said.isOwn || said.senderIds.some((id) => id === CHAT_APP_ID)) return { handled: 'ignored' }
  if (said.senderIds.some((id) => ALERT_BOT_IDS.includes(id))) return takeAlert(parts, said)
  if (said.senderKind === 'bot') return ignoreStranger(parts, said)
  return isForUs(said) ? answerPerson(parts, said) : { handled: 'ignored' }
}

const STRANGERS_MAX = 1_000

function ignoreStranger({ strangers, log }: MessageParts, { senderIds }: SaidMessage): Heard {
  const [name = ''] = senderIds
  if (!strangers.has(name) && strangers.size < STRANGERS_MAX) {
    strangers.add(name)
    log.info({ senderIds }, 'A bot that is not in ALERT_BOT_IDS spoke in the chat; it is not heard.')
  }
  return { handled: 'ignored' }
}

/** Where the platform does not tell who is meant, one of our own commands without another name in it is. */
function isForUs({ isAddressed, text, mentionedIds }: SaidMessage): boolean {
  return isAddressed || (mentionedIds.length === 0 && readCommand(text) !== undefined)
}

async function takeAlert(parts: MessageParts, said: SaidMessage): Promise<Heard> {
  const { senderIds, chatId = '', sentAt } = said
  const { incidentId } = await parts.takeAlert({
    message: await wordsOf(parts, said),
    sender_id: senderIds[0] ?? '',
    chat_id: chatId,
    ...(sentAt && { timestamp: sentAt.toISOString() }),
  })
  return { handled: 'alert', ...(incidentId !== '' && { incidentId }) }
}

/** The callback is answered within three seconds. */
const READ_MS = 1_500

/** An alert is not lost because its card cannot be read. */
async function wordsOf(
  { readMessage }: MessageParts,
  { text, isReduced, messageId, senderIds }: SaidMessage,
): Promise<string> {
  const isUnread = isReduced && messageId !== undefined
  const patience = new AbortController()
  const read = isUnread
    ? await Promise.race([readMessage(messageId).catch(() => undefined), pause(READ_MS, undefined, patience)])
    : undefined
  patience.abort()
  return read?.trim() || text.trim() || `A message of ${senderIds[0]} whose words could not be read.`
}

/** An acknowledgement and never an approval: it names no plan, and is easily given by accident. */
export async function hearReaction(
  { store, addNote }: Pick<MessageParts, 'store' | 'addNote'>,
  { messageId, actorIds, actorKind, emoji }: Reaction,
): Promise<Heard> {
  const incidentId = actorKind === 'user' ? await store.cards.incidentOf([messageId]) : undefined
  if (incidentId === undefined) return { handled: 'ignored' }
  await addNote({ incidentId, by: actorIds[0] ?? '', text: `reacted with ${emoji}`, emoji })
  return { handled: 'noted', incidentId }
}
