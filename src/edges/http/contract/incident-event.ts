/** Every kind of the timeline, with what its `data` holds. */
import type { TSchema } from 'typebox'
import type { EventData, EventKind } from '../../../story/incident/incident-event.ts'
import { Timestamp } from './envelope.ts'
import { Type } from './schema.ts'

const text = () => Type.String()
const count = () => Type.Integer()
const fields = () => Type.Object({}, { additionalProperties: true })
const calls = () => Type.Array(Type.Object({ plugin: text(), parameters: fields() }))

const PLAN = { version: count(), digest: text(), risk_level: text(), description: text(), actions: calls() }

export const Evidence = Type.Object({
  call: Type.String({ description: 'Number of the tool call.' }),
  plugin: text(),
  quote: Type.String({ description: 'Words that stand in its result.' }),
})

/** One thing an answer says, with what proves it. */
export const AnsweredFinding = Type.Object({ text: text(), evidence: Type.Array(Evidence) })

export const VerificationCheck = Type.Object({
  text: text(),
  before: text(),
  after: text(),
  holds: Type.Boolean(),
  basis: Type.Optional(
    Type.String({ description: 'Which facts were compared, and of which generation or moment they are.' }),
  ),
  otherwise: Type.Optional(Type.String({ description: 'What would have been seen had it not worked.' })),
  at: Type.Optional(Timestamp),
})

const DATA: { [Kind in EventKind]: { [Field in keyof EventData[Kind]]: TSchema } } = {
  alert_received: { message: text(), sender_id: text() },
  alert_repeated: { count: count(), total: count(), message: text() },
  alert_cleared: {
    alerts: Type.Array(Type.String()),
    still_firing: count(),
    more: Type.Optional(Type.Integer({ description: 'How many are not named, where there are more than 20.' })),
    hold_seconds: Type.Optional(
      Type.Integer({
        description: 'How long it must stay away until the incident is resolved, where CLEAR_HOLD_SECONDS says so.',
      }),
    ),
  },
  severity_raised: { from: text(), to: text() },
  alert_flapping: {
    times: Type.Integer({ description: 'How often it came and went.' }),
    seconds: Type.Integer({ description: 'From its first coming to its last going.' }),
    every_seconds: count(),
    hold_seconds: Type.Integer({
      description: 'How long it must stay away until the incident is resolved; 0 while something of it fires.',
    }),
    before: Type.Optional(
      Type.String({ description: 'The incident in which it went the time before, where that is another.' }),
    ),
  },
  diagnosis_started: {},
  tool_call: {
    tool: text(),
    parameters: fields(),
    result: fields(),
    call: Type.String({ description: 'The number findings refer to.' }),
    by: Type.String({
      description:
        'analysis, model, verification, question where it was asked to answer one, plan where to judge one that was handed in, person where it was run by hand',
    }),
    seconds: Type.Number(),
    person: Type.Optional(Type.String({ description: 'Who ran it by hand.' })),
  },
  analysis_found: { kind: text(), statement: text(), confidence: Type.Number(), evidence: Type.Array(Evidence) },
  model_turn: {
    turn: count(),
    provider: text(),
    model: text(),
    asked: text(),
    answered: text(),
    calls: Type.Array(Type.String()),
    input_tokens: count(),
    cached_input_tokens: count(),
    output_tokens: count(),
    failure: Type.String({ description: 'Why no answer came; empty where one did.' }),
  },
  instruction_flagged: { where: text(), text: text() },
  diagnosis_completed: { conclusion: text(), confidence: Type.Number(), source: text(), version: count() },
  proposal_created: {
    ...PLAN,
    alternatives: Type.Optional(
      Type.Array(Type.Object(PLAN), { description: 'The plan of the other view; one of the two is chosen.' }),
    ),
  },
  plan_handed_in: { by: text(), via: text(), why: text(), actions: calls() },
  policy_refused: { plugin: text(), parameters: fields(), reason: text(), sentence: text() },
  confirmation_requested: { version: count(), digest: text(), confirm_by: text() },
  confirmation_received: {
    decision: text(),
    by: text(),
    via: text(),
    comment: text(),
    version: count(),
    digest: text(),
  },
  execution_started: { digest: text(), actions: calls() },
  action_started: { phase: text(), step: count(), plugin: text(), parameters: fields() },
  action_completed: {
    phase: text(),
    step: count(),
    plugin: text(),
    outcome: Type.String({ description: 'done, failed, skipped, refused or unknown' }),
    message: text(),
    before: fields(),
    after: fields(),
    seconds: Type.Number(),
  },
  execution_completed: { success: Type.Boolean(), duration: count(), output: text() },
  verification_completed: {
    outcome: Type.String({ description: 'resolved, no_effect, worse or unclear' }),
    sentence: text(),
    checks: Type.Array(VerificationCheck),
  },
  rollback_proposed: { version: count(), digest: text(), actions: calls() },
  rollback_completed: { success: Type.Boolean(), output: text() },
  incident_resolved: { resolution: text(), by: text(), comment: text() },
  incident_ignored: {
    by: text(),
    comment: text(),
    repeats: Type.Optional(
      Type.String({
        description: 'once, until_cleared, for_a_time or for_labels: what became of the next word of its alerts.',
      }),
    ),
    until: Type.Optional(Timestamp),
    silence: Type.Optional(Type.String({ description: 'The one that was made for its labels.' })),
  },
  incident_escalated: { reason: text() },
  incident_expired: { reason: text() },
  incident_assigned: {
    name: Type.String({ description: 'Who has it in hand; empty where nobody has any more.' }),
    by: text(),
    via: text(),
  },
  incident_gathered: {
    part_of: Type.String({ description: 'The incident that leads it from here on.' }),
    why: text(),
    by: Type.String({ description: 'firebreak where nobody did it by hand' }),
  },
  incident_set_free: {
    part_of: Type.String({ description: 'The incident that led it so far.' }),
    why: text(),
    by: text(),
  },
  parts_changed: {
    gained: Type.Array(Type.String(), { description: 'At most 20 of them.' }),
    gained_count: count(),
    lost: Type.Array(Type.String(), { description: 'At most 20 of them.' }),
    lost_count: count(),
    total: count(),
    why: text(),
    by: text(),
  },
  note_added: {
    by: text(),
    text: text(),
    emoji: Type.Optional(Type.String({ description: 'Where it was a reaction in the chat.' })),
  },
  question_asked: {
    question: Type.Integer({ description: 'Its number on this incident.' }),
    by: text(),
    via: text(),
    text: text(),
  },
  question_answered: {
    question: count(),
    by: Type.String({ description: 'model, or records where no model spoke' }),
    text: text(),
    findings: Type.Array(AnsweredFinding),
    note: Type.String({ description: 'What the reader should know of the answer itself; often empty.' }),
  },
  chat_message_sent: { what: text(), chat_id: text(), message_id: text() },
  chat_message_failed: { what: text(), chat_id: text(), error: text() },
}

export const IncidentEvent = Type.Union(
  (Object.keys(DATA) as EventKind[]).map((kind) =>
    Type.Object({
      id: Type.String({ description: 'A decimal number that grows over all incidents; also the id on the stream.' }),
      type: Type.Literal(kind),
      timestamp: Timestamp,
      data: Type.Object(DATA[kind]),
    }),
  ),
)

/** Each kind with its own data; what the array above makes of the schemas forgets which belongs to which. */
export type IncidentEvent = {
  [Kind in EventKind]: { id: string; type: Kind; timestamp: string; data: EventData[Kind] }
}[EventKind]
