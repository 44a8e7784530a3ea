/** What the card of an incident shows: all of it from our records, each thing under its own name. */
import type { EnvironmentMap } from '../../guidance/environment/environment-map.ts'
import type { CardState, CardView, ShownAction } from '../../ports/people.ts'
import { type Assignee, isAcknowledged } from '../incident/assignment.ts'
import { concernedContext } from '../incident/concerned-context.ts'
import { contextLines } from '../incident/context-lines.ts'
import type { Diagnosis, KeyFinding, KnownEntry } from '../incident/diagnosis.ts'
import type { WholeIncident } from '../incident/incident.ts'
import type { IncidentEvent } from '../incident/incident-event.ts'
import type { Status } from '../incident/lifecycle.ts'
import type { PlannedAction, Proposal } from '../incident/proposal.ts'
import { beatOf, tellRhythm } from '../incident/rhythm.ts'
import { decisionIn, outcomeIn, verdictIn } from './course.ts'
import { type ViewWords, wordsIn } from './view-words.ts'

type Shown = {
  incident: WholeIncident
  events: readonly IncidentEvent[]
  environment: EnvironmentMap
  publicUrl: string | undefined
  /** Undefined: everyone in the chat may decide. */
  approvers: readonly string[] | undefined
  language?: CardView['language']
}

const STATES: Readonly<Record<Status, CardState>> = {
  pending: 'open',
  diagnosing: 'open',
  awaiting_approval: 'waiting',
  executing: 'executing',
  verifying: 'executing',
  resolved: 'done',
  escalated: 'failed',
  ignored: 'closed',
  expired: 'closed',
}

export function cardView(shown: Shown): CardView {
  const { incident, events, environment, publicUrl, language } = shown
  const { diagnosis } = incident
  const proposal = proposalInForce(incident)
  const context = concernedContext(incident, environment, diagnosis)
  const { service } = context
  const words = wordsIn(language)
  const background = contextLines(context, language)
  const decision = incident.status === 'awaiting_approval' ? undefined : decisionIn(events)
  const ended = outcomeIn(incident, events)
  const outcome =
    incident.partOf === undefined
      ? ended
      : `It is part of ${incident.partOf}, which has the plan. ${ended ?? ''}`.trim()
  const verdict = verdictIn(events)
  const modelText = modelTextOf(diagnosis)
  return {
    incidentId: incident.id,
    // A part is decided on with its leader.
    state: incident.partOf === undefined ? STATES[incident.status] : 'closed',
    title: incident.title,
    severity: incident.severity,
    status: incident.status,
    conclusion: diagnosis?.conclusion ?? '',
    ...(diagnosis && { confidence: diagnosis.confidence, source: diagnosis.source }),
    findings: (diagnosis?.keyFindings ?? []).map(shownFinding),
    plan: (proposal?.actions ?? []).map(shownAction),
    ...(proposal && { riskLevel: proposal.riskLevel, rollbackPlan: proposal.rollbackPlan }),
    ...waitingParts(incident, proposal),
    ...alternativePart(incident, proposal),
    ...(modelText !== '' && { modelText }),
    ...(service?.team && { team: service.team }),
    ...(service?.oncall && { oncall: service.oncall }),
    ...(incident.assignee && { assignee: assigneeWords(incident.assignee, words) }),
    ...(background.length > 0 && { background }),
    ...(diagnosis?.knowledge && { knowledge: diagnosis.knowledge.map((entry) => shownEntry(entry, words)) }),
    ...(incident.gathering.parts.length > 0 && { parts: partLines(incident, words) }),
    ...(incident.rhythm && { rhythm: `It ${tellRhythm(beatOf(incident.rhythm))}.` }),
    flags: flagsOf(shown),
    ...(language && { language }),
    ...(decision && { decision }),
    ...(outcome && { outcome }),
    ...(verdict.length > 0 && { verdict }),
    ...(publicUrl && { consoleUrl: consoleUrl(publicUrl, incident.id) }),
  }
}

const PARTS_SHOWN = 8

function partLines({ gathering: { parts, bySeverity }, partsCount }: WholeIncident, words: ViewWords): string[] {
  const first = parts.slice(0, PARTS_SHOWN).map(words.part)
  const more = partsCount > first.length ? [words.partsInAll(partsCount, Object.entries(bySeverity))] : []
  return [...first, ...more]
}

export function consoleUrl(publicUrl: string, incidentId?: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/incidents${incidentId === undefined ? '' : `/${incidentId}`}`
}

/** The newest, unless we have looked again since, or are about to. */
export function proposalInForce({ status, diagnosis, proposal }: WholeIncident): Proposal | undefined {
  const isOutdated = proposal && diagnosis && proposal.proposedAt < diagnosis.at
  return status === 'diagnosing' || isOutdated ? undefined : proposal
}

function assigneeWords(assignee: Assignee, { askedBy }: ViewWords): string {
  return isAcknowledged(assignee) ? assignee.name : askedBy(assignee)
}

function waitingParts({ status, confirmBy }: WholeIncident, proposal: Proposal | undefined) {
  if (status !== 'awaiting_approval') return {}
  return { ...(confirmBy && { expiresAt: confirmBy.toISOString() }), ...(proposal && { digest: proposal.digest }) }
}

/** Shown only while one of the two can be chosen. */
function alternativePart({ status, alternative }: WholeIncident, proposal: Proposal | undefined) {
  if (status !== 'awaiting_approval' || !proposal || !alternative) return {}
  const { description: conclusion, digest, actions } = alternative
  return { alternative: { conclusion, digest, plan: actions.map(shownAction) } }
}

function shownFinding({ text, evidence }: KeyFinding): { text: string; seenIn: string } {
  return { text, seenIn: [...new Set(evidence.map(({ plugin }) => plugin))].join(', ') }
}

function shownEntry(entry: KnownEntry, { entry: tell, allSigns, notAllSigns }: ViewWords): string {
  const { holds } = entry
  return tell(entry, holds === undefined ? '' : holds ? allSigns : notAllSigns)
}

function shownAction({ plugin, parameters, changes, risk, rollback }: PlannedAction): ShownAction {
  return { plugin, parameters, changes, risk, rollback: wayBack(rollback) }
}

function wayBack(rollback: PlannedAction['rollback']): string {
  if ('impossible' in rollback) return `not possible: ${rollback.impossible}`
  const given = Object.entries(rollback.parameters).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return `${rollback.plugin} (${given.join(', ')})`
}

function modelTextOf(diagnosis: Diagnosis | undefined): string {
  return diagnosis?.source === 'model' ? diagnosis.suggestedActions.join('\n') : ''
}

const NOT_SEEN_MAX = 3

/** What a person should know before believing the rest. */
function flagsOf({ incident: { diagnosis, status, proposal }, approvers }: Shown): string[] {
  const { flags = [], disagreement, modelFailure, notSeen = [] } = diagnosis ?? {}
  return [
    ...flags.map(({ where, text }) => `Text in ${where} gives orders and was not followed: ${text}`),
    ...(disagreement ? [`Analysis and model disagree: ${disagreement}`] : []),
    ...(modelFailure ? [`The model could not be used: ${modelFailure}`] : []),
    ...notSeen.slice(0, NOT_SEEN_MAX),
    ...(status === 'awaiting_approval' && proposal?.purpose === 'undo' ? ['This plan undoes the one before.'] : []),
    ...(status === 'awaiting_approval' && approvers ? ['Only listed approvers may decide.'] : []),
  ]
}
