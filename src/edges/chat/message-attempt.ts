/**
 * The ways of saying one thing. The platform may refuse the card, its length, the thread or the message answered to;
 * each refusal takes one thing away, until it is said or nothing is left to take away.
 */
import { createHash } from 'node:crypto'
import type { Message } from '../../ports/people.ts'
import { PERSON_ID, SHORT_CARD_BYTES_MAX } from './card.ts'
import type { PlatformRefusal } from './platform-refusal.ts'
import { renderView, viewText } from './render-view.ts'
import { withoutMarkup } from './strange-words.ts'
import { present } from './wire-field.ts'

export type Attempt = {
  message: Message
  isCard: boolean
  isShort: boolean
  replyTo: string | undefined
  inThread: boolean
}

const TEXT_CHARACTERS_MAX = 30_000
const SHORT_TEXT_CHARACTERS_MAX = 3_000

export function firstAttempt(message: Message): Attempt {
  const { replyTo, inThread = false, view } = message
  return { message, isCard: view !== undefined, isShort: false, replyTo, inThread: inThread && replyTo !== undefined }
}

/** Undefined where there is no other way. */
export function otherwise(attempt: Attempt, { reaction }: PlatformRefusal): Attempt | undefined {
  if (reaction === 'shorten' && !attempt.isShort) return shortened(attempt)
  if (reaction === 'thread') return attempt.inThread ? { ...attempt, inThread: false } : undefined
  if (reaction === 'gone') return attempt.replyTo ? { ...attempt, replyTo: undefined, inThread: false } : undefined
  // A number we do not know may be about the card: a decision that is waited for must not be lost over it.
  const isAboutForm = reaction === 'form' || reaction === 'shorten' || reaction === undefined
  return isAboutForm && attempt.isCard ? { ...attempt, isCard: false } : undefined
}

/** A plan that does not fit into the shorter card is told whole in a text instead: there is more room. */
function shortened(attempt: Attempt): Attempt {
  const { view } = attempt.message
  const fits = !attempt.isCard || view === undefined || renderView(view, SHORT_CARD_BYTES_MAX).isWhole
  return fits ? { ...attempt, isShort: true } : { ...attempt, isCard: false }
}

export function pathOf({ replyTo }: Attempt): string {
  return replyTo === undefined
    ? '/im/v1/messages?receive_id_type=chat_id'
    : `/im/v1/messages/${encodeURIComponent(replyTo)}/reply`
}

export function bodyOf(attempt: Attempt): unknown {
  const { message, isCard, replyTo, inThread } = attempt
  return {
    ...(replyTo === undefined ? { receive_id: message.chatId } : present({ reply_in_thread: inThread || undefined })),
    msg_type: isCard ? 'interactive' : 'text',
    content: isCard ? cardContent(attempt) : JSON.stringify({ text: textOf(attempt) }),
    uuid: uuidOf(message.key),
  }
}

function cardContent({ message: { view }, isShort }: Attempt): string {
  if (view === undefined) throw new Error('A card is made from a view.')
  return JSON.stringify(renderView(view, isShort ? SHORT_CARD_BYTES_MAX : undefined).card)
}

function textOf({ message, isShort }: Attempt): string {
  const { view, text = '', mention = [] } = message
  const called = mention.map((id) => (PERSON_ID.test(id) ? `<at user_id="${id}"></at>` : `@${withoutMarkup(id)}`))
  const charactersMax = isShort ? SHORT_TEXT_CHARACTERS_MAX : TEXT_CHARACTERS_MAX
  const words = view
    ? viewText(view, isShort ? SHORT_CARD_BYTES_MAX : undefined)
    : cut(withoutMarkup(text), charactersMax)
  return [...called, words].join(' ')
}

function cut(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax).toWellFormed()}…`
}

const UUID_FORM = /^[\x21-\x7e]{1,50}$/

/** The platform posts one message for one uuid, and takes fifty characters. */
function uuidOf(key: string): string {
  return UUID_FORM.test(key) ? key : createHash('sha256').update(key).digest('base64url')
}
