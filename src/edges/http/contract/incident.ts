import type { Static } from 'typebox'
import { HANDED_ACTIONS_MAX } from '../../../story/incident/handed-in-plan.ts'
import { Assignee } from './assignment.ts'
import { Page, PageQuery, Timestamp } from './envelope.ts'
import { IncidentContext, SimilarIncident } from './incident-background.ts'
import { Diagnosis, ExecutionResult, Proposal, RiskLevel, Rollback } from './incident-course.ts'
import { IncidentEvent } from './incident-event.ts'
import { Type } from './schema.ts'
import { SilenceMatcher } from './silence.ts'

const Status = Type.Enum(
  [
    'pending',
    'diagnosing',
    'awaiting_approval',
    'executing',
    'verifying',
    'resolved',
    'ignored',
    'expired',
    'escalated',
  ],
  { description: 'resolved, ignored and expired are closed.' },
)
const Severity = Type.Enum(['critical', 'high', 'medium', 'warning', 'low', 'info'])
const Category = Type.Enum(['kubernetes', 'database', 'middleware', 'network', 'application', 'host', 'cloud', 'other'])

const summary = {
  id: Type.String({
    description:
      'INC-<YYYYMMDD>-<NNN>, the UTC day and a number of that day. A number that is missing was never given: it was reserved when an instance ended at once.',
  }),
  title: Type.String(),
  status: Status,
  severity: Severity,
  category: Category,
  created_at: Timestamp,
  resolved_at: Type.Optional(Type.String({ format: 'date-time', description: 'Only on resolved incidents.' })),
  duration: Type.Integer({ description: 'Seconds until it was closed, or until now.' }),
  confirm_by: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only while it waits for a person: when it expires.' }),
  ),
  assignee: Type.Optional(Assignee),
  part_of: Type.Union([Type.String(), Type.Null()], {
    description: 'The incident that leads it, where it was gathered with others of one cause.',
  }),
  parts_count: Type.Integer({ description: 'How many incidents it leads.' }),
  flapping: Type.Optional(
    Type.Object(
      {
        times: Type.Integer({ description: 'How often it came and went.' }),
        since: Timestamp,
        last_at: Type.String({ format: 'date-time', description: 'When it went last.' }),
        every_seconds: Type.Integer({ description: 'On average.' }),
        calm_since: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
          description: 'Nothing of it fires since then; it is resolved when that has lasted for FLAP_HOLD_SECONDS.',
        }),
        sentence: Type.String({ description: 'came and went 7 times in 40 minutes, on average every 6 minutes' }),
      },
      { description: 'Where an alert of it comes and goes.' },
    ),
  ),
}

export const IncidentItem = Type.Object(summary)
export type IncidentItem = Static<typeof IncidentItem>

export const IncidentList = Type.Object({
  ...Page(IncidentItem).properties,
  total_is_capped: Type.Optional(
    Type.Boolean({ description: 'True where a search found more than 10,000 and stopped counting.' }),
  ),
})
export type IncidentList = Static<typeof IncidentList>

const SEVERAL = 'Several with commas; a comma of a value is written \\,.'

export const IncidentQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Type.String({ description: `${SEVERAL} An unknown value matches nothing.` })),
  severity: Type.Optional(Type.String({ description: `${SEVERAL} An unknown value matches nothing.` })),
  open: Type.Optional(Type.Enum(['true', 'false'], { description: 'All that are open, or all that are closed.' })),
  start_date: Type.Optional(Type.String({ description: 'YYYY-MM-DD (the whole UTC day) or an ISO 8601 timestamp.' })),
  end_date: Type.Optional(Type.String({ description: 'YYYY-MM-DD (the whole UTC day) or an ISO 8601 timestamp.' })),
  search: Type.Optional(
    Type.String({
      description: 'Anywhere in id, title, description or conclusion; case does not matter. Finds parts as well.',
    }),
  ),
  label: Type.Optional(
    Type.String({
      description: `name=value of a label of its alerts. ${SEVERAL} Different names must all be there.`,
    }),
  ),
  source: Type.Optional(Type.String({ description: `Where the alert came from. ${SEVERAL}` })),
  service: Type.Optional(Type.String({ description: `The service it is about. ${SEVERAL}` })),
  team: Type.Optional(Type.String({ description: `Who looks after it. ${SEVERAL}` })),
  cause: Type.Optional(
    Type.String({ description: `The kind of cause that was found, or kind and object. ${SEVERAL}` }),
  ),
  sort: Type.Optional(
    Type.Enum(['newest', 'oldest', 'severity'], {
      description: 'severity: the most severe first, of those alike the oldest. newest where it is not given.',
    }),
  ),
  parts: Type.Optional(
    Type.String({
      description:
        'all: every incident. left: only parts that are open although the incident that led them is closed. Otherwise parts are found below the incident that leads them.',
    }),
  ),
  part_of: Type.Optional(Type.String({ description: 'Only the parts of this incident.' })),
})

