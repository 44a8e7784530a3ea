/** A pressed button: who, where and on which plan is checked here; the first valid word wins where it is stored. */
import type { CardView } from '../../ports/people.ts'
import type { Status } from '../incident/lifecycle.ts'
import { repeatsOf } from '../incident/repeats.ts'
import { type PersonRefusal, refusalOfPerson } from './approver.ts'
import type { CardPlace } from './chat-store.ts'
import { lastOf } from './course.ts'
import type { Decide, Press } from './heard.ts'
import { type Found, type Speaking, viewOf } from './speaking.ts'

type PressParts = Pick<Speaking, 'store' | 'find' | 'currentSettings' | 'currentEnvironment'> & {
  decide: Decide
  ownId(): Promise<string | undefined>
}

export type PressOutcome = {
  incidentId: string
  status: Status
  accepted: boolean
  reason?: string
  notice: { level: 'info' | 'success' | 'error'; text: string }
  /** The card as it is now. */
  view?: CardView
}

const WORDS = {
  confirm_diagnosis: 'confirm',
  reject_diagnosis: 'reject',
  request_rediagnosis: 'rediagnose',
  ignore_incident: 'ignore',
} as const

const NOTICES = {
  confirm: 'Confirmed. The plan is being carried out.',
  reject: 'Rejected. A person takes over.',
  rediagnose: 'We look again.',
  ignore: 'The incident is ignored.',
} as const

/** Undefined where there is no such incident. */
export async function hearPress(parts: PressParts, press: Press): Promise<PressOutcome | undefined> {
  const { incidentId, actorIds, digest, comment = '' } = press
  const found = await parts.find(incidentId)
  if (!found) return undefined
  const refusal =
    (await refusalOfActor(parts, press, found)) ?? refusalOfPlace(press, await parts.store.cards.find(incidentId))
  if (refusal) return refused(found, refusal)
  const decision = WORDS[press.action]
  const by = actorIds[0] ?? ''
  const outcome = await parts.decide({
    incidentId,
    decision,
    by,
    via: 'chat',
    comment,
    ...(digest !== undefined && { digest }),
    ...(decision === 'ignore' && press.repeats && { repeats: repeatsOf(press.repeats) }),
  })
  if (!outcome) return undefined
  const now = (await parts.find(incidentId)) ?? found
  const view = await viewOf(parts, now)
  // What the answer shows may reach the screen after a newer card did; so the card is sent once more behind it.
  await parts.store.cards.wantAgain(incidentId)
  if (outcome.accepted)
    return {
      incidentId,
      status: outcome.status,
      accepted: true,
      notice: { level: 'success', text: NOTICES[decision] },
      view,
    }
  if (outcome.reason === 'not_waiting' && hasSaidSo(now, press, decision)) return { ...soFar(now), view }
  return { ...refused(now, outcome), view }
}

async function refusalOfActor(
  parts: PressParts,
  { actorIds }: Press,
  { incident }: Found,
): Promise<PersonRefusal | undefined> {
  const settings = await parts.currentSettings()
  const ownId = await parts.ownId()
  return refusalOfPerson({ ids: actorIds, settings, ownId, alertSenderId: incident.senderId })
}

/**
 * A card that was forwarded, copied or replaced is not the one people look at together. Where the platform has not told us
 * yet which message ours became, its chat must do; the plan is bound by its digest in any case.
 */
function refusalOfPlace({ chatId, messageId }: Press, card: CardPlace | undefined) {
  const isOtherChat = chatId !== undefined && chatId !== card?.chatId
  const isOtherMessage = messageId !== undefined && Boolean(card?.messageId) && messageId !== card?.messageId
  return isOtherChat || isOtherMessage
    ? { reason: 'not_our_card', sentence: "This is not the incident's own card; decide on the newest one in its chat." }
    : undefined
}

/** The same person pressed the same button of the same plan before, and was heard. */
function hasSaidSo({ events }: Found, { actorIds, digest }: Press, decision: string): boolean {
  const said = lastOf(events, 'confirmation_received')?.data
  if (!said || said.decision !== decision || !actorIds.includes(said.by)) return false
  return digest === undefined || digest === said.digest
}

function soFar({ incident: { id, status } }: Found): PressOutcome {
  return {
    incidentId: id,
    status,
    accepted: true,
    notice: { level: 'info', text: `You said so before; it is ${status} now.` },
  }
}

function refused(
  { incident: { id, status } }: Found,
  { reason, sentence }: { reason: string; sentence: string },
): PressOutcome {
  return { incidentId: id, status, accepted: false, reason, notice: { level: 'error', text: sentence } }
}
