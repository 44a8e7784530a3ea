/** What is known about an incident from elsewhere: what people told us, and what happened before. */
import type { Static } from 'typebox'
import { Timestamp } from './envelope.ts'
import { Type } from './schema.ts'

const text = () => Type.String()
const texts = () => Type.Array(Type.String())
const optionalText = (description: string) => Type.Optional(Type.String({ description }))

const KnownDatabase = Type.Object({ name: text(), type: text(), host: text(), databases: texts() })

const AlertDefinition = Type.Object({
  name: Type.String({ description: 'The severity, or the alert, it was given for.' }),
  description: text(),
  response_time: text(),
  examples: texts(),
})

const CommonIssue = Type.Object({
  issue: text(),
  category: text(),
  description: text(),
  common_causes: texts(),
  standard_procedure: texts(),
})

export const IncidentContext = Type.Object(
  {
    service: optionalText('As the environment context calls it.'),
    namespace: optionalText('Where it lives.'),
    description: optionalText('What it is for.'),
    team: optionalText('Who looks after it.'),
    oncall: optionalText('Whom to call on.'),
    culprits: Type.Array(Type.Object({ service: text(), team: text(), oncall: text() }), {
      description: 'Services of others to which what was found points, and who looks after them; the likeliest first.',
    }),
    depends_on: texts(),
    depended_on_by: texts(),
    databases: Type.Array(KnownDatabase),
    alert_definition: Type.Union([AlertDefinition, Type.Null()]),
    common_issues: Type.Array(CommonIssue),
  },
  { description: 'The part of the environment context that concerns it, as it is now.' },
)
export type IncidentContext = Static<typeof IncidentContext>

export const SimilarIncident = Type.Object({
  id: text(),
  title: text(),
  closed_at: Timestamp,
  status: text(),
  why: Type.String({ description: 'What it has in common with this one.' }),
  conclusion: text(),
  plan: Type.Array(Type.String(), { description: 'What was proposed then. Never copied into a plan of now.' }),
  outcome: Type.String({ description: 'How it ended.' }),
  worked: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'Whether the plan was carried out and seen to help; null where nobody knows.',
  }),
})
export type SimilarIncident = Static<typeof SimilarIncident>