const Values = Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }))

export const IncidentValues = Type.Object(
  { sources: Values, services: Values, teams: Values, causes: Values, labels: Values },
  { description: 'Of the newest 5,000 incidents, the most frequent first; at most 100 of each.' },
)
export type IncidentValues = Static<typeof IncidentValues>

export const Member = Type.Object({
  key: Type.String({ description: 'Fingerprint of the alert.' }),
  state: Type.Enum(['firing', 'resolved']),
  severity: Type.Optional(Severity),
  name: Type.String(),
  labels: Type.Record(Type.String(), Type.String()),
  annotations: Type.Record(Type.String(), Type.String()),
  starts_at: Type.Optional(Type.String()),
})
export type Member = Static<typeof Member>

export const MemberList = Page(Member)
export type MemberList = Static<typeof MemberList>

const RelatedIncident = Type.Object({
  id: Type.String(),
  title: Type.String(),
  status: Status,
  severity: Severity,
  created_at: Timestamp,
  why: Type.String({ description: 'What the two share.' }),
})
export type RelatedIncident = Static<typeof RelatedIncident>

const Part = Type.Object({ id: Type.String(), title: Type.String(), severity: Severity, status: Status })

export const IncidentDetail = Type.Object({
  ...summary,
  parts: Type.Array(Part, { description: 'At most 100, the most severe first; the list with part_of has all.' }),
  parts_by_severity: Type.Record(Type.String(), Type.Integer()),
  parts_by_service: Type.Array(Type.Object({ service: Type.String(), count: Type.Integer() }), {
    description: 'By what the labels of their alerts name, the most frequent first; at most 20.',
  }),
  description: Type.String({ description: 'The whole message of the alert.' }),
  source: Type.String(),
  fingerprint: Type.String(),
  diagnosis: Type.Union([Diagnosis, Type.Null()]),
  proposal: Type.Union([Proposal, Type.Null()]),
  execution_result: Type.Union([ExecutionResult, Type.Null()]),
  context: Type.Union([IncidentContext, Type.Null()], { description: 'null where nobody told us anything of it.' }),
  similar: Type.Array(SimilarIncident, {
    description: 'Closed incidents of the past that are like it, the likest first; at most 5.',
  }),
  related: Type.Array(RelatedIncident, {
    description: 'Others of the same alert or subject, newest first; at most 5.',
  }),
  events: Type.Array(IncidentEvent),
  updated_at: Timestamp,
  resolution: Type.Optional(Type.String({ description: 'Why it was closed as resolved.' })),
  figure: Type.Optional(
    Type.Object(
      {
        query: Type.String({ description: 'What the rule of its alert measures, in PromQL.' }),
        bound: Type.Optional(Type.String({ description: 'What it is compared with, such as > 0.5.' })),
      },
      { description: 'Where the alert brings its rule. How it went is kept as a call of metrics.query_range.' },
    ),
  ),
  repeat_count: Type.Integer({ description: 'Notifications after the first one.' }),
  alerts: Type.Array(Member, {
    description: 'The alerts this incident stands for: at most 100, those that fire before those that are over.',
  }),
  alert_counts: Type.Object({ firing: Type.Integer(), total: Type.Integer() }, { description: 'Of all its alerts.' }),
  usage: Type.Object(
    {
      turns: Type.Integer(),
      input_tokens: Type.Integer(),
      cached_input_tokens: Type.Integer(),
      output_tokens: Type.Integer(),
      cost: Type.Optional(
        Type.Number({ description: 'In money by LLM_PRICES; absent where a model that was asked has no price.' }),
      ),
      currency: Type.Optional(Type.String()),
    },
    { description: 'What the model turns of this incident used in all.' },
  ),
})
export type IncidentDetail = Omit<Static<typeof IncidentDetail>, 'events'> & { events: IncidentEvent[] }

