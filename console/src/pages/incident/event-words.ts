/** Every event of the timeline in a few words: what it is, and one line of what it says. */
import type { IncidentEvent } from '@contract/incident-event.ts'
import { inLanguage } from '../../language/of-service.ts'
import { phrase } from '../../language/phrase.ts'
import { type ActionToDescribe, type ActionWords, tellAction } from '../../parts/action-words.ts'
import { type Clock, clockInForce } from '../../parts/clock.ts'
import { tellTimes } from '../../parts/counts.ts'
import { tellRhythm } from '../../parts/rhythm-words.ts'
import { severityWord } from '../../parts/severities.ts'
import { tellClock, tellDuration, tellIfMoment } from '../../parts/times.ts'
import { toolName } from '../../parts/tool-names.ts'
import { tellWholeQuote } from './quote-words.ts'

const KIND_WORDS: Record<IncidentEvent['type'], string> = {
  alert_received: phrase('Alert received'),
  alert_repeated: phrase('Alert repeated'),
  alert_cleared: phrase('Alert cleared'),
  severity_raised: phrase('Severity raised'),
  alert_flapping: phrase('Comes and goes'),
  diagnosis_started: phrase('Diagnosis started'),
  tool_call: phrase('Looked'),
  analysis_found: phrase('Analysis found'),
  model_turn: phrase('Model turn'),
  instruction_flagged: phrase('Orders in outside text'),
  diagnosis_completed: phrase('Diagnosis completed'),
  proposal_created: phrase('Plan proposed'),
  plan_handed_in: phrase('Plan handed in'),
  policy_refused: phrase('Refused'),
  confirmation_requested: phrase('Decision asked for'),
  confirmation_received: phrase('Decision'),
  execution_started: phrase('Execution started'),
  action_started: phrase('Action started'),
  action_completed: phrase('Action completed'),
  execution_completed: phrase('Execution completed'),
  verification_completed: phrase('Verified'),
  rollback_proposed: phrase('Undoing proposed'),
  rollback_completed: phrase('Undoing completed'),
  incident_resolved: phrase('Resolved'),
  incident_ignored: phrase('Ignored'),
  incident_escalated: phrase('Escalated'),
  incident_expired: phrase('Expired'),
  incident_assigned: phrase('Who has it'),
  incident_gathered: phrase('Gathered'),
  incident_set_free: phrase('Set free'),
  parts_changed: phrase('Parts'),
  note_added: phrase('Note'),
  question_asked: phrase('Question'),
  question_answered: phrase('Answer'),
  chat_message_sent: phrase('Chat message sent'),
  chat_message_failed: phrase('Chat message failed'),
}

/** For how long, where whoever ignored it said so. */
const REPEATS_WORDS: Readonly<Record<string, string>> = {
  once: phrase(', this once'),
  until_cleared: phrase(', until it clears'),
  for_a_time: phrase(', for a time'),
  for_labels: phrase(', with a silence for its labels'),
}

export function tellKind(event: IncidentEvent): string {
  const isFailedLook = event.type === 'tool_call' && event.data.result.success === false
  return isFailedLook ? phrase('Could not look') : KIND_WORDS[event.type]
}

