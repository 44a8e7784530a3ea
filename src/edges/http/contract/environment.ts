import type { Static } from 'typebox'
import { Timestamp } from './envelope.ts'
import { Type } from './schema.ts'

const text = () => Type.Optional(Type.String())
/** What is required says something. */
const said = () => Type.String({ minLength: 1, pattern: '\\S' })
const texts = () => Type.Optional(Type.Array(Type.String()))
/** Fields we do not know are kept: people describe more than we read. */
const kept = { additionalProperties: true }
const wordOrNumber = Type.Union([Type.String(), Type.Number()])

const Service = Type.Object(
  {
    name: said(),
    namespace: said(),
    description: text(),
    dependencies: texts(),
    team: text(),
    oncall: text(),
  },
  kept,
)

const DatabaseServer = Type.Object(
  {
    name: text(),
    type: text(),
    version: Type.Optional(wordOrNumber),
    host: text(),
    databases: Type.Optional(Type.Array(wordOrNumber)),
  },
  kept,
)

const Middleware = Type.Object(
  { name: text(), type: text(), version: Type.Optional(wordOrNumber), brokers: texts() },
  kept,
)

const Infrastructure = Type.Object(
  {
    cluster: text(),
    region: text(),
    nodes: Type.Optional(Type.Integer()),
    databases: Type.Optional(Type.Array(Type.Union([Type.String(), DatabaseServer]))),
    middleware: Type.Optional(Type.Array(Middleware)),
  },
  kept,
)

const AlertDefinition = Type.Union([
  Type.String(),
  Type.Object({ description: text(), response_time: text(), examples: texts() }, kept),
])

const CommonIssue = Type.Object(
  { issue: text(), category: text(), description: text(), common_causes: texts(), standard_procedure: texts() },
  kept,
)

export const EnvironmentDocument = Type.Object(
  {
    services: Type.Optional(Type.Array(Service)),
    infrastructure: Type.Optional(Infrastructure),
    alert_definitions: Type.Optional(Type.Record(Type.String(), AlertDefinition)),
    common_issues: Type.Optional(Type.Array(CommonIssue)),
  },
  { ...kept, description: 'The whole document; it replaces the one before.' },
)
export type EnvironmentDocument = Static<typeof EnvironmentDocument>

export const EnvironmentVersionItem = Type.Object({
  version: Type.Integer({ description: 'Grows with every version; some numbers may be missing.' }),
  put_at: Timestamp,
  put_by: Type.String(),
})
export type EnvironmentVersionItem = Static<typeof EnvironmentVersionItem>

export const VersionPath = Type.Object({
  version: Type.String({ pattern: '^[1-9][0-9]{0,14}$', description: 'Its number.' }),
})
