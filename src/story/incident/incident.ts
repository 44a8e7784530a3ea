/**
 * The words of the house.
 *
 * alert      what a sender hands in: one notification, which may stand for several alerts of its source
 * incident   what we make of it and work on, until it is closed
 * member     one alert an incident stands for, known by its key
 * event      one thing that happened to an incident; its timeline is all of them in order
 * move       a change of status; the lifecycle lists which are possible
 * finding    something the evidence shows; a diagnosis is what all findings together mean
 * plan       the ordered plugin calls a proposal would run; a digest stands for exactly one plan
 * operator   a person who may decide on a plan
 * permit     policy's leave for one action, at one moment
 * run        one passage of an incident through a workflow; its journal says which steps are done
 * card       what the chat shows of an incident
 * leader     of several incidents of one cause the one that has the plan and the card; the others are its parts
 */
import type { Assignee } from './assignment.ts'
import type { Category } from './category.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { ExecutionResult } from './execution.ts'
import type { Gathering } from './gathering.ts'
import type { Status } from './lifecycle.ts'
import type { Proposal } from './proposal.ts'
import type { Rhythm } from './rhythm.ts'
import type { Severity } from './severity.ts'

/** Why a closed incident is closed. */
export type Resolution = 'fixed' | 'alert_cleared' | 'operator' | 'recovered' | 'works_as_designed'

export type IncidentSummary = {
  id: string
  title: string
  status: Status
  severity: Severity
  category: Category
  createdAt: Date
  closedAt: Date | undefined
  resolvedAt: Date | undefined
  /** Who has it in hand. */
  assignee: Assignee | undefined
  /** The incident that leads it, where it is a part. */
  partOf: string | undefined
  /** How many it leads. */
  partsCount: number
  /** Where an alert of it comes and goes. */
  rhythm: Rhythm | undefined
  /** While a plan waits for a person. */
  confirmBy: Date | undefined
}

export type Incident = IncidentSummary & {
  description: string
  source: string
  fingerprint: string
  senderId: string
  chatId: string
  resolution: string | undefined
  repeatCount: number
  updatedAt: Date
  /** The first hundred, those that fire before those that are over: one notification can bring thousands. */
  members: readonly IncidentMember[]
  memberCounts: { firing: number; total: number }
}

/** With everything that was found out, proposed and done about it. */
export type WholeIncident = Incident & {
  /** The one in force. */
  diagnosis: (Diagnosis & { version: number; at: Date }) | undefined
  /** The one in force; what a confirmation is bound to. */
  proposal: Proposal | undefined
  /** The plan of the other view, where there is one: confirming it voids the first. */
  alternative: Proposal | undefined
  gathering: Gathering
  execution: ExecutionResult | undefined
  /** What a person said when asking us to look again. */
  feedback: string | undefined
  usage: ModelUsageTotal
}

/** What the model turns of an incident cost in all. */
export type ModelUsageTotal = {
  turns: number
  inputTokens: number
  cachedInputTokens: number
  outputTokens: number
  /** The same for each model that was asked. */
  byModel: readonly { model: string; inputTokens: number; cachedInputTokens: number; outputTokens: number }[]
}

export type IncidentMember = {
  key: string
  state: 'firing' | 'resolved'
  /** Missing where it was stored before alerts had one of their own. */
  severity?: Severity
  name: string
  labels: Readonly<Record<string, string>>
  annotations: Readonly<Record<string, string>>
  startsAt: string | undefined
}

/** `INC-<UTC day>-<number of that day>`, three digits at least. */
export const INCIDENT_ID_FORM = /^INC-\d{8}-\d{3,9}$/

export function incidentId(day: string, number: number): string {
  return `INC-${day.replaceAll('-', '')}-${String(number).padStart(3, '0')}`
}
