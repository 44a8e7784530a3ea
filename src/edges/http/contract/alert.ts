import type { Static } from 'typebox'
import { Type } from './schema.ts'

/** Read by content, not by schema: three shapes come through this door (see docs/alerts.md). */
export const AlertBody = Type.Object(
  {},
  {
    additionalProperties: true,
    description:
      'A plain alert ({message, sender_id?, chat_id?, timestamp?, metadata?}), or what an alert manager or a dashboard tool posts.',
    examples: [
      { message: 'checkout answers 500 for 5 minutes', metadata: { severity: 'critical', namespace: 'shop' } },
    ],
  },
)

export const AlertAccepted = Type.Object({
  incident_id: Type.String({
    description: 'Empty where a cleared alert belongs to no incident, and where a silence holds all of it back.',
  }),
  status: Type.Literal('accepted'),
  message: Type.String(),
})
export type AlertAccepted = Static<typeof AlertAccepted>

const Texts = (description: string) => Type.Record(Type.String(), Type.String(), { description })
const Moment = (description: string) => Type.Optional(Type.String({ description }))

export const PlainAlert = Type.Object(
  {
    message: Type.String({ minLength: 1, description: 'What is wrong; its first line becomes the title.' }),
    sender_id: Type.Optional(Type.String({ description: 'Who says so.' })),
    chat_id: Type.Optional(Type.String({ description: 'The chat it belongs to.' })),
    timestamp: Moment('When it was sent: ISO 8601, or the epoch in seconds or milliseconds, as text.'),
    metadata: Type.Optional(
      Type.Object(
        {},
        { additionalProperties: true, description: 'severity, source, fingerprint and labels have a meaning.' },
      ),
    ),
  },
  { description: 'A sentence about what is wrong.' },
)

export const AlertMember = Type.Object({
  status: Type.Enum(['firing', 'resolved']),
  labels: Texts('What it is about; alertname is its name.'),
  annotations: Type.Optional(Texts('What people wrote for people.')),
  startsAt: Moment('Since when it fires.'),
  endsAt: Moment('When it ended, or will be held for ended.'),
  generatorURL: Moment('Where its rule stands.'),
  fingerprint: Type.Optional(Type.String({ description: 'The same for the same alert.' })),
})

export const AlertManagerNotification = Type.Object(
  {
    version: Type.Optional(Type.String()),
    groupKey: Type.Optional(Type.String()),
    status: Type.Optional(Type.Enum(['firing', 'resolved'])),
    receiver: Type.Optional(Type.String()),
    groupLabels: Type.Optional(Texts('What its alerts were grouped by.')),
    commonLabels: Type.Optional(Texts('What all its alerts bear.')),
    commonAnnotations: Type.Optional(Texts('What is said of all its alerts.')),
    externalURL: Type.Optional(Type.String()),
    alerts: Type.Array(AlertMember),
  },
  { description: 'What an alert manager posts to a webhook.' },
)

export const DashboardNotification = Type.Object(
  {
    title: Type.Optional(Type.String()),
    state: Type.Optional(Type.String({ description: 'alerting, ok, no_data …' })),
    message: Type.Optional(Type.String()),
    ruleName: Type.Optional(Type.String()),
    ruleUrl: Type.Optional(Type.String()),
    evalMatches: Type.Optional(Type.Array(Type.Object({}, { additionalProperties: true }))),
    alerts: Type.Optional(Type.Array(AlertMember)),
  },
  { description: 'What a dashboard tool posts to a webhook, in its older or its unified form.' },
)

/** What is written down for clients; the door itself reads by content and is more patient. */
export const DocumentedAlert = Type.Union([PlainAlert, AlertManagerNotification, DashboardNotification], {
  description:
    'A plain alert, or what an alert manager or a dashboard tool posts. They are told apart by their content.',
})
