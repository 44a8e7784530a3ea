/** One message that is no card: an answer, or a notice in the words and with the names of this moment; in the language of the chat. */
import type { Message } from '../../ports/people.ts'
import { linesInChinese } from '../../words/lines-in-chinese.ts'
import type { DueNote } from './chat-store.ts'
import { noticeFor } from './notice.ts'
import type { Speaking } from './speaking.ts'
import { delayOf, PATIENCE_SECONDS, post } from './tell.ts'

export async function sendNote(speaking: Speaking, note: DueNote): Promise<void> {
  const { notes } = speaking.store
  const message = await messageOf(speaking, note)
  if (!message) return notes.drop(note)
  const delivery = await post(speaking.people, { ...message, text: withoutLinks(message.text ?? '') })
  if (delivery.kind === 'posted') return notes.sent(note, { chatId: message.chatId, messageId: delivery.messageId })
  const isHopeless = delivery.kind !== 'later' || note.ageSeconds > PATIENCE_SECONDS
  if (isHopeless)
    return notes.giveUp(note, 'sentence' in delivery ? delivery.sentence : 'The message answered to is gone.')
  return notes.postpone(
    note,
    delayOf({ attempts: note.attempts, afterMs: delivery.afterMs, chance: speaking.chance() }),
  )
}

/** None of our sentences holds a link: what looks like one was written by a stranger, into an alert or a log. */
function withoutLinks(text: string): string {
  return text.replaceAll('://', '[:]//')
}

/** Undefined where there is no thread to say it in, or the moment for it has passed. */
async function messageOf(speaking: Speaking, note: DueNote): Promise<Message | undefined> {
  if (note.what === 'answer') {
    const { key, chatId, replyTo, inThread } = note
    const isChinese = (await speaking.currentSettings()).CHAT_LANGUAGE === 'zh'
    const text = isChinese ? linesInChinese(note.text) : note.text
    return { key, chatId, text, inThread, ...(replyTo !== '' && { replyTo }) }
  }
  const { key, card } = note
  const notice = card.messageId === '' ? undefined : await noticeFor(speaking, note.what, note.incidentId)
  return notice && { key, chatId: card.chatId, replyTo: card.messageId, inThread: true, ...notice }
}
