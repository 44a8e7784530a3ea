/** Every event of the timeline in a few words: what it is, and one line of what it says. */
import type { IncidentEvent } from '@contract/incident-event.ts'
import { phrase } from '../../language/phrase.ts'
import { type ActionToDescribe, type ActionWords, tellAction } from '../../parts/action-words.ts'
import { tellRhythm } from '../../parts/rhythm-words.ts'
import { tellClock, tellDuration } from '../../parts/times.ts'

const KIND_WORDS: Record<IncidentEvent['type'], string> = {
  alert_received: 'Alert received',
  alert_repeated: 'Alert repeated',
  alert_cleared: 'Alert cleared',
  severity_raised: 'Severity raised',
  alert_flapping: phrase('Comes and goes'),
  diagnosis_started: 'Diagnosis started',
  tool_call: 'Looked',
  analysis_found: 'Analysis found',
  model_turn: 'Model turn',
  instruction_flagged: 'Orders in outside text',
  diagnosis_completed: 'Diagnosis completed',
  proposal_created: 'Plan proposed',
  plan_handed_in: 'Plan handed in',
  policy_refused: 'Refused',
  confirmation_requested: 'Decision asked for',
  confirmation_received: 'Decision',
  execution_started: 'Execution started',
  action_started: 'Action started',
  action_completed: 'Action completed',
  execution_completed: 'Execution completed',
  verification_completed: 'Verified',
  rollback_proposed: 'Undoing proposed',
  rollback_completed: 'Undoing completed',
  incident_resolved: 'Resolved',
  incident_ignored: 'Ignored',
  incident_escalated: 'Escalated',
  incident_expired: 'Expired',
  incident_assigned: 'In hand',
  incident_gathered: 'Gathered',
  incident_set_free: 'Set free',
  parts_changed: 'Parts',
  note_added: 'Note',
  question_asked: 'Question',
  question_answered: 'Answer',
  chat_message_sent: 'Chat message sent',
  chat_message_failed: 'Chat message failed',
}

/** For how long, where whoever ignored it said so. */
const REPEATS_WORDS: Readonly<Record<string, string>> = {
  once: ', this once',
  until_cleared: ', until it clears',
  for_a_time: ', for a time',
  for_labels: ', with a silence for its labels',
}

export function tellKind(event: IncidentEvent): string {
  const isFailedLook = event.type === 'tool_call' && event.data.result.success === false
  return isFailedLook ? 'Could not look' : KIND_WORDS[event.type]
}

export function tellEvent(event: IncidentEvent, words: ActionWords): string {
  const { type, data } = event
  switch (type) {
    case 'alert_received':
      return data.message
    case 'alert_repeated':
      return `${data.total} ${data.total === 1 ? 'time' : 'times'} in all. ${data.message}`
    case 'alert_cleared':
      return data.still_firing === 0 ? 'Nothing of it fires any more.' : `${data.still_firing} still firing.`
    case 'severity_raised':
      return `From ${data.from} to ${data.to}.`
    case 'alert_flapping':
      return tellFlapping(data)
    case 'diagnosis_started':
      return ''
    case 'tool_call':
      return `${data.tool} ${compact(data.parameters)}`
    case 'analysis_found':
      return `${data.statement} (${percent(data.confidence)} sure)`
    case 'model_turn':
      return data.failure === ''
        ? `${data.turn}: ${data.answered || data.calls.join(', ')}`
        : `${data.turn}: ${data.failure}`
    case 'instruction_flagged':
      return `${data.where}: ${data.text}`
    case 'diagnosis_completed':
      return `${data.conclusion} (${percent(data.confidence)} sure)`
    case 'proposal_created':
      return `${tellAll(data.actions, words)}. Risk ${data.risk_level}. ${data.description}${(data.alternatives ?? []).map(({ actions, description }) => ` Or: ${tellAll(actions, words)}. ${description}`).join('')}`
    case 'plan_handed_in':
      return `${tellAll(data.actions, words)}, by ${data.by}: ${data.why}`
    case 'policy_refused':
      return `${tellAction(data, words)}: ${data.sentence}`
    case 'confirmation_requested':
      return `Plan ${data.version} waits until ${tellClock(data.confirm_by)}.`
    case 'confirmation_received':
      return withComment(`${DECISION_WORDS[data.decision] ?? data.decision} by ${data.by}`, data.comment)
    case 'execution_started':
    case 'rollback_proposed':
      return `${tellAll(data.actions, words)}.`
    case 'action_started':
      return `${tellAction(data, words)}.`
    case 'action_completed':
      return `${OUTCOME_WORDS[data.outcome] ?? data.outcome}. ${data.message}`
    case 'execution_completed':
      return data.output
    case 'rollback_completed':
      return data.output
    case 'verification_completed':
      return `${VERIFICATION_WORDS[data.outcome] ?? data.outcome}. ${data.sentence}`
    case 'incident_resolved':
      return withComment(tellResolution(data), data.comment)
    case 'incident_ignored':
      return withComment(`By ${data.by}${REPEATS_WORDS[data.repeats ?? ''] ?? ''}`, data.comment)
    case 'incident_escalated':
    case 'incident_expired':
      return data.reason
    case 'incident_assigned':
      return tellAssignment(data)
    case 'incident_gathered':
      return withComment(`Part of ${data.part_of}`, data.why)
    case 'incident_set_free':
      return withComment(`No longer part of ${data.part_of}`, data.why)
    case 'parts_changed':
      return withComment(`${tellParts(data)}, ${data.total} in all`, data.why)
    case 'note_added':
      return withComment(data.by, data.text || (data.emoji ?? ''))
    case 'question_asked':
      return `${data.question}, by ${data.by}: ${data.text}`
    case 'question_answered':
      return `${data.question}: ${data.text}`
    case 'chat_message_sent':
      return data.what
    case 'chat_message_failed':
      return `${data.what}: ${data.error}`
  }
}

