/** An incident in plain sentences, for whoever asks about it. All of it from our records; nothing is made up. */
import type { IncidentEvent } from '../incident/incident-event.ts'
import { proposalInForce } from './card-view.ts'
import { decisionIn, outcomeIn } from './course.ts'
import { minuteOf } from './notice.ts'
import type { Found } from './speaking.ts'

const ANSWER_CHARACTERS_MAX = 3_000
const FINDINGS_MAX = 8
const EVENTS_MAX = 12

type Aspect = (found: Found) => string

/** What people ask about, in their own words, and what answers it. */
const ASPECTS: readonly (readonly [asked: RegExp, aspect: Aspect])[] = [
  [/\b(why|cause|reason|finding|evidence|wrong|conclusion|diagnos)|为什么|原因|结论|根因/i, cause],
  [/\b(plan|fix|remed|repair|would run|steps?|rollback|risk)|计划|方案|修复|回滚|风险/i, plan],
  [/\b(timeline|happened|history|when|log)|时间线|经过|什么时候/i, timeline],
  [/\b(who|decid|confirm|approv|reject)|谁|审批|确认/i, decided],
]

export function answerAbout(found: Found, question: string): string {
  const asked = ASPECTS.filter(([words]) => words.test(question)).map(([, aspect]) => aspect)
  return asked.length === 0 ? describe(found) : tell(found, asked)
}

export function describe(found: Found): string {
  return tell(found, [cause, plan, decided, ending])
}

function tell(found: Found, aspects: readonly Aspect[]): string {
  const parts = [headline, ...aspects].map((aspect) => aspect(found)).filter((part) => part !== '')
  return parts.join('\n').slice(0, ANSWER_CHARACTERS_MAX)
}

function headline({ incident }: Found): string {
  const { id, severity, status, title, createdAt } = incident
  return `${id} (${severity}, ${status}), opened ${minuteOf(createdAt)}: ${title}`
}

function cause({ incident: { diagnosis } }: Found): string {
  if (!diagnosis) return 'There is no diagnosis yet.'
  const sure = `${Math.round(diagnosis.confidence * 100)} % sure`
  const findings = diagnosis.keyFindings.slice(0, FINDINGS_MAX).map(({ text, evidence }) => {
    const places = [...new Set(evidence.map(({ plugin }) => plugin))].join(', ')
    return `- ${text}${places === '' ? '' : ` (seen in ${places})`}`
  })
  return [`Conclusion by ${diagnosis.source}, ${sure}: ${diagnosis.conclusion}`, ...findings].join('\n')
}

function plan({ incident }: Found): string {
  const proposal = proposalInForce(incident)
  if (!proposal) return 'There is no plan.'
  const until =
    incident.status === 'awaiting_approval' ? ` It waits for a decision until ${minuteOf(incident.confirmBy)}.` : ''
  const steps = proposal.steps.map((step, at) => `${at + 1}. ${step}`)
  const other = incident.status === 'awaiting_approval' ? incident.alternative : undefined
  const instead = other ? ['Or instead of it:', ...other.steps.map((step, at) => `${at + 1}. ${step}`)] : []
  return [
    `The plan, risk ${proposal.riskLevel}:${until}`,
    ...steps,
    `Way back: ${proposal.rollbackPlan}`,
    ...instead,
  ].join('\n')
}

function decided({ events }: Found): string {
  const decision = decisionIn(events)
  if (!decision) return 'Nobody has decided yet.'
  const comment = decision.comment === '' ? '' : `: ${decision.comment}`
  return `Decision: ${decision.decision} by ${decision.by} at ${minuteOf(new Date(decision.at))}${comment}`
}

function ending({ incident, events }: Found): string {
  const outcome = outcomeIn(incident, events)
  return outcome ? `Outcome: ${outcome}` : ''
}

function timeline({ events }: Found): string {
  const course = events.filter(({ kind }) => !TALK.test(kind))
  const shown = course.slice(-EVENTS_MAX).map((event) => `- ${minuteOf(event.at)} ${event.kind}${detail(event)}`)
  const left = course.length - shown.length
  return [...(left > 0 ? [`(${left} earlier)`] : []), ...shown].join('\n')
}

/** What was said of it is not what happened to it. */
const TALK = /^(question_|chat_message_)/
const TELLING = ['message', 'conclusion', 'tool', 'plugin', 'decision', 'outcome', 'reason', 'text', 'resolution']
const DETAIL_CHARACTERS_MAX = 120

function detail({ data }: IncidentEvent): string {
  const words = TELLING.map((name) => data[name]).find((value) => typeof value === 'string' && value !== '')
  return words === undefined ? '' : `: ${String(words).replace(/\s+/g, ' ').slice(0, DETAIL_CHARACTERS_MAX)}`
}
