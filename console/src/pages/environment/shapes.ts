/** The things of the document that have a form: their known fields, by the contract's own names, in the order they are shown. */
import type { EnvironmentDocument } from '@contract/environment.ts'
import { phrase } from '../../language/phrase.ts'
import type { Field, Shape } from './shape.ts'

type Service = NonNullable<EnvironmentDocument['services']>[number]
type Infrastructure = NonNullable<EnvironmentDocument['infrastructure']>
type DatabaseServer = Exclude<NonNullable<Infrastructure['databases']>[number], string>
type Middleware = NonNullable<Infrastructure['middleware']>[number]
type AlertDefinition = Exclude<NonNullable<EnvironmentDocument['alert_definitions']>[string], string>
type CommonIssue = NonNullable<EnvironmentDocument['common_issues']>[number]

type FieldsOf<Record_> = { readonly [Name in keyof Record_]-?: Field }

const service: FieldsOf<Service> = {
  name: { label: phrase('Name'), kind: 'word', isRequired: true, description: phrase('As the cluster calls it.') },
  namespace: { label: phrase('Namespace'), kind: 'word', isRequired: true },
  description: { label: phrase('What it does'), kind: 'text' },
  dependencies: {
    label: phrase('Depends on'),
    kind: 'words',
    description: phrase('Names of services, databases, or anything outside. Enter adds one.'),
  },
  team: { label: phrase('Team'), kind: 'word' },
  oncall: {
    label: phrase('On call'),
    kind: 'word',
    description: phrase('Whom to call: a handle, an address, a number.'),
  },
}

const infrastructure: FieldsOf<Omit<Infrastructure, 'databases' | 'middleware'>> = {
  cluster: { label: phrase('Cluster'), kind: 'word' },
  region: { label: phrase('Region'), kind: 'word' },
  nodes: { label: phrase('Nodes'), kind: 'integer' },
}

const database: FieldsOf<DatabaseServer> = {
  name: { label: phrase('Name'), kind: 'word' },
  type: { label: phrase('Kind'), kind: 'word', description: 'postgresql, redis, …' },
  version: { label: phrase('Version'), kind: 'word' },
  host: { label: phrase('Host'), kind: 'word' },
  databases: { label: phrase('Databases on it'), kind: 'words' },
}

const middleware: FieldsOf<Middleware> = {
  name: { label: phrase('Name'), kind: 'word' },
  type: { label: phrase('Kind'), kind: 'word', description: 'kafka, rabbitmq, nginx, …' },
  version: { label: phrase('Version'), kind: 'word' },
  brokers: { label: phrase('Brokers'), kind: 'words' },
}

const alertDefinition: FieldsOf<AlertDefinition> = {
  description: { label: phrase('What it means'), kind: 'text' },
  response_time: {
    label: phrase('Answer within'),
    kind: 'word',
    description: phrase('5 minutes, the next working day, …'),
  },
  examples: { label: phrase('Examples'), kind: 'lines', description: phrase('One a line.') },
}

const commonIssue: FieldsOf<CommonIssue> = {
  issue: { label: phrase('Issue'), kind: 'word' },
  category: { label: phrase('Category'), kind: 'word' },
  description: { label: phrase('How it shows'), kind: 'text' },
  common_causes: { label: phrase('Common causes'), kind: 'lines', description: phrase('One a line.') },
  standard_procedure: { label: phrase('What to do'), kind: 'lines', description: phrase('One step a line, in order.') },
}

export const SERVICE: Shape = { noun: phrase('service'), title: 'name', fields: service }
export const INFRASTRUCTURE: Shape = {
  noun: phrase('cluster'),
  title: 'cluster',
  fields: infrastructure,
  listedApart: ['databases', 'middleware'],
}
export const DATABASE: Shape = { noun: phrase('database'), title: 'name', plainField: 'name', fields: database }
export const MIDDLEWARE: Shape = { noun: phrase('middleware'), title: 'name', fields: middleware }
export const ALERT_DEFINITION: Shape = {
  noun: phrase('alert definition'),
  title: 'description',
  plainField: 'description',
  keyLabel: phrase('Severity'),
  fields: alertDefinition,
}
export const COMMON_ISSUE: Shape = { noun: phrase('known issue'), title: 'issue', fields: commonIssue }
