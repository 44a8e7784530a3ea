/** Questions the page asks of the timeline. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { IncidentEvent } from '@contract/incident-event.ts'

export type EventOf<Kind extends IncidentEvent['type']> = Extract<IncidentEvent, { type: Kind }>

export function isKind<Kind extends IncidentEvent['type']>(kind: Kind) {
  return (event: IncidentEvent): event is EventOf<Kind> => event.type === kind
}

export function lastOf<Kind extends IncidentEvent['type']>(events: readonly IncidentEvent[], kind: Kind) {
  return events.findLast(isKind(kind))
}

/** The word on the plan that was asked for last; one on an earlier plan is history. */
export function decisionIn(events: readonly IncidentEvent[]): EventOf<'confirmation_received'> | undefined {
  const asked = events.findLastIndex(isKind('confirmation_requested'))
  return lastOf(events.slice(asked + 1), 'confirmation_received')
}

/** Everything since we last began to look. */
export function sinceDiagnosis(events: readonly IncidentEvent[]): readonly IncidentEvent[] {
  return events.slice(Math.max(0, events.findLastIndex(isKind('diagnosis_started'))))
}

/** A plan a person wrote since we last began to look, which is judged while the incident is in diagnosis. */
export function handedIn(events: readonly IncidentEvent[]): EventOf<'plan_handed_in'> | undefined {
  return sinceDiagnosis(events).findLast(isKind('plan_handed_in'))
}

/** What a person without knowledge of plugins reads as the last that happened; that the chat was told so is no news. */
export function lastNews(events: readonly IncidentEvent[]): IncidentEvent | undefined {
  return events.findLast(({ type }) => !NO_NEWS.has(type))
}

const NO_NEWS: ReadonlySet<IncidentEvent['type']> = new Set([
  'tool_call',
  'model_turn',
  'chat_message_sent',
  'chat_message_failed',
])

/** Everything since somebody last came with a plan, we or a person; what was said of an earlier one is history. */
export function sinceLastPlan(events: readonly IncidentEvent[]): readonly IncidentEvent[] {
  const since = sinceDiagnosis(events)
  return since.slice(Math.max(0, since.findLastIndex(isKind('plan_handed_in'))))
}

/**
 * The tool call a finding of the diagnosis speaks of. Every look numbers its calls anew, so of those with the same number
 * it is the last one before the conclusion that quotes it.
 */
export function callOf({ events, diagnosis }: IncidentDetail, call: string): EventOf<'tool_call'> | undefined {
  const isConclusion = (event: IncidentEvent) =>
    event.type === 'diagnosis_completed' && event.data.version === diagnosis?.version
  const concluded = events.findIndex(isConclusion)
  const before = concluded < 0 ? events : events.slice(0, concluded)
  return before.filter(isKind('tool_call')).findLast(({ data }) => data.call === call)
}

/** What people asked, each with its answer where there is one; the newest first. */
export function questionsIn(events: readonly IncidentEvent[]): AskedQuestion[] {
  const answers = new Map(events.filter(isKind('question_answered')).map((event) => [event.data.question, event]))
  return events
    .filter(isKind('question_asked'))
    .map((asked) => ({ asked, answered: answers.get(asked.data.question) }))
    .reverse()
}

export type AskedQuestion = { asked: EventOf<'question_asked'>; answered: EventOf<'question_answered'> | undefined }

/** The tool call an answer quotes: the last of that number before the answer was given. */
export function callBefore(
  events: readonly IncidentEvent[],
  answered: IncidentEvent,
  call: string,
): EventOf<'tool_call'> | undefined {
  return events
    .slice(0, events.indexOf(answered))
    .filter(isKind('tool_call'))
    .findLast(({ data }) => data.call === call && !['verification', 'plan'].includes(data.by))
}

const WORDS_MAX = 400

/** Whole words, and it is seen that there are more. */
export function inShort(words: string): string {
  if (words.length <= WORDS_MAX) return words
  return `${words.slice(0, WORDS_MAX).replace(/\s+\S*$/, '')} …`
}