function tellParts({ gained_count, lost_count }: { gained_count: number; lost_count: number }): string {
  return gained_count > 0 ? `${gained_count} more` : `${lost_count} fewer`
}

/** The contract leaves these as text on the timeline; a word we do not know is shown as it came. */
export const DECISION_WORDS: Readonly<Record<string, string>> = {
  confirm: 'Confirmed',
  reject: 'Rejected',
  rediagnose: 'Another look asked for',
  ignore: 'Ignored',
}

function tellAssignment({ name, by }: { name: string; by: string }): string {
  if (name === '') return `Nobody has it any more, said ${by}.`
  return name === by ? `${by} has it.` : `Given to ${name} by ${by}.`
}

/** The service does not tell the console from any other caller. */
export function tellWay(via: string): string {
  return WAYS[via] ?? via
}

const WAYS: Readonly<Record<string, string>> = { api: 'over the API or the console', chat: 'in the chat' }

export const OUTCOME_WORDS: Readonly<Record<string, string>> = {
  done: 'Done',
  failed: 'Failed',
  skipped: 'Skipped',
  refused: 'Refused',
  unknown: 'Not known whether it was done',
}

export const VERIFICATION_WORDS: Readonly<Record<string, string>> = {
  resolved: 'It helped',
  no_effect: 'No effect',
  worse: 'Worse than before',
  unclear: 'Not to be seen',
}

export const RESOLUTION_WORDS: Readonly<Record<string, string>> = {
  fixed: 'Fixed and verified',
  alert_cleared: 'The alert has cleared',
  operator: 'Resolved by a person',
  recovered: 'It recovered by itself',
  works_as_designed: 'It works as designed',
}

/** What we concluded ourselves needs no name. */
function tellResolution({ resolution, by }: { resolution: string; by: string }): string {
  const what = RESOLUTION_WORDS[resolution] ?? resolution
  return by === '' || by === 'firebreak' ? what : `${what}, said by ${by}`
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function withComment(what: string, comment: string): string {
  return comment === '' ? `${what}.` : `${what}: ${comment}`
}

function tellAll(actions: readonly ActionToDescribe[], words: ActionWords): string {
  return actions.map((action) => tellAction(action, words)).join('; ')
}

function compact(parameters: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(parameters).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return fields.length === 0 ? '' : `(${fields.join(', ')})`
}

function tellFlapping(data: Extract<IncidentEvent, { type: 'alert_flapping' }>['data']): string {
  const { before, hold_seconds: hold } = data
  return [
    phrase('It {rhythm}.', { rhythm: tellRhythm(data) }),
    ...(before ? [phrase('Before, it was {id}.', { id: before })] : []),
    ...(hold > 0
      ? [phrase('The incident stays open until it has been calm for {span}.', { span: tellDuration(hold) })]
      : []),
  ].join(' ')
}
