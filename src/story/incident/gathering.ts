/**
 * Several incidents of one cause: one leads and has the plan and the card, the others are its parts. A part keeps its
 * alerts, its timeline and its id, and waits with its leader. There is one floor only: who leads is no part.
 */
import type { Diagnosis, FaultName } from './diagnosis.ts'
import { isClosed, type Status } from './lifecycle.ts'
import type { Severity } from './severity.ts'

export type Part = { id: string; title: string; severity: Severity; status: Status }

export type Gathering = {
  /** The first hundred, the most severe first: a storm has thousands. */
  parts: readonly Part[]
  bySeverity: Partial<Record<Severity, number>>
  /** By what their labels name, the most frequent first; a few. */
  byService: readonly { service: string; count: number }[]
}

/** How an incident stands when somebody wants to attach it or attach to it, its row locked. */
export type Standing = { id: string; status: Status; partOf: string | undefined }

type Attaching = { incidentId: string; leaderId: string; by: string; comment: string }
type SettingFree = { incidentId: string; by: string; comment: string }

/** `unknown` names the incident that is not there. */
type GatherOutcome = { done: true; status: Status } | { done: false; sentence: string } | { unknown: string }

export type GatheringDesk = {
  /** By a person's hand. What the one led comes along. */
  attach(wanted: Attaching): Promise<GatherOutcome>
  /** From then on it stands alone: nothing but a person makes it a part again. */
  setFree(wanted: SettingFree): Promise<GatherOutcome>
}

export function whyNotAttach(part: Standing, leader: Standing): string | undefined {
  if (part.id === leader.id) return `${part.id} cannot be part of itself.`
  if (leader.partOf === part.id) return `${leader.id} is part of ${part.id}; set it free first.`
  if (leader.partOf !== undefined)
    return `${leader.id} is itself part of ${leader.partOf}; attach ${part.id} to that one.`
  if (part.partOf === leader.id) return `${part.id} is part of ${leader.id} already.`
  if (isClosed(leader.status)) return `${leader.id} is ${leader.status}; nothing can become part of it.`
  return whyNotPart(part)
}

/** What runs is run to its end, and what is closed stays where it is. */
function whyNotPart({ id, status }: Standing): string | undefined {
  return isClosed(status) || status === 'executing' || status === 'verifying'
    ? `${id} is ${status} and cannot become part of another incident.`
    : undefined
}

export function whyNotSetFree({ id, status, partOf }: Standing): string | undefined {
  if (partOf === undefined) return `${id} is not part of another incident.`
  return isClosed(status) ? `${id} is ${status} and stays with ${partOf}.` : undefined
}

/** Where a part that was looked at waits: beside its leader. */
export function statusBeside(leader: Status): 'awaiting_approval' | 'escalated' {
  return leader === 'escalated' ? 'escalated' : 'awaiting_approval'
}

/** One decisive field at least: below it the two may as well be two. */
const CONFIDENCE_TO_GATHER = 0.7

/** What a diagnosis has proven, if anything. Where model and analysis disagree nobody knows yet. */
export function provenCause({ situation, confidence, faults, disagreement }: Diagnosis): FaultName | undefined {
  const isProven = situation === 'fault' && confidence >= CONFIDENCE_TO_GATHER && disagreement === undefined
  return isProven ? faults[0] : undefined
}

/** What is at fault, as a diagnosis or the labels of its alerts name it, and whom it reaches; see ties.ts. */
type NamedCause = { kind: string; object: string; reach: readonly string[] }

/** The kind of a cause that nobody has seen: all that is known is whom the alerts name. */
export const SAME_NAME = 'same_name'

/** Exact names of one machine, database or workload. A namespace holds many, and a bare service may be a namesake. */
const NAMES_ONE = /^(node|host|database|workload|pod) /

/** Where nothing could be looked at, whoever names the same thing cannot be told apart: it is one matter for one person. */
export function namedCause({ isBlind, situation }: Diagnosis, ties: readonly string[]): NamedCause | undefined {
  const reach = [...new Set(ties.filter((one) => NAMES_ONE.test(one)))]
  const [object] = reach
  if (!isBlind || object === undefined || (situation !== 'unclear' && situation !== 'fault')) return undefined
  return { kind: SAME_NAME, object, reach }
}

/** An open incident that a diagnosis has proven the same cause of. */
export type SameCause = {
  id: string
  status: Status
  isNear: boolean
  /** Less severe than the one it is held against. */
  isMilder: boolean
  /** A person has set it free: it is led by nobody. */
  standsAlone: boolean
}

type Newcomer = { hasPlan: boolean; isNear: boolean }

/** Who has the plan leads, then who is nearest the cause, then the more severe, then who was first. What runs is not taken from its leader. */
export function leadsOver({ hasPlan, isNear }: Newcomer, other: SameCause): boolean {
  if (other.standsAlone || other.status === 'executing' || other.status === 'verifying') return false
  const otherHasPlan = other.status === 'awaiting_approval'
  if (hasPlan !== otherHasPlan) return hasPlan
  return isNear === other.isNear ? other.isMilder : isNear
}
