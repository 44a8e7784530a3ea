import { invalid, Problem } from '../../problem.ts'
import { type Fields, isFields, kindOf, readFields, readText } from './body-field.ts'
import { capText, mapTexts, wellFormed } from './stored-text.ts'
import { readTimestamp } from './timestamp.ts'

/** A body as it came in, with what every dialect may carry already read: who sent it, and free-form metadata. */
export type Post = {
  fields: Fields
  sender: Sender
  /** Well formed, not yet capped: an alert is known by all that was sent. */
  metadata: Fields
  via: 'api' | 'chat' | 'monitor'
}

type Sender = { senderId: string; chatId: string; sentAt?: string }

export function readPost(body: unknown, via: Post['via']): Post {
  if (!isFields(body)) throw noObject(body)
  return { fields: body, sender: readSender(body), metadata: readMetadata(body), via }
}

/** No shape fits, so `message` is named as for other bodies; the sentence tells what to mend. */
function noObject(body: unknown): Problem {
  const message = `must be a JSON object with an alert in it, but is ${kindOf(body)}`
  const details = [
    { field: 'message', message: 'is required' },
    { field: 'body', message },
  ]
  return new Problem('VALIDATION_ERROR', `The body ${message}.`, { details })
}

/** Senders cannot be made to repeat an alert, so it is taken without its time; the answer says so. */
export function hasUnreadableTimestamp(body: unknown): boolean {
  const text = isFields(body) ? (readText(body, 'timestamp') ?? '') : ''
  return text.trim() !== '' && readTimestamp(text) === undefined
}

/** Who says so, `''` if nobody: asked before the alert is read, because only listed senders are heard. */
export function readSenderId(body: unknown): string {
  return isFields(body) ? capText(readText(body, 'sender_id') ?? '') : ''
}

function readSender(fields: Fields): Sender {
  const sentAt = readTimestamp(readText(fields, 'timestamp') ?? '')
  const chatId = capText(readText(fields, 'chat_id') ?? '')
  return { senderId: readSenderId(fields), chatId, ...(sentAt && { sentAt }) }
}

/** No tool nests so deep; whoever does is trying to exhaust the stack of those who read it, the store's included. */
const METADATA_LEVELS_MAX = 100

function readMetadata(fields: Fields): Fields {
  const metadata = readFields(fields, 'metadata') ?? {}
  if (isDeeperThan(METADATA_LEVELS_MAX, metadata)) {
    throw invalid('metadata', `must not be nested deeper than ${METADATA_LEVELS_MAX} levels`)
  }
  return mapTexts(metadata, wellFormed) as Fields
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(levels - 1, item))
}
