/** What was found out, proposed and done about an incident. */
import type { Static } from 'typebox'
import { Timestamp } from './envelope.ts'
import { Evidence, VerificationCheck } from './incident-event.ts'
import { Type } from './schema.ts'

const text = () => Type.String()
const fields = () => Type.Object({}, { additionalProperties: true })
export const RiskLevel = Type.Enum(['low', 'medium', 'high', 'critical'])

export const Diagnosis = Type.Object({
  conclusion: text(),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  key_findings: Type.Array(Type.String()),
  suggested_actions: Type.Array(Type.String(), { description: 'What a person could do; never part of the plan.' }),
  diagnosed_at: Timestamp,
  source: Type.Enum(['analysis', 'model'], { description: 'Whether a model concluded or the built-in analysis.' }),
  situation: Type.Enum(['fault', 'recovered', 'works_as_designed', 'not_found', 'unclear']),
  version: Type.Integer(),
  beside: Type.Array(
    Type.Object({
      finding: Type.Integer({ description: 'Index into key_findings.' }),
      against: Type.String({ description: 'What speaks against its having to do with the alert.' }),
    }),
    { description: 'Which key findings were only seen beside the alert; they stand last.' },
  ),
  evidence: Type.Array(
    Type.Object({ ...Evidence.properties, finding: Type.Integer({ description: 'Index into key_findings.' }) }),
  ),
  ruled_out: Type.Array(Type.String()),
  not_seen: Type.Array(Type.String(), { description: 'What could not be looked at.' }),
  flags: Type.Array(Type.Object({ where: text(), text: text() }), {
    description: 'Text from outside that gives orders; nobody followed it.',
  }),
  knowledge: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Of the entry in the knowledge base.' }),
      title: text(),
      quote: Type.String({ description: 'The sentence of it that answers best.' }),
      why: Type.String({ description: 'By what it matched.' }),
      holds: Type.Optional(
        Type.Boolean({ description: 'Of a known problem that names its signs: whether all of them were seen.' }),
      ),
      evidence: Type.Array(Evidence),
    }),
    { description: 'Runbooks and known problems that match the incident; the best first.' },
  ),
  guesses: Type.Array(
    Type.Object({
      entity: Type.String({ description: 'Whom to look at.' }),
      findings: Type.Array(Type.Object({ text: text(), evidence: Type.Array(Evidence) })),
      against: Type.Array(Type.String(), { description: 'What speaks against it.' }),
    }),
    { description: 'Whom what was seen points to, the likeliest first; at most two, and none of them proven by that.' },
  ),
  at_fault: Type.Array(Type.String(), {
    description: 'Names of what is at fault: the proven one, or else everybody the guesses name, the likeliest first.',
  }),
  onset: Type.Optional(
    Type.String({ format: 'date-time', description: 'When it began, by figures and log lines; an alert fires later.' }),
  ),
  changes: Type.Array(Type.Object({ at: Timestamp, entity: text(), text: text(), evidence: Type.Array(Evidence) }), {
    description: 'Releases, scalings and what was written around it, in the order they happened; at most 8.',
  }),
  map: Type.Optional(
    Type.Object(
      {
        entities: Type.Array(
          Type.Object({
            name: text(),
            is_subject: Type.Boolean({ description: 'The alert speaks of it.' }),
            is_suspect: Type.Boolean({ description: 'What was seen points to it.' }),
            findings: Type.Array(Type.String(), { description: 'What was seen of it; at most 2.' }),
          }),
        ),
        ties: Type.Array(
          Type.Object({ from: text(), to: text(), tie: Type.Enum(['same', 'owns', 'runs_on', 'calls', 'reads']) }),
        ),
      },
      { description: 'The way from those it points to, to those the alert speaks of; at most 12.' },
    ),
  ),
  no_action_reason: Type.Optional(Type.String()),
  other_view: Type.Optional(
    Type.Object(
      {
        conclusion: text(),
        confidence: Type.Number({ minimum: 0, maximum: 1 }),
        source: Type.Enum(['analysis', 'model']),
        key_findings: Type.Array(Type.String()),
        evidence: Type.Array(
          Type.Object({
            ...Evidence.properties,
            finding: Type.Integer({ description: 'Index into its key_findings.' }),
          }),
        ),
      },
      { description: 'What the other of analysis and model has proven, where the two disagree.' },
    ),
  ),
  disagreement: Type.Optional(Type.String({ description: 'Where model and analysis do not agree.' })),
  model_failure: Type.Optional(Type.String({ description: 'Why the analysis stands although a model was asked.' })),
  prompt_version: Type.Optional(Type.String()),
})
export type Diagnosis = Static<typeof Diagnosis>

export const Rollback = Type.Union([
  Type.Object({ plugin: text(), parameters: fields() }),
  Type.Object({ impossible: Type.String({ description: 'Why it cannot be undone.' }) }),
])

const PLAN = {
  description: text(),
  steps: Type.Array(Type.String()),
  risk_level: RiskLevel,
  estimated_duration: text(),
  rollback_plan: text(),
  proposed_at: Timestamp,
  version: Type.Integer(),
  purpose: Type.Enum(['remedy', 'undo']),
  digest: Type.String({ description: 'Stands for exactly this plan; a confirmation is bound to it.' }),
  actions: Type.Array(
    Type.Object({
      plugin: text(),
      parameters: fields(),
      why: text(),
      risk_level: RiskLevel,
      targets: Type.Array(fields()),
      changes: Type.Array(Type.Object({ field: text(), from: text(), to: text() })),
      commands: Type.Array(Type.String()),
      preconditions: Type.Object({}, { additionalProperties: true, description: 'What must still hold when it acts.' }),
      rollback: Rollback,
    }),
    { description: 'What would run, in order.' },
  ),
}

export const Proposal = Type.Object({
  ...PLAN,
  alternatives: Type.Array(Type.Object(PLAN), {
    description:
      'At most one: the plan of the other view. A decision names one of them by its digest, and voids the other.',
  }),
})
export type Proposal = Static<typeof Proposal>

export const ExecutionResult = Type.Object({
  success: Type.Boolean(),
  duration: Type.Integer({ description: 'Seconds.' }),
  executed_at: Timestamp,
  output: text(),
  actions: Type.Array(
    Type.Object({
      plugin: text(),
      parameters: fields(),
      phase: Type.Enum(['do', 'undo']),
      outcome: Type.Enum(['done', 'failed', 'skipped', 'refused', 'unknown']),
      message: text(),
      before: fields(),
      after: fields(),
      seconds: Type.Number(),
    }),
  ),
  verification: Type.Union([
    Type.Object({
      outcome: Type.Enum(['resolved', 'no_effect', 'worse', 'unclear']),
      sentence: text(),
      checks: Type.Array(VerificationCheck),
    }),
    Type.Null(),
  ]),
})
export type ExecutionResult = Static<typeof ExecutionResult>
