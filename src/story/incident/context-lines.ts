/** What people told us about an incident's surroundings, in lines a person reads at a glance. */
import type { KnownDatabase } from '../../guidance/environment/environment-map.ts'
import type { ConcernedContext } from './concerned-context.ts'

type Words = {
  service: string
  dependsOn(names: readonly string[]): string
  dependedOnBy(names: readonly string[]): string
  answerWithin: string
  knownIssue: string
  database: string
  and: string
  colon: string
}

const ENGLISH: Words = {
  service: 'Service ',
  dependsOn: (names) => `It depends on ${names.join(', ')}.`,
  dependedOnBy: (names) => `${names.join(', ')} ${names.length === 1 ? 'depends' : 'depend'} on it.`,
  answerWithin: '; answer within ',
  knownIssue: 'Known issue: ',
  database: 'Database ',
  and: ', ',
  colon: ': ',
}

const CHINESE: Words = {
  service: '服务 ',
  dependsOn: (names) => `依赖 ${names.join('、')}。`,
  dependedOnBy: (names) => `被 ${names.join('、')} 依赖。`,
  answerWithin: '；响应时限：',
  knownIssue: '已知问题：',
  database: '数据库 ',
  and: '，',
  colon: '：',
}

export function contextLines(context: ConcernedContext, language: 'en' | 'zh' = 'en'): string[] {
  const words = language === 'zh' ? CHINESE : ENGLISH
  const { service, dependsOn, dependedOnBy, databases, alertDefinition, commonIssues } = context
  const afterColon = (said: string) => (said === '' ? '' : `${words.colon}${said}`)
  const definition = [alertDefinition?.description, alertDefinition?.responseTime]
    .filter(Boolean)
    .join(words.answerWithin)
  return [
    ...(service ? [`${words.service}${service.namespace}/${service.name}${afterColon(service.description)}`] : []),
    ...(dependsOn.length > 0 ? [words.dependsOn(dependsOn)] : []),
    ...(dependedOnBy.length > 0 ? [words.dependedOnBy(dependedOnBy)] : []),
    ...databases.map((one) => `${words.database}${one.name}${afterColon(whereOf(one, words))}`),
    ...(definition === '' ? [] : [`${alertDefinition?.name}${words.colon}${definition}`]),
    ...commonIssues.map(
      ({ issue, standardProcedure }) => `${words.knownIssue}${issue}${afterColon(standardProcedure.join(' → '))}`,
    ),
  ]
}

function whereOf({ name, type, host, databases }: KnownDatabase, { and }: Words): string {
  const others = databases.filter((one) => one !== name)
  return [type, host, others.join(', ')].filter(Boolean).join(and)
}
