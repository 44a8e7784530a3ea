/** Silences: what nobody wants to hear of for a while. */
import type { Static } from 'typebox'
import { PageQuery, Timestamp } from './envelope.ts'
import { Type } from './schema.ts'

const NAME_CHARACTERS_MAX = 1_000
const VALUE_CHARACTERS_MAX = 4_000
const MATCHERS_MAX = 50
const COMMENT_CHARACTERS_MAX = 10_000

export const SilenceMatcher = Type.Object({
  name: Type.String({ minLength: 1, maxLength: NAME_CHARACTERS_MAX, description: 'Of a label, such as alertname.' }),
  value: Type.String({
    maxLength: VALUE_CHARACTERS_MAX,
    description: 'What the label must be; empty for one that is missing.',
  }),
  is_regex: Type.Optional(
    Type.Boolean({
      description:
        'The value is a regular expression of the whole label; false by default. It cannot look ahead or back.',
    }),
  ),
  is_equal: Type.Optional(
    Type.Boolean({ description: 'False where the label must be anything else; true by default.' }),
  ),
})
export type SilenceMatcher = Static<typeof SilenceMatcher>

const matchers = Type.Array(SilenceMatcher, {
  minItems: 1,
  maxItems: MATCHERS_MAX,
  description: 'All of them must hold.',
})

const confirm = Type.Optional(
  Type.Literal('everything', { description: 'Said the second time, where it would hide every alert.' }),
)

export const SilenceRequest = Type.Object({
  matchers,
  starts_at: Type.Optional(Type.String({ format: 'date-time', description: 'Now by default; may be in the future.' })),
  ends_at: Type.Optional(Type.String({ format: 'date-time' })),
  seconds: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: 31_536_000,
      description: 'In the place of ends_at: for how long, from its beginning on our clock.',
    }),
  ),
  comment: Type.String({ minLength: 1, maxLength: COMMENT_CHARACTERS_MAX, pattern: '\\S', description: 'Why.' }),
  created_by: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The name of your key by default. The audit trail has that.',
    }),
  ),
  confirm,
})

export const SilenceChange = Type.Partial(Type.Omit(SilenceRequest, ['created_by', 'seconds']), {
  description: 'Only the fields to change.',
})

const INCIDENTS_MAX = 5_000

export const PreviewRequest = Type.Object(
  {
    matchers: Type.Optional(matchers),
    incident_ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 40 }), {
        minItems: 1,
        maxItems: INCIDENTS_MAX,
        description: 'In the place of matchers: incidents, of whose alerts the common labels are taken.',
      }),
    ),
  },
  { description: 'Either of them.' },
)

const shownMatchers = Type.Array(
  Type.Object({ name: Type.String(), value: Type.String(), is_regex: Type.Boolean(), is_equal: Type.Boolean() }),
)

const labels = Type.Record(Type.String(), Type.String())

export const SilenceItem = Type.Object({
  id: Type.String(),
  state: Type.Enum(['pending', 'active', 'expired']),
  matchers: shownMatchers,
  starts_at: Timestamp,
  ends_at: Timestamp,
  comment: Type.String(),
  created_by: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
  source: Type.Enum(['firebreak', 'alertmanager'], { description: 'Where it is kept, and can be changed.' }),
  origin: Type.Optional(Type.String({ description: 'The address of the alert manager that keeps it.' })),
  held_back: Type.Object(
    {
      alerts: Type.Integer(),
      firing: Type.Integer({ description: 'Those that are not over yet.' }),
      notifications: Type.Integer(),
      last_at: Type.Union([Timestamp, Type.Null()]),
    },
    { description: 'What it has kept from becoming incidents.' },
  ),
})
export type SilenceItem = Static<typeof SilenceItem>

export const HeldAlert = Type.Object({
  key: Type.String(),
  name: Type.String(),
  title: Type.String(),
  state: Type.Enum(['firing', 'resolved', 'heard'], {
    description: 'heard where it was let through when its silence was over.',
  }),
  severity: Type.Enum(['critical', 'high', 'medium', 'warning', 'low', 'info']),
  source: Type.String(),
  labels,
  notifications: Type.Integer({ description: 'How often it came.' }),
  first_seen_at: Timestamp,
  last_seen_at: Timestamp,
})
export type HeldAlert = Static<typeof HeldAlert>

export const SilencePreview = Type.Object({
  matchers: shownMatchers,
  looked_at: Type.Integer({ description: 'Alerts that are open, or came within a day, held back or not.' }),
  matching: Type.Integer({ description: 'How many of them it would hold back.' }),
  firing: Type.Integer({ description: 'How many of those fire now.' }),
  unasked: Type.Optional(
    Type.Integer({ description: 'Of those that match: alerts of other incidents than the ones given.' }),
  ),
  hides_everything: Type.Boolean({
    description:
      'Every alert there can be, or every one of today where they are of several kinds: whoever makes it is asked twice.',
  }),
  alerts: Type.Array(
    Type.Object({
      name: Type.String(),
      state: Type.Enum(['firing', 'resolved']),
      labels,
      incident_id: Type.String({ description: 'Empty where another silence holds it back.' }),
    }),
    { description: 'The first hundred that match, the newest first.' },
  ),
})
export type SilencePreview = Static<typeof SilencePreview>

export const SilenceQuery = Type.Object({
  ...PageQuery.properties,
  state: Type.Optional(Type.String({ description: 'pending, active or expired' })),
})
