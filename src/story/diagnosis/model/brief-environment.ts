/** The part of what people told us about their environment that may concern this alert, for the model. */
import { type EnvironmentMap, findService } from '../../../guidance/environment/environment-map.ts'
import { type ConcernedContext, concernedContext } from '../../incident/concerned-context.ts'
import type { Incident } from '../../incident/incident.ts'
import type { Analysis } from '../analyse.ts'

export function relevantEnvironment(
  environment: EnvironmentMap,
  incident: Incident,
  { subject, diagnosis }: Pick<Analysis, 'subject' | 'diagnosis'>,
): Readonly<Record<string, unknown>> {
  const { cluster, middleware } = environment
  const concerned = concernedContext(incident, environment, diagnosis.conclusion)
  const services = servicesAround(environment, concerned, subject.namespace)
  // Where nobody said which one it uses, any of them may be the one.
  const databases = concerned.databases.length > 0 ? concerned.databases : environment.databases
  const { alertDefinition, commonIssues } = concerned
  return {
    ...(cluster !== undefined && { cluster }),
    ...(services.length > 0 && { services }),
    ...(databases.length > 0 && { databases }),
    ...(middleware.length > 0 && { middleware }),
    ...(alertDefinition && { alert_definition: alertDefinition }),
    ...(commonIssues.length > 0 && { common_issues: commonIssues }),
  }
}

/** The service itself, what it needs, and who needs it; where nobody told us of it, those that live beside it. */
function servicesAround(
  environment: EnvironmentMap,
  { service, dependsOn, dependedOnBy }: ConcernedContext,
  namespace: string | undefined,
) {
  if (!service) return environment.services.filter((one) => one.namespace === namespace)
  const around = [...dependsOn, ...dependedOnBy].flatMap((name) => findService(environment, name) ?? [])
  return [...new Set([service, ...around])]
}
