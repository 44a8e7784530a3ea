/** The things of the document that have a form: their known fields, by the contract's own names, in the order they are shown. */
import type { EnvironmentDocument } from '@contract/environment.ts'
import type { Field, Shape } from './shape.ts'

type Service = NonNullable<EnvironmentDocument['services']>[number]
type Infrastructure = NonNullable<EnvironmentDocument['infrastructure']>
type DatabaseServer = Exclude<NonNullable<Infrastructure['databases']>[number], string>
type Middleware = NonNullable<Infrastructure['middleware']>[number]
type AlertDefinition = Exclude<NonNullable<EnvironmentDocument['alert_definitions']>[string], string>
type CommonIssue = NonNullable<EnvironmentDocument['common_issues']>[number]

type FieldsOf<Record_> = { readonly [Name in keyof Record_]-?: Field }

const service: FieldsOf<Service> = {
  name: { label: 'Name', kind: 'word', isRequired: true, description: 'As the cluster calls it.' },
  namespace: { label: 'Namespace', kind: 'word', isRequired: true },
  description: { label: 'What it does', kind: 'text' },
  dependencies: {
    label: 'Depends on',
    kind: 'words',
    description: 'Names of services, databases, or anything outside. Enter adds one.',
  },
  team: { label: 'Team', kind: 'word' },
  oncall: { label: 'On call', kind: 'word', description: 'Whom to call: a handle, an address, a number.' },
}

const infrastructure: FieldsOf<Omit<Infrastructure, 'databases' | 'middleware'>> = {
  cluster: { label: 'Cluster', kind: 'word' },
  region: { label: 'Region', kind: 'word' },
  nodes: { label: 'Nodes', kind: 'integer' },
}

const database: FieldsOf<DatabaseServer> = {
  name: { label: 'Name', kind: 'word' },
  type: { label: 'Kind', kind: 'word', description: 'postgresql, redis, …' },
  version: { label: 'Version', kind: 'word' },
  host: { label: 'Host', kind: 'word' },
  databases: { label: 'Databases on it', kind: 'words' },
}

const middleware: FieldsOf<Middleware> = {
  name: { label: 'Name', kind: 'word' },
  type: { label: 'Kind', kind: 'word', description: 'kafka, rabbitmq, nginx, …' },
  version: { label: 'Version', kind: 'word' },
  brokers: { label: 'Brokers', kind: 'words' },
}

const alertDefinition: FieldsOf<AlertDefinition> = {
  description: { label: 'What it means', kind: 'text' },
  response_time: { label: 'Answer within', kind: 'word', description: '5 minutes, the next working day, …' },
  examples: { label: 'Examples', kind: 'lines', description: 'One a line.' },
}

const commonIssue: FieldsOf<CommonIssue> = {
  issue: { label: 'Issue', kind: 'word' },
  category: { label: 'Category', kind: 'word' },
  description: { label: 'How it shows', kind: 'text' },
  common_causes: { label: 'Common causes', kind: 'lines', description: 'One a line.' },
  standard_procedure: { label: 'What to do', kind: 'lines', description: 'One step a line, in order.' },
}

export const SERVICE: Shape = { noun: 'service', title: 'name', fields: service }
export const INFRASTRUCTURE: Shape = {
  noun: 'cluster',
  title: 'cluster',
  fields: infrastructure,
  listedApart: ['databases', 'middleware'],
}
export const DATABASE: Shape = { noun: 'database', title: 'name', plainField: 'name', fields: database }
export const MIDDLEWARE: Shape = { noun: 'middleware', title: 'name', fields: middleware }
export const ALERT_DEFINITION: Shape = {
  noun: 'alert definition',
  title: 'description',
  plainField: 'description',
  keyLabel: 'Severity',
  fields: alertDefinition,
}
export const COMMON_ISSUE: Shape = { noun: 'known issue', title: 'issue', fields: commonIssue }
