/** What is worth remembering of an incident that is closed: what was found, what was done, and whether that helped. */
import type { KeyFinding } from '../../incident/diagnosis.ts'
import type { WholeIncident } from '../../incident/incident.ts'
import type { IncidentEvent } from '../../incident/incident-event.ts'
import type { RememberedIncident } from '../../incident/memory.ts'
import type { Proposal } from '../../incident/proposal.ts'

const CONCLUSION_CHARACTERS_MAX = 1_500
const SENTENCE_CHARACTERS_MAX = 500
const PROOFS_MAX = 3
const STEPS_MAX = 5

type Closed = {
  incident: WholeIncident
  /** The event that closed it. */
  closing: Pick<IncidentEvent, 'kind' | 'data'> | undefined
}

export function rememberedOf({ incident, closing }: Closed): RememberedIncident {
  const { id, title, status, diagnosis, proposal, updatedAt } = incident
  return {
    ...{ id, title, status },
    closedAt: incident.closedAt ?? updatedAt,
    conclusion: (diagnosis?.conclusion ?? '').slice(0, CONCLUSION_CHARACTERS_MAX),
    situation: diagnosis?.situation,
    proof: proofOf(diagnosis?.keyFindings ?? []),
    plan: planOf(proposal),
    outcome: outcomeOf({ incident, closing }).slice(0, SENTENCE_CHARACTERS_MAX),
    worked: hasWorked(incident),
  }
}

/** The higher, the sooner it is shown: a verified end teaches most, one that nobody looked at nothing. */
export function lessonOf({ worked, conclusion }: RememberedIncident, hasComment: boolean): number {
  if (worked === true) return 3
  if (worked === false || hasComment) return 2
  return conclusion === '' ? 0 : 1
}

/** What a person said who closed it. */
export function commentOf(closing: Closed['closing']): string {
  const { by, comment } = (closing?.data ?? {}) as { by?: unknown; comment?: unknown }
  return by === 'firebreak' || typeof comment !== 'string' ? '' : comment.trim()
}

function proofOf(findings: readonly KeyFinding[]): RememberedIncident['proof'] {
  const quotes = findings.flatMap(({ evidence }) => evidence.map(({ plugin, quote }) => ({ plugin, quote })))
  return quotes.slice(0, PROOFS_MAX)
}

function planOf(proposal: Proposal | undefined): string[] {
  const steps = proposal?.actions.map(({ plugin, parameters }) => `${plugin} ${JSON.stringify(parameters)}`) ?? []
  return steps.slice(0, STEPS_MAX).map((step) => step.slice(0, SENTENCE_CHARACTERS_MAX))
}

/** An undone plan did not work, whatever became of its undoing; one that changed nothing, or who knows what, shows neither. */
function hasWorked({ execution, proposal }: WholeIncident): boolean | null {
  if (!execution) return null
  const { actions, verification } = execution
  if (proposal?.purpose === 'undo' || actions.some(({ phase }) => phase === 'undo')) return false
  if (!verification) return actions.some(({ outcome }) => outcome === 'failed') ? false : null
  return verification.outcome === 'unclear' ? null : verification.outcome === 'resolved'
}

function outcomeOf({ incident, closing }: Closed): string {
  const { status, resolution, execution } = incident
  const verified = execution?.verification?.sentence
  const comment = commentOf(closing)
  // What clears by itself is closed by the alert's source, and the comment then is our own.
  const commented = resolution === 'alert_cleared' ? comment : `A person said: ${comment}`
  const said = [verified, comment === '' ? undefined : commented].filter(Boolean).join(' ')
  return `${ENDINGS[resolution ?? status] ?? `It was ${status}.`}${said === '' ? '' : ` ${said}`}`
}

const ENDINGS: Readonly<Record<string, string>> = {
  fixed: 'The plan was carried out and verified.',
  alert_cleared: 'The alert cleared by itself.',
  operator: 'A person closed it.',
  recovered: 'It had recovered by itself.',
  works_as_designed: 'It works as designed.',
  ignored: 'A person ignored it.',
  expired: 'Nobody answered in time.',
}
