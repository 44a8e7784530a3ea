/** The query of a list read into a filter. Several values stand behind one another with commas; a comma of a value is `\,`. */
import type { Static } from 'typebox'
import { invalid } from '../../problem.ts'
import { wellFormed } from '../../story/alert/stored-text.ts'
import type { IncidentFilter } from '../../story/incident/incident-store.ts'
import { ACTIVE_STATUSES, CLOSED_STATUSES } from '../../story/incident/lifecycle.ts'
import { markOf } from '../../story/incident/marks.ts'
import type { IncidentQuery } from './contract/incident.ts'
import { readBounds } from './read-bound.ts'

type Query = Static<typeof IncidentQuery>

export function readIncidentFilter(query: Query): IncidentFilter {
  const { severity, start_date, end_date, search, parts, part_of } = query
  const { start_date: from, end_date: to } = readBounds({ start_date, end_date })
  const status = readStatus(query)
  const marks = readMarks(query)
  const which = readWord('parts', parts, ['all', 'left'])
  return {
    ...(status ? { status } : {}),
    ...(severity ? { severity: splitList(severity) } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(search ? { search: wellFormed(search) } : {}),
    ...(marks.length > 0 ? { marks } : {}),
    ...(which ? { parts: which } : {}),
    ...(part_of ? { partOf: readIncidentId(part_of) } : {}),
  }
}

/** A word that is none of those allowed would otherwise pass for no filter at all. */
export function readWord<Word extends string>(
  field: string,
  given: string | undefined,
  words: readonly Word[],
): Word | undefined {
  const word = words.find((one) => one === given)
  if (given && word === undefined) throw invalid(field, `must be ${words.join(', ').replace(/, ([^,]+)$/, ' or $1')}`)
  return word
}

function readIncidentId(text: string): string {
  if (!/^INC-\d{8}-\d{3,}$/.test(text))
    throw invalid('part_of', 'must be the id of an incident, such as INC-20260501-001')
  return text
}

function readStatus({ status, open }: Query): readonly string[] | undefined {
  const named = status ? splitList(status) : undefined
  if (!open) return named
  const either: readonly string[] = open === 'true' ? ACTIVE_STATUSES : CLOSED_STATUSES
  return named ? named.filter((one) => either.includes(one)) : either
}

function readMarks({ label, source, service, team, cause }: Query): string[][] {
  const plain = { source, service, team, cause } as const
  const named = Object.entries(plain).flatMap(([kind, text]) =>
    text ? [splitList(text).map((value) => markOf(kind as keyof typeof plain, value))] : [],
  )
  return [...named, ...(label ? readLabels(label) : [])]
}

/** Values of one label are alternatives; different labels must all be there. */
function readLabels(text: string): string[][] {
  const labels = splitList(text)
  if (labels.some((label) => !/^[^=]+=/.test(label)))
    throw invalid('label', 'must be name=value, or several with commas')
  const byName = Map.groupBy(labels, (label) => label.slice(0, label.indexOf('=')))
  return [...byName.values()].map((same) => same.map((label) => markOf('label', label)))
}

function splitList(text: string): string[] {
  const values = [...wellFormed(text).matchAll(/(?:\\[\s\S]|[^,])+/g)].map(([value]) =>
    value.replace(/\\([,\\])/g, '$1'),
  )
  return [...new Set(values)]
}
