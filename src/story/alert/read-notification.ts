/** What is asked of a notification before it may be stored, in one piece, so that a large one can be read elsewhere. */
import { Problem } from '../../problem.ts'
import type { Alert } from './alert.ts'
import { capMembers } from './member-cap.ts'
import { refuseMistyped } from './mistyped-fields.ts'
import { hasUnreadableTimestamp, readSenderId } from './post.ts'
import { readAlert } from './read-alert.ts'

export type SenderTerms = {
  /** Undefined where nobody said who may send. */
  botIds: readonly string[] | undefined
  membersMax: number
}

export type ReadNotification = {
  alert: Alert
  /** What the sender should hear beside that it was taken. */
  asides: string
}

export function readNotification(body: unknown, { botIds, membersMax }: SenderTerms): ReadNotification {
  refuseMistyped(body)
  const senderId = readSenderId(body)
  const isListed = namesSender(body) && (botIds?.includes(senderId) ?? false)
  if (namesSender(body) && botIds !== undefined && !isListed)
    throw new Problem('FORBIDDEN', 'This sender_id is not in ALERT_BOT_IDS.')
  const { body: capped, leftOut } = capMembers(body, membersMax)
  const alert = readAlert(capped, { senderIsAlertBot: isListed, via: 'api' })
  const asides = [
    senderId !== '' && botIds === undefined ? ' ALERT_BOT_IDS is not set, so any sender is accepted.' : '',
    hasUnreadableTimestamp(body) ? ' Its timestamp could not be read as a time and was left out.' : '',
    leftOut > 0 ? ` ${leftOut} of its alerts are above ALERT_MEMBERS_MAX: they were counted and left out.` : '',
  ]
  return { alert, asides: asides.join('') }
}

/** An empty name is a name too, and nobody's. */
export function namesSender(body: unknown): boolean {
  return typeof (body as { sender_id?: unknown } | null | undefined)?.sender_id === 'string'
}