export function tellEvent(event: IncidentEvent, words: ActionWords, clock = clockInForce()): string {
  const { type, data } = event
  switch (type) {
    case 'alert_received':
      return data.message
    case 'alert_repeated':
      return phrase('Repeated {times} in all. {message}', {
        times: tellTimes(data.total),
        message: inLanguage(data.message),
      })
    case 'alert_cleared':
      return tellClearing(data)
    case 'severity_raised':
      return phrase('From {from} to {to}.', { from: severityWord(data.from), to: severityWord(data.to) })
    case 'alert_flapping':
      return tellFlapping(data)
    case 'diagnosis_started':
      return ''
    case 'tool_call':
      return `${toolName(data.tool)} ${compact(data.parameters, clock)}`
    case 'analysis_found':
      return phrase('{statement} ({confidence} sure)', {
        statement: inLanguage(data.statement),
        confidence: percent(data.confidence),
      })
    case 'model_turn':
      return data.failure === ''
        ? `${data.turn}: ${data.answered || data.calls.map(nameOfCall).join(', ')}`
        : `${data.turn}: ${inLanguage(data.failure)}`
    case 'instruction_flagged':
      return `${data.where}: ${tellWholeQuote(data.text, clock)}`
    case 'diagnosis_completed':
      return phrase('{conclusion} ({confidence} sure)', {
        conclusion: inLanguage(data.conclusion),
        confidence: percent(data.confidence),
      })
    case 'proposal_created':
      return phrase('{all}. Risk {risk}. {description}{others}', {
        all: tellAll(data.actions, words),
        risk: severityWord(data.risk_level),
        description: inLanguage(data.description),
        others: (data.alternatives ?? [])
          .map(({ actions, description }) =>
            phrase(' Or: {all}. {description}', { all: tellAll(actions, words), description: inLanguage(description) }),
          )
          .join(''),
      })
    case 'plan_handed_in':
      return phrase('{all}, by {by}: {why}', { all: tellAll(data.actions, words), by: data.by, why: data.why })
    case 'policy_refused':
      return `${tellAction(data, words)}: ${inLanguage(data.sentence)}`
    case 'confirmation_requested':
      return phrase('Plan {version} waits until {confirmBy}.', {
        version: data.version,
        confirmBy: tellClock(data.confirm_by, clock),
      })
    case 'confirmation_received':
      return withComment(
        phrase('{decision} by {by}', { decision: DECISION_WORDS[data.decision] ?? data.decision, by: data.by }),
        data.comment,
      )
    case 'execution_started':
    case 'rollback_proposed':
      return phrase('{what}.', { what: tellAll(data.actions, words) })
    case 'action_started':
      return phrase('{what}.', { what: tellAction(data, words) })
    case 'action_completed':
      return followed(OUTCOME_WORDS[data.outcome] ?? data.outcome, data.message)
    case 'execution_completed':
      return data.output
    case 'rollback_completed':
      return data.output
    case 'verification_completed':
      return followed(VERIFICATION_WORDS[data.outcome] ?? data.outcome, data.sentence)
    case 'incident_resolved':
      return withComment(tellResolution(data), data.by === 'firebreak' ? inLanguage(data.comment) : data.comment)
    case 'incident_ignored':
      return withComment(
        phrase('By {by}{repeats}', { by: data.by, repeats: REPEATS_WORDS[data.repeats ?? ''] ?? '' }),
        data.comment,
      )
    case 'incident_escalated':
    case 'incident_expired':
      return data.reason
    case 'incident_assigned':
      return tellAssignment(data)
    case 'incident_gathered':
      return withComment(phrase('Part of {partOf}', { partOf: data.part_of }), inLanguage(data.why))
    case 'incident_set_free':
      return withComment(phrase('No longer part of {partOf}', { partOf: data.part_of }), inLanguage(data.why))
    case 'parts_changed':
      return withComment(
        phrase('{parts}, {total} in all', { parts: tellParts(data), total: data.total }),
        inLanguage(data.why),
      )
    case 'note_added':
      return withComment(data.by, isOwnNote(event) ? inLanguage(data.text) : data.text || (data.emoji ?? ''))
    case 'question_asked':
      return phrase('{question}, by {by}: {text}', { question: data.question, by: data.by, text: data.text })
    case 'question_answered':
      return `${data.question}: ${inLanguage(data.text)}`
    case 'chat_message_sent':
      return tellMessage(data.what)
    case 'chat_message_failed':
      return `${tellMessage(data.what)}: ${data.error}`
  }
}

/** What Firebreak wrote itself; anything else is shown as it was said. */
const OWN_WORDS: ReadonlySet<IncidentEvent['type']> = new Set([
  'analysis_found',
  'diagnosis_completed',
  'proposal_created',
  'policy_refused',
  'action_completed',
  'execution_completed',
  'rollback_completed',
  'verification_completed',
  'incident_resolved',
  'incident_escalated',
  'incident_expired',
  'incident_gathered',
  'incident_set_free',
  'parts_changed',
  'question_answered',
])

export function isOwnWord(event: IncidentEvent): boolean {
  return OWN_WORDS.has(event.type) || isOwnNote(event)
}

/** What Firebreak says of itself, such as that it was interrupted. */
function isOwnNote(event: IncidentEvent): boolean {
  return event.type === 'note_added' && event.data.by === 'firebreak'
}

function tellParts({ gained_count, lost_count }: { gained_count: number; lost_count: number }): string {
  return gained_count > 0
    ? phrase('{count} more', { count: gained_count })
    : phrase('{count} fewer', { count: lost_count })
}

