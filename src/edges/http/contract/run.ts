/** Runs of the workflow: what Firebreak does about incidents, step by step. */
import type { Static } from 'typebox'
import { Page, PageQuery, Timestamp } from './envelope.ts'
import { Type } from './schema.ts'

const State = Type.Enum(['running', 'finished', 'cancelled', 'given_up'], {
  description:
    'given_up: it failed again and again by a fault of Firebreak’s own, and a person was asked to take over. cancelled: its incident was closed meanwhile.',
})

const summary = {
  id: Type.String({ description: 'INC-…:diagnose:<round> or INC-…:execute:<digest of the plan>.' }),
  incident_id: Type.String(),
  incident_title: Type.String(),
  kind: Type.Enum(['diagnose', 'execute']),
  state: State,
  since: Type.String({ format: 'date-time', description: 'Since when it is in this state.' }),
  started_at: Timestamp,
  last_step: Type.Union([Type.String(), Type.Null()], { description: 'The last step that is done.' }),
  failed_step: Type.Union([Type.String(), Type.Null()], {
    description: 'The step in which the last error came about.',
  }),
  last_error: Type.Union([Type.String(), Type.Null()], {
    description: 'The last fault of Firebreak’s own, secrets removed. Outages and hand-overs are none.',
  }),
  attempts: Type.Integer({ description: 'How often it was begun or taken up again.' }),
  errors: Type.Integer({ description: 'Faults of Firebreak’s own since it was begun or last tried again.' }),
  lives_lost: Type.Integer({ description: 'How often its instance died over it.' }),
  retries: Type.Integer({ description: 'How often a person had it tried again.' }),
  next_try_at: Type.Union([Timestamp, Type.Null()], {
    description: 'Only while it waits to be tried again by itself.',
  }),
  workflow_version: Type.Integer({ description: 'Of the workflow that began it; older instances leave it alone.' }),
  owner: Type.Union([Type.String(), Type.Null()], {
    description: 'The instance that has it, or had it last; null while it waits for one.',
  }),
  can_retry: Type.Boolean(),
  retry_refusal: Type.Union([Type.String(), Type.Null()], { description: 'Why it cannot be tried again.' }),
}

export const RunItem = Type.Object(summary)
export type RunItem = Static<typeof RunItem>

export const RunList = Type.Object({
  ...Page(RunItem).properties,
  total_is_capped: Type.Boolean({ description: 'True where there are more than are counted (10,000).' }),
})
export type RunList = Static<typeof RunList>

export const RunQuery = Type.Object({
  ...PageQuery.properties,
  state: Type.Optional(State),
  incident_id: Type.Optional(Type.String({ description: 'Only the runs of this incident.' })),
})

export const RunDetail = Type.Object({
  ...summary,
  steps: Type.Array(
    Type.Object({
      step: Type.String(),
      at: Type.String({ format: 'date-time', description: 'When it was done and written down.' }),
      result: Type.String({ description: 'What came of it, as JSON, secrets removed, shortened where it is long.' }),
      is_cut: Type.Boolean(),
    }),
    { description: 'What is done, oldest first; whoever goes on does not do it again.' },
  ),
})
export type RunDetail = Static<typeof RunDetail>

export const RunRetried = Type.Object({
  run_id: Type.String(),
  incident_id: Type.String(),
  status: Type.Enum(['diagnosing', 'executing', 'verifying'], { description: 'Of the incident.' }),
})
