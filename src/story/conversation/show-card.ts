/** One card brought up to date: what is true when it is sent, whatever it was wanted for. */
import type { CardView } from '../../ports/people.ts'
import type { WholeIncident } from '../incident/incident.ts'
import { isClosed } from '../incident/lifecycle.ts'
import type { DueCard } from './chat-store.ts'
import { type Found, type Speaking, viewOf } from './speaking.ts'
import { type Delivery, delayOf, PATIENCE_SECONDS, post, update } from './tell.ts'

export async function showCard(speaking: Speaking, card: DueCard): Promise<void> {
  const { cards } = speaking.store
  const found = await speaking.find(card.incidentId)
  const chatId = found && (await chatOf(speaking, card, found.incident))
  if (!found || !chatId || isOver(card, found.incident)) return cards.settle(card)
  // What was told as text is told anew; everything else is changed where it stands.
  if (card.isText) return cards.renew(card)
  if (card.messageId !== '') return change(speaking, card, found)
  const isWaiting = found.incident.status === 'awaiting_approval'
  const isOwn = card.hasOwnPlace || isWaiting
  const { stormId } = card
  const placing = stormId && !isOwn ? { stormId } : await cards.place(card, { chatId, mustBeOwn: isOwn })
  if (placing === 'spoken for') return
  if (placing !== 'own') return cards.leaveToSummary(card, placing.stormId)
  return offer(speaking, { ...card, chatId }, found)
}

/** A card stays where it is, whatever is configured later. */
async function chatOf(speaking: Speaking, card: DueCard, incident: WholeIncident): Promise<string> {
  if (card.chatId !== '') return card.chatId
  return incident.chatId || ((await speaking.currentSettings()).CHAT_DEFAULT_CHAT_ID ?? '')
}

/** Closed before anybody looked at it: there was nothing to show. */
function isOver({ wanted, messageId }: DueCard, { status }: WholeIncident): boolean {
  return wanted === 1 && messageId === '' && isClosed(status)
}

async function change(speaking: Speaking, card: DueCard, found: Found): Promise<void> {
  const { cards } = speaking.store
  const delivery = await update(speaking.people, card.messageId, await viewOf(speaking, found))
  if (delivery.kind === 'updated') {
    await cards.updated(card, remindAtOf(found.incident))
    return retire(speaking, card, found)
  }
  return delivery.kind === 'gone' ? cards.renew(card) : putOff(speaking, card, found, delivery)
}

async function offer(speaking: Speaking, card: DueCard, found: Found): Promise<void> {
  const { incidentId, generation, chatId, replyTo } = card
  const key = `${incidentId}:card:${generation}`
  const view = await viewOf(speaking, found)
  const delivery = await post(speaking.people, { chatId, key, view, ...(replyTo !== '' && { replyTo }) })
  if (delivery.kind !== 'posted') return putOff(speaking, card, found, delivery)
  const { messageId, isText } = delivery
  await speaking.store.cards.posted(card, { chatId, messageId, isText, ...remindAtOf(found.incident) })
  return retire(speaking, card, found)
}

/** Half of the time to decide. */
function remindAtOf({ status, proposal, confirmBy }: WholeIncident): { remindAt?: Date } {
  if (status !== 'awaiting_approval' || !proposal || !confirmBy) return {}
  return { remindAt: new Date((proposal.proposedAt.getTime() + confirmBy.getTime()) / 2) }
}

/** The card it replaces keeps its words and loses its buttons. That it may fail costs nothing: presses on it are refused. */
async function retire(speaking: Speaking, card: DueCard, found: Found): Promise<void> {
  if (card.replacedId === '') return
  const { digest: _, expiresAt: __, ...view } = await viewOf(speaking, found)
  const retired: CardView = { ...view, state: 'closed', outcome: 'This card was sent again; the newer one counts.' }
  await update(speaking.people, card.replacedId, retired)
  await speaking.store.cards.retired(card)
}

const ASK_AGAIN_MS = 10 * 60_000

async function putOff(speaking: Speaking, card: DueCard, { incident }: Found, delivery: Delivery): Promise<void> {
  const { cards } = speaking.store
  const failure = 'sentence' in delivery ? delivery.sentence : 'The chat platform has lost the message.'
  const isHopeless = card.ageSeconds > PATIENCE_SECONDS || (delivery.kind === 'never' && isClosed(incident.status))
  if (isHopeless) return cards.giveUp(card, failure)
  if (delivery.kind === 'later') {
    const delayMs = delayOf({ attempts: card.attempts, afterMs: delivery.afterMs, chance: speaking.chance() })
    return cards.postpone(card, { delayMs, failure })
  }
  // Said once on the timeline; as long as somebody may mend it and the incident is open, it is worth another look.
  const later = { delayMs: ASK_AGAIN_MS, failure }
  return card.failure === failure ? cards.postpone(card, later) : cards.holdBack(card, later)
}