/** The contract leaves these as text on the timeline; a word we do not know is shown as it came. */
export const DECISION_WORDS: Readonly<Record<string, string>> = {
  confirm: phrase('Confirmed'),
  reject: phrase('Rejected'),
  rediagnose: phrase('Another look asked for'),
  ignore: phrase('Ignored'),
}

function tellAssignment({ name, by }: { name: string; by: string }): string {
  if (name === '') return phrase('Nobody has it any more, said {by}.', { by })
  return name === by ? phrase('{by} has it.', { by }) : phrase('Given to {name} by {by}.', { name, by })
}

/** The service does not tell the console from any other caller. */
export function tellWay(via: string): string {
  return WAYS[via] ?? via
}

const WAYS: Readonly<Record<string, string>> = {
  api: phrase('over the API or the console'),
  chat: phrase('in the chat'),
}

export const OUTCOME_WORDS: Readonly<Record<string, string>> = {
  done: phrase('Done'),
  failed: phrase('Failed'),
  skipped: phrase('Skipped'),
  refused: phrase('Refused'),
  unknown: phrase('Not known whether it was done'),
}

export const VERIFICATION_WORDS: Readonly<Record<string, string>> = {
  resolved: phrase('It helped'),
  no_effect: phrase('No effect'),
  worse: phrase('Worse than before'),
  unclear: phrase('Not to be seen'),
}

export const RESOLUTION_WORDS: Readonly<Record<string, string>> = {
  fixed: phrase('Fixed and verified'),
  alert_cleared: phrase('The alert has cleared'),
  operator: phrase('Resolved by a person'),
  recovered: phrase('It recovered by itself'),
  works_as_designed: phrase('It works as designed'),
}

const MESSAGE_WORDS: Readonly<Record<string, string>> = {
  card: phrase('the card|a message'),
  text: phrase('the card, as text|a message'),
  answer: phrase('an answer|a message'),
  reminder: phrase('a reminder|a message'),
  expired: phrase('that the time is over|a message'),
  escalated: phrase('that a person must look|a message'),
}

function tellMessage(what: string): string {
  return MESSAGE_WORDS[what] ?? what
}

/** What we concluded ourselves needs no name. */
function tellResolution({ resolution, by }: { resolution: string; by: string }): string {
  const what = RESOLUTION_WORDS[resolution] ?? resolution
  return by === '' || by === 'firebreak' ? what : phrase('{what}, said by {by}', { what, by })
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function withComment(what: string, comment: string): string {
  return comment === '' ? phrase('{what}.', { what }) : phrase('{what}: {comment}', { what, comment })
}

function followed(what: string, sentence: string): string {
  return phrase('{what}. {sentence}', { what, sentence: inLanguage(sentence) })
}

function tellAll(actions: readonly ActionToDescribe[], words: ActionWords): string {
  return actions.map((action) => tellAction(action, words)).join('; ')
}

/** What it asked for stands in its entry, and what came of it in entries of their own. */
function nameOfCall(call: string): string {
  return call.split(' ', 1)[0] ?? call
}

function compact(parameters: Readonly<Record<string, unknown>>, clock: Clock): string {
  const words = (value: unknown) => (typeof value === 'string' ? tellIfMoment(value, clock) : JSON.stringify(value))
  const fields = Object.entries(parameters).map(([name, value]) => `${name}: ${words(value)}`)
  return fields.length === 0 ? '' : `(${fields.join(', ')})`
}

function tellClearing({
  still_firing,
  hold_seconds,
}: Extract<IncidentEvent, { type: 'alert_cleared' }>['data']): string {
  if (still_firing > 0) return phrase('{count} still firing.', { count: still_firing })
  const over = phrase('Nothing of it fires any more.')
  return hold_seconds === undefined ? over : `${over} ${tellHold(hold_seconds)}`
}

function tellHold(seconds: number): string {
  return phrase('The incident stays open until it has been calm for {span}.', { span: tellDuration(seconds) })
}

function tellFlapping(data: Extract<IncidentEvent, { type: 'alert_flapping' }>['data']): string {
  const { before, hold_seconds: hold } = data
  return [
    phrase('It {rhythm}.', { rhythm: tellRhythm(data) }),
    ...(before ? [phrase('Before, it was {id}.', { id: before })] : []),
    ...(hold > 0 ? [tellHold(hold)] : []),
  ].join(' ')
}
