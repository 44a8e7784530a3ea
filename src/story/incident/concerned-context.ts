/** The part of what people told us about their environment that concerns one incident. It informs; it never acts. */
import {
  type AlertDefinition,
  dependentsOf,
  type EnvironmentMap,
  type KnownDatabase,
  type KnownIssue,
  type KnownService,
} from '../../guidance/environment/environment-map.ts'
import { culpritsOf, type Pointing } from './culprits-of.ts'
import { type ServiceOwner, serviceOf } from './service-of.ts'
import { tellingWords } from './telling-words.ts'

export type ConcernedContext = {
  service: KnownService | undefined
  /** To whom what was found points, where that is somebody else; the likeliest first. */
  culprits: readonly KnownService[]
  dependsOn: readonly string[]
  dependedOnBy: readonly string[]
  databases: readonly KnownDatabase[]
  /** What people mean by an alert of this severity, or of this name. */
  alertDefinition: AlertDefinition | undefined
  commonIssues: readonly KnownIssue[]
}

const ISSUES_MAX = 3
const WORDS_MAX = 200
const SHARED_WORDS_MIN = 2

/** `found` is what has been found so far, if anything: a known issue, or who is at fault, may show only there. */
export function concernedContext(incident: ServiceOwner, map: EnvironmentMap, found?: Pointing): ConcernedContext {
  const service = serviceOf(incident, map)
  return {
    service,
    culprits: found ? culpritsOf(found, map).filter((one) => one !== service) : [],
    dependsOn: service?.dependencies ?? [],
    dependedOnBy: service ? dependentsOf(map, service.name).map(({ name }) => name) : [],
    databases: databasesOf(incident, service, map),
    alertDefinition: definitionOf(incident, map),
    commonIssues: issuesOf(incident, map, found?.conclusion ?? ''),
  }
}

export function isNothingKnown(context: ConcernedContext): boolean {
  const { service, culprits, databases, alertDefinition, commonIssues } = context
  return !service && culprits.length === 0 && databases.length === 0 && !alertDefinition && commonIssues.length === 0
}

/** Those the service depends on, and those the alert names. */
function databasesOf(
  { members }: ServiceOwner,
  service: KnownService | undefined,
  { databases }: EnvironmentMap,
): KnownDatabase[] {
  const labels = members.flatMap((member) => NAMING_LABELS.flatMap((label) => member.labels[label] ?? []))
  const named = new Set([...(service?.dependencies ?? []), ...labels, ...labels.map(withoutPort)])
  return databases.filter((database) =>
    [database.name, withoutPort(database.host), ...database.databases].some((name) => name !== '' && named.has(name)),
  )
}

const NAMING_LABELS = ['datname', 'database', 'dbname', 'db', 'instance', 'server', 'host', 'service']

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '')
}

/** People name severities as their alerts do, which need not be our word for it. */
function definitionOf(incident: ServiceOwner, { alertDefinitions }: EnvironmentMap): AlertDefinition | undefined {
  const stated = incident.members.flatMap(({ name, labels }) => [name, labels.severity ?? ''])
  const words = [...stated, incident.severity].map((word) => word.toLowerCase())
  return words
    .map((word) => alertDefinitions.find(({ name }) => name.toLowerCase() === word))
    .find((definition) => definition !== undefined)
}

/** The more words it shares with the alert, the earlier. */
function issuesOf(incident: ServiceOwner, { commonIssues }: EnvironmentMap, conclusion: string): KnownIssue[] {
  const names = incident.members.map(({ name }) => name)
  const spoken = new Set(
    tellingWords([...names, incident.title, incident.description, conclusion].join('\n'), WORDS_MAX),
  )
  return commonIssues
    .map((issue) => ({ issue, shared: wordsOf(issue).filter((word) => spoken.has(word)).length }))
    .filter(({ shared }) => shared >= SHARED_WORDS_MIN)
    .sort((one, other) => other.shared - one.shared)
    .slice(0, ISSUES_MAX)
    .map(({ issue }) => issue)
}

function wordsOf({ issue, description, commonCauses }: KnownIssue): string[] {
  return tellingWords([issue, description, ...commonCauses].join('\n'), WORDS_MAX)
}
