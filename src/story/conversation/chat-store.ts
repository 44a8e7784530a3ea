/** What is to be said to people, and what was: kept in our own records, so that nothing is lost and nothing said twice. */

import type { Status } from '../incident/lifecycle.ts'
import type { Severity } from '../incident/severity.ts'

/** Something that is owed and may have been tried before. */
type Owed = {
  attempts: number
  /** Since it was wanted. */
  ageSeconds: number
}

/** A card that shows less than is true now. */
export type DueCard = Owed & {
  incidentId: string
  /** Grows with every move; what is sent now is at least as new as this. */
  wanted: number
  /** One generation is one message: a card that was lost or cannot be changed is followed by the next. */
  generation: number
  /** `''` while it stands nowhere. */
  messageId: string
  chatId: string
  isText: boolean
  hasOwnPlace: boolean
  stormId: string | undefined
  /** The message it answers, where somebody asked for it. */
  replyTo: string
  /** An older message for the same incident, which is to lose its buttons. */
  replacedId: string
  /** Why it could not be sent before. */
  failure: string | undefined
}

export type CardPlace = { chatId: string; messageId: string }

/** A place of its own; the summary of a storm; or nothing to post, for a message of somebody else speaks for it by now. */
export type Placing = 'own' | 'spoken for' | { stormId: string }

export type CardStore = {
  due(limit: number): Promise<DueCard[]>
  /** Remembered: who carries on agrees. */
  place(card: DueCard, place: { chatId: string; mustBeOwn: boolean }): Promise<Placing>
  posted(card: DueCard, posted: { chatId: string; messageId: string; isText: boolean; remindAt?: Date }): Promise<void>
  updated(card: DueCard, shown: { remindAt?: Date }): Promise<void>
  retired(card: DueCard): Promise<void>
  /** The message is no more, or cannot be changed: the next one is a new one. */
  renew(card: DueCard): Promise<void>
  /** Nothing needs to be sent for what is wanted so far. */
  settle(card: DueCard): Promise<void>
  /** The same, because its storm's summary will tell. */
  leaveToSummary(card: DueCard, stormId: string): Promise<void>
  postpone(card: DueCard, later: { delayMs: number; failure: string }): Promise<void>
  /** A person must act first. Told on the timeline once, and tried again only much later. */
  holdBack(card: DueCard, later: { delayMs: number; failure: string }): Promise<void>
  giveUp(card: DueCard, failure: string): Promise<void>
  find(incidentId: string): Promise<CardPlace | undefined>
  /** Sends the card anew, as an answer to this message. */
  showAgain(incidentId: string, place: { chatId: string; replyTo: string }): Promise<void>
  /** Sends it as it is now, in its place. */
  wantAgain(incidentId: string): Promise<void>
  /** Of which incident a message of ours speaks. */
  incidentOf(messageIds: readonly string[]): Promise<string | undefined>
}

type NoticeKind = 'reminder' | 'expired' | 'escalated'

/** A message that is no card. Notices stand in the thread of their incident's card and are worded when they are sent. */
export type DueNote = Owed & { id: string; key: string; chatId: string; replyTo: string; inThread: boolean } & (
    | { what: 'answer'; text: string; incidentId: string | undefined }
    | { what: NoticeKind; incidentId: string; card: CardPlace }
  )

export type Answer = {
  /** The same key is one answer. */
  key: string
  incidentId?: string
  chatId: string
  replyTo: string
  inThread: boolean
  text: string
}

export type NoteStore = {
  /** The first of each line: what an incident's thread is told comes in its order, and after the card. */
  due(limit: number): Promise<DueNote[]>
  add(answer: Answer): Promise<void>
  /** Whose half of the time is over and who has not been reminded. Answers how many. */
  addReminders(): Promise<number>
  sent(note: DueNote, place: CardPlace): Promise<void>
  drop(note: DueNote): Promise<void>
  postpone(note: DueNote, delayMs: number): Promise<void>
  giveUp(note: DueNote, failure: string): Promise<void>
}

export type DueStorm = Owed & {
  id: string
  chatId: string
  wanted: number
  generation: number
  messageId: string
}

export type StormMember = { incidentId: string; title: string; severity: Severity; status: Status }

export type StormStore = {
  due(limit: number): Promise<DueStorm[]>
  /** How many are in which state, and the most severe of them. */
  members(storm: DueStorm, limit: number): Promise<{ counts: ReadonlyMap<Status, number>; first: StormMember[] }>
  posted(storm: DueStorm, messageId: string): Promise<void>
  updated(storm: DueStorm): Promise<void>
  renew(storm: DueStorm): Promise<void>
  postpone(storm: DueStorm, later: { delayMs: number; failure: string }): Promise<void>
  giveUp(storm: DueStorm, failure: string): Promise<void>
}

export type ChatStore = {
  cards: CardStore
  notes: NoteStore
  storms: StormStore
  /** Asked before anything is locked: an idle house should cost next to nothing. */
  isAnythingOwed(): Promise<boolean>
  /** What could not be sent so far is tried at once: something was mended. */
  hurry(): Promise<void>
  /** Does the work while no other instance speaks; undefined where one does. */
  alone(work: () => Promise<void>): Promise<void>
  /** No chat is configured: what happened until now is told to nobody later. */
  forgetAll(): Promise<void>
  /** Why messages wait, where some do. */
  troubles(): Promise<{ waiting: number; failure: string } | undefined>
}

/** What the platform delivered, so that a repeat is answered like the first time. */
export type ChatInbox = {
  /** Ours to work on, or answered before, or under way with somebody else. */
  take(keys: readonly string[]): Promise<'ours' | 'under way' | { answer: string }>
  keep(keys: readonly string[], answer: string): Promise<void>
  /** It could not be worked on: the next delivery is the first again. */
  putBack(keys: readonly string[]): Promise<void>
}
