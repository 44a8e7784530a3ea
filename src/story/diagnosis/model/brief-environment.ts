/** The part of what people told us about their environment that may concern this alert. */
import {
  dependentsOf,
  type EnvironmentMap,
  findService,
  type KnownIssue,
} from '../../../guidance/environment/environment-map.ts'
import type { Subject } from '../subject.ts'

const ISSUES_MAX = 3

export function relevantEnvironment(environment: EnvironmentMap, subject: Subject): Readonly<Record<string, unknown>> {
  const { cluster, databases, middleware, alertDefinitions, commonIssues } = environment
  const services = servicesAround(environment, subject)
  const definition = alertDefinitions[subject.severityWord]
  const issues = commonIssues.filter((issue) => isAbout(issue, subject)).slice(0, ISSUES_MAX)
  return {
    ...(cluster !== undefined && { cluster }),
    ...(services.length > 0 && { services }),
    ...(databases.length > 0 && { databases }),
    ...(middleware.length > 0 && { middleware }),
    ...(definition !== undefined && { alert_definition: definition }),
    ...(issues.length > 0 && { common_issues: issues }),
  }
}

/** The service itself, what it needs, and who needs it. */
function servicesAround(environment: EnvironmentMap, { service, workload, namespace }: Subject) {
  const names = [service, workload?.name].filter((name) => name !== undefined)
  const own = names.flatMap((name) => findService(environment, name, namespace) ?? [])
  const needed = own.flatMap(({ dependencies }) => dependencies.flatMap((name) => findService(environment, name) ?? []))
  const dependents = own.flatMap(({ name }) => dependentsOf(environment, name))
  const neighbours = environment.services.filter((one) => own.length === 0 && one.namespace === namespace)
  return [...new Set([...own, ...needed, ...dependents, ...neighbours])]
}

function isAbout({ issue, description, commonCauses }: KnownIssue, { alertName, text }: Subject): boolean {
  const words = wordsOf([issue, description, ...commonCauses].join(' '))
  const spoken = wordsOf(`${alertName.replaceAll(/([a-z])([A-Z])/g, '$1 $2')} ${text}`)
  return [...words].filter((word) => spoken.has(word)).length >= 2
}

/** Short words stand everywhere. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{4,}/gu) ?? [])
}