export const EventList = Type.Object({ events: Type.Array(IncidentEvent) })

export const ResolveRequest = Type.Object({ comment: Type.Optional(Type.String({ maxLength: 10_000 })) })
export const AttachRequest = Type.Object({
  part_of: Type.String({ maxLength: 40, description: 'The incident that is to lead it.' }),
  comment: Type.Optional(Type.String({ maxLength: 10_000 })),
})
export const NoteRequest = Type.Object({ text: Type.String({ minLength: 1, maxLength: 10_000 }) })
export const DecisionRequest = Type.Object({
  decision: Type.Enum(['confirm', 'reject', 'rediagnose', 'ignore']),
  digest: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Of the plan you saw; required to confirm. Another one is a conflict.',
    }),
  ),
  comment: Type.Optional(Type.String({ maxLength: 10_000, description: 'With rediagnose: what to look at.' })),
  repeats: Type.Optional(
    Type.Enum(['once', 'until_cleared', 'for_a_time', 'for_labels'], {
      description:
        'With ignore: the next firing of its alerts is a new incident (once), counts on this one until they clear (until_cleared, as by default) or for some seconds (for_a_time), or is held back by a silence for labels (for_labels).',
    }),
  ),
  seconds: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: 31_536_000,
      description: 'With for_a_time and for_labels: for how long; 3600 by default.',
    }),
  ),
  matchers: Type.Optional(
    Type.Array(SilenceMatcher, {
      minItems: 1,
      maxItems: 50,
      description: 'With for_labels: which; those its alerts have in common by default.',
    }),
  ),
  silence: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'With for_labels: the id of a silence that holds already, such as one that was made for many incidents.',
    }),
  ),
  confirm: Type.Optional(
    Type.Literal('everything', { description: 'Said the second time, where the silence would hide every alert.' }),
  ),
})
export type DecisionRequest = Static<typeof DecisionRequest>
const RehearsedActions = Type.Array(
  Type.Object({
    plugin: Type.String(),
    parameters: Type.Object({}, { additionalProperties: true }),
    would_run: Type.Boolean({ description: 'Whether it would be carried out if the plan were confirmed now.' }),
    message: Type.String(),
    changes: Type.Array(Type.Object({ field: Type.String(), from: Type.String(), to: Type.String() })),
    risk_level: Type.Optional(RiskLevel),
    preconditions: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'What was seen now, and must hold when it acts.' }),
    ),
    rollback: Type.Optional(Rollback),
  }),
)
export const Rehearsals = Type.Object({
  incident_id: Type.String(),
  digest: Type.String(),
  actions: RehearsedActions,
})
/** Of a plan that nobody has handed in yet, so it has no digest. */
export const TriedPlan = Type.Object({ incident_id: Type.String(), actions: RehearsedActions })
export type TriedPlan = Static<typeof TriedPlan>
export type Rehearsals = Static<typeof Rehearsals>
/** A plan written by hand. */
export const HandedInRequest = Type.Object({
  why: Type.String({ minLength: 1, maxLength: 2_000, pattern: '\\S', description: 'Why this should be done.' }),
  actions: Type.Array(
    Type.Object({
      plugin: Type.String({ minLength: 1, maxLength: 200, description: 'A remediation plugin.' }),
      parameters: Type.Object({}, { additionalProperties: true }),
      why: Type.Optional(Type.String({ maxLength: 2_000 })),
    }),
    { minItems: 1, maxItems: HANDED_ACTIONS_MAX, description: 'In this order.' },
  ),
})
export const Moved = Type.Object({ incident_id: Type.String(), status: Status })
