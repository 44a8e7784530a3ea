/** The parameters of a saved view, checked as the list itself would check them: one that can never be opened is not saved. */
import type { Static } from 'typebox'
import { invalid, Problem } from '../../problem.ts'
import { wellFormed } from '../../story/alert/stored-text.ts'
import { IncidentQuery } from './contract/incident.ts'
import { readIncidentFilter, readWord } from './read-incident-filter.ts'

const PARAMETERS: ReadonlyMap<string, object> = new Map(Object.entries(IncidentQuery.properties))

export function readViewQuery(text: string): string {
  const query = Object.fromEntries(new URLSearchParams(wellFormed(text)))
  const stranger = Object.keys(query).find((name) => !PARAMETERS.has(name))
  if (stranger !== undefined)
    throw invalid(
      'query',
      `${stranger} is no parameter of GET /api/incidents, which has ${[...PARAMETERS.keys()].join(', ')}`,
    )
  try {
    for (const [name, value] of Object.entries(query)) readWord(name, value, wordsOf(name) ?? [value])
    readIncidentFilter(query as Static<typeof IncidentQuery>)
  } catch (error) {
    throw error instanceof Problem ? invalid('query', error.message) : error
  }
  return wellFormed(text)
}

/** Undefined where any word will do. */
function wordsOf(name: string): readonly string[] | undefined {
  const schema = PARAMETERS.get(name) ?? {}
  return 'enum' in schema ? (schema.enum as readonly string[]) : undefined
}
