/** What people told us about an incident's surroundings, in lines a person reads at a glance. */
import type { KnownDatabase } from '../../guidance/environment/environment-map.ts'
import type { ConcernedContext } from './concerned-context.ts'

export function contextLines(context: ConcernedContext): string[] {
  const { service, dependsOn, dependedOnBy, databases, alertDefinition, commonIssues } = context
  const definition = [alertDefinition?.description, alertDefinition?.responseTime]
    .filter(Boolean)
    .join('; answer within ')
  return [
    ...(service ? [`Service ${service.namespace}/${service.name}${afterColon(service.description)}`] : []),
    ...(dependsOn.length > 0 ? [`It depends on ${dependsOn.join(', ')}.`] : []),
    ...(dependedOnBy.length > 0
      ? [`${dependedOnBy.join(', ')} ${dependedOnBy.length === 1 ? 'depends' : 'depend'} on it.`]
      : []),
    ...databases.map(databaseLine),
    ...(definition === '' ? [] : [`${alertDefinition?.name}: ${definition}`]),
    ...commonIssues.map(
      ({ issue, standardProcedure }) => `Known issue: ${issue}${afterColon(standardProcedure.join(' → '))}`,
    ),
  ]
}

function databaseLine({ name, type, host, databases }: KnownDatabase): string {
  const others = databases.filter((one) => one !== name)
  const where = [type, host, others.join(', ')].filter(Boolean).join(', ')
  return `Database ${name}${afterColon(where)}`
}

function afterColon(words: string): string {
  return words === '' ? '' : `: ${words}`
}
