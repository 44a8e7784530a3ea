/** A person's word on an incident: run this very plan, do not, look again, or leave it. */
import type { Status } from '../incident/lifecycle.ts'
import type { Repeats } from '../incident/repeats.ts'

export type DecisionWord = 'confirm' | 'reject' | 'rediagnose' | 'ignore'

export type Decision = {
  incidentId: string
  decision: DecisionWord
  /** Of the plan the person was shown. Where it is missing, a confirmation or a press counts only while there has been one plan. */
  digest?: string
  by: string
  via: 'api' | 'chat'
  comment: string
  /** With ignore; until it clears where nobody said. */
  repeats?: Repeats
}

type RefusalReason =
  | 'is_part'
  | 'not_waiting'
  | 'too_late'
  | 'stale_digest'
  | 'digest_needed'
  | 'held'
  | 'no_labels'
  | 'no_silence'

/** A decision returns its reason: the same words reach the toast, the answer and the log. */
export type DecisionOutcome = { accepted: true; status: Status } | Refusal
type Refusal = { accepted: false; reason: RefusalReason; sentence: string; status: Status }

export type DecisionStore = {
  /** One compare-and-set on the incident's row; the first valid one wins, whichever instance hears it. Undefined: no such incident. */
  decide(decision: Decision): Promise<DecisionOutcome | undefined>
}

/** The incident as it stands in the moment of the decision, its row locked. */
export type Waiting = {
  status: Status
  proposalVersion: number
  proposalDigest: string | undefined
  /** The plan of the other view, where there is one. */
  alternativeDigest?: string | undefined
  /** The incident that leads it, where it is a part. */
  partOf?: string | undefined
  isInTime: boolean
  /** On the store's clock. */
  now: Date
}

export function refusalOf({ incidentId, decision, digest, via }: Decision, waiting: Waiting): Refusal | undefined {
  const refuse = (reason: RefusalReason, sentence: string) =>
    ({ accepted: false, reason, sentence, status: waiting.status }) as const
  // One plan for all of them: it is decided on where it is shown.
  if (waiting.partOf !== undefined && decision !== 'ignore')
    return refuse('is_part', `${incidentId} is part of ${waiting.partOf}; decide there, or set it free first.`)
  if (!ALLOWED_IN[decision].includes(waiting.status))
    return refuse('not_waiting', `An incident that is ${waiting.status} cannot be answered with ${decision}.`)
  if (decision === 'confirm' && !waiting.isInTime) return refuse('too_late', 'The time to confirm this plan is over.')
  // Whatever the word: who names a plan speaks of that plan and of no other.
  if (digest !== undefined && !isWaiting(digest, waiting))
    return refuse('stale_digest', 'This is not the plan that waits now; look at the current one before you decide.')
  // A card of an earlier plan may still be shown somewhere in a chat.
  const mustNamePlan = decision === 'confirm' || (via === 'chat' && waiting.status === 'awaiting_approval')
  return digest === undefined && mustNamePlan && waiting.proposalVersion > 1
    ? refuse('digest_needed', 'There is, or has been, more than one plan; decide on one that is shown now.')
    : undefined
}

function isWaiting(digest: string, { proposalDigest, alternativeDigest }: Waiting): boolean {
  return digest === proposalDigest || (alternativeDigest !== undefined && digest === alternativeDigest)
}

/** Who was quicker, for the person who came second. */
export type LastWord = { decision: DecisionWord; by: string; at: Date }

export function namingWho(refusal: Refusal, last: LastWord | undefined): Refusal {
  if (refusal.reason !== 'not_waiting' || last === undefined) return refusal
  const at = `${last.at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const quicker = `${last.by} answered with ${last.decision} at ${at}.`
  return { ...refusal, sentence: `${refusal.sentence} ${quicker}` }
}

const ALLOWED_IN: Readonly<Record<DecisionWord, readonly Status[]>> = {
  confirm: ['awaiting_approval'],
  reject: ['awaiting_approval'],
  rediagnose: ['awaiting_approval', 'escalated'],
  ignore: ['pending', 'diagnosing', 'awaiting_approval', 'escalated'],
}
