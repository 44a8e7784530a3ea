/** What a callback of the platform turned out to be, whatever envelope it came in. */
import type { RepeatsWord } from '../../story/incident/repeats.ts'

export const PRESSES = ['confirm_diagnosis', 'reject_diagnosis', 'request_rediagnosis', 'ignore_incident'] as const

export type Press = (typeof PRESSES)[number]

/** Any key seen before means a duplicate. The signature is among them: a byte-identical repeat is one. */
type Once = { dedupe: readonly string[] }

type ChatMessage = Once & {
  kind: 'message'
  /** Every id the sender is known by; open_id first. */
  senderIds: readonly string[]
  senderKind: 'user' | 'bot'
  /** False also where we do not know our own id. */
  isOwn: boolean
  chatId?: string
  /** `p2p` where nobody else listens. */
  chatType?: string
  messageId?: string
  rootId?: string
  parentId?: string
  threadId?: string
  sentAt?: Date
  /** Mentions are told by name; the one of ourselves is left out. */
  text: string
  mentionedIds: readonly string[]
  /** Said to us alone, or with our name in it. */
  isAddressed: boolean
  /** A card whose content the platform held back: read the message itself. */
  isReduced: boolean
}

type ChatReaction = Once & {
  kind: 'reaction'
  messageId: string
  actorIds: readonly string[]
  actorKind: 'user' | 'bot'
  emoji: string
}

export type ChatAction = Once & {
  kind: 'action'
  /** Every id the person is known by; open_id first, never empty. */
  actorIds: readonly string[]
  action: Press
  incidentId: string
  digest?: string
  comment?: string
  /** With ignore: what becomes of the next word of its alerts. */
  repeats?: RepeatsWord
  chatId?: string
  messageId?: string
  /** Updates the card where the callback names no message: half an hour, twice. */
  updateToken?: string
}

export type ChatRecord =
  | { kind: 'challenge'; challenge: string }
  | ChatMessage
  | ChatReaction
  | ChatAction
  | (Once & { kind: 'ignore'; reason: string })

/** The reason is for log and metric; the sentence may be answered. */
export type ChatRefusal = {
  kind: 'refused'
  code: 'UNAUTHORIZED' | 'VALIDATION_ERROR'
  reason:
    | 'no_key'
    | 'unsigned'
    | 'broken_signature'
    | 'wrong_signature'
    | 'stale'
    | 'wrong_token'
    | 'unreadable'
    | 'shape'
  sentence: string
}

export function unauthorized(reason: ChatRefusal['reason']): ChatRefusal {
  // Whoever has no right learns nothing of what was missing.
  return { kind: 'refused', code: 'UNAUTHORIZED', reason, sentence: 'The callback is not signed as agreed.' }
}

export function malformed(reason: 'unreadable' | 'shape', sentence: string): ChatRefusal {
  return { kind: 'refused', code: 'VALIDATION_ERROR', reason, sentence }
}
