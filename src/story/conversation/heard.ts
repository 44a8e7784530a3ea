/** What people say and do in the chat, as the story hears it. */
import type { Status } from '../incident/lifecycle.ts'
import type { Repeats, RepeatsWord } from '../incident/repeats.ts'

export type SaidMessage = {
  /** Every id the sender is known by; the first is the one we call him by. */
  senderIds: readonly string[]
  senderKind: 'user' | 'bot'
  isOwn: boolean
  chatId?: string
  messageId?: string
  rootId?: string
  parentId?: string
  threadId?: string
  sentAt?: Date
  text: string
  mentionedIds: readonly string[]
  isAddressed: boolean
  /** The platform held the words of a card back. */
  isReduced: boolean
  /** Any of these seen before means the same message. */
  dedupe: readonly string[]
}

export type Reaction = { messageId: string; actorIds: readonly string[]; actorKind: 'user' | 'bot'; emoji: string }

export type Press = {
  actorIds: readonly string[]
  action: 'confirm_diagnosis' | 'reject_diagnosis' | 'request_rediagnosis' | 'ignore_incident'
  incidentId: string
  digest?: string
  comment?: string
  /** With ignore: what becomes of the next word of its alerts. */
  repeats?: RepeatsWord
  /** Where it was pressed, as far as the platform says so. */
  chatId?: string
  messageId?: string
}

/** What became of a message or a reaction. */
export type Heard = { handled: 'alert' | 'answered' | 'noted' | 'ignored'; incidentId?: string }

type Word = {
  incidentId: string
  decision: 'confirm' | 'reject' | 'rediagnose' | 'ignore'
  digest?: string
  by: string
  via: 'chat'
  comment: string
  repeats?: Repeats
}

/** A person's word, first come first served; undefined where there is no such incident. */
export type Decide = (
  word: Word,
) => Promise<
  { accepted: true; status: Status } | { accepted: false; reason: string; sentence: string; status: Status } | undefined
>
