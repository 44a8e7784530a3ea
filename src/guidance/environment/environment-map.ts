/** The environment context as a map: which services there are, what each depends on, and which databases serve them. */
import { readRecord, readRecords, readWords } from './document-part.ts'

export type KnownService = {
  name: string
  namespace: string
  description: string
  dependencies: readonly string[]
  team: string
  oncall: string
}

export type KnownIssue = {
  issue: string
  category: string
  description: string
  commonCauses: readonly string[]
  standardProcedure: readonly string[]
}

/** What people mean by a severity, or by one alert. */
export type AlertDefinition = {
  name: string
  description: string
  responseTime: string
  examples: readonly string[]
}

export type KnownDatabase = { name: string; type: string; host: string; databases: readonly string[] }

export type EnvironmentMap = {
  cluster: string | undefined
  services: readonly KnownService[]
  databases: readonly KnownDatabase[]
  middleware: readonly { name: string; type: string }[]
  commonIssues: readonly KnownIssue[]
  alertDefinitions: readonly AlertDefinition[]
  /** What people wrote in plain words, in fields of their own. */
  notes: readonly string[]
}

/** Takes the stored JSON text; fields nobody checked are read with care, since unknown ones are kept as given. */
export function readEnvironment(document: string): EnvironmentMap {
  const given: unknown = JSON.parse(document)
  const whole = readRecord(given)
  const infrastructure = readRecord(whole.infrastructure)
  const cluster = String(infrastructure.cluster ?? '')
  return {
    cluster: cluster === '' ? undefined : cluster,
    services: readRecords(whole.services).map(readService),
    databases: readList(infrastructure.databases).map(readDatabase),
    middleware: readRecords(infrastructure.middleware).map(({ name, type }) => ({
      name: String(name ?? ''),
      type: String(type ?? ''),
    })),
    commonIssues: readRecords(whole.common_issues).map(readIssue),
    alertDefinitions: Object.entries(readRecord(whole.alert_definitions)).map(readDefinition),
    notes: textsIn(
      typeof given === 'string'
        ? given
        : Object.entries(whole).flatMap(([field, value]) => (FIELDS.has(field) ? [] : [value])),
    ),
  }
}

const FIELDS = new Set(['services', 'infrastructure', 'alert_definitions', 'common_issues'])
const NOTES_MAX = 50

/** However deep they lie. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  const inner = Array.isArray(value) ? value : Object.values(readRecord(value))
  return inner.flatMap(textsIn).slice(0, NOTES_MAX)
}

function readService(given: Readonly<Record<string, unknown>>): KnownService {
  return {
    name: String(given.name ?? ''),
    namespace: String(given.namespace ?? ''),
    description: String(given.description ?? ''),
    dependencies: readWords(given.dependencies),
    team: String(given.team ?? ''),
    oncall: String(given.oncall ?? ''),
  }
}

function readDatabase(given: unknown): KnownDatabase {
  if (typeof given === 'string') return { name: given, type: '', host: '', databases: [given] }
  const { name, type, host, databases } = readRecord(given)
  return {
    name: String(name ?? ''),
    type: String(type ?? ''),
    host: String(host ?? ''),
    databases: readWords(databases),
  }
}

function readIssue(given: Readonly<Record<string, unknown>>): KnownIssue {
  return {
    issue: String(given.issue ?? ''),
    category: String(given.category ?? ''),
    description: String(given.description ?? ''),
    commonCauses: readWords(given.common_causes),
    standardProcedure: readWords(given.standard_procedure),
  }
}

/** A mere sentence, or the same with how fast somebody must answer. */
function readDefinition([name, given]: [string, unknown]): AlertDefinition {
  if (typeof given === 'string') return { name, description: given, responseTime: '', examples: [] }
  const { description, response_time, examples } = readRecord(given)
  return {
    name,
    description: String(description ?? ''),
    responseTime: String(response_time ?? ''),
    examples: readWords(examples),
  }
}

function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** By name, and by name and namespace where two bear the same. */
export function findService(map: EnvironmentMap, name: string, namespace?: string): KnownService | undefined {
  const called = map.services.filter((service) => service.name === name)
  return called.find((service) => service.namespace === namespace) ?? called[0]
}

/** The services that name this one as a dependency. */
export function dependentsOf(map: EnvironmentMap, name: string): KnownService[] {
  return map.services.filter(({ dependencies }) => dependencies.includes(name))
}
