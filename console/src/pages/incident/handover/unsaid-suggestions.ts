/** What the diagnosis suggests beyond the guesses, the procedures and the people that stand in places of their own. */
import type { IncidentDetail } from '@contract/incident.ts'

export function unsaidSuggestions({ diagnosis, context }: Pick<IncidentDetail, 'diagnosis' | 'context'>): string[] {
  const first = diagnosis?.guesses[0]?.entity
  const isOfGuesses = (text: string) => first !== undefined && text.startsWith(`Look at ${first} first`)
  const all = (diagnosis?.suggested_actions ?? []).filter((text) => !isOfGuesses(text))
  if (!context) return all
  const { team = '', oncall = '', service = '', common_issues } = context
  const people = [team, oncall].filter((name) => name !== '')
  const isPeople = (text: string) =>
    people.length > 0 && [service, ...people].every((name) => text.includes(name)) && text.startsWith('Call on ')
  const isProcedure = (text: string) =>
    common_issues.some(
      ({ issue, standard_procedure: steps }) =>
        steps.length > 0 && [issue, ...steps.slice(0, 1)].every((part) => text.includes(part)),
    )
  return all.filter((text) => !isPeople(text) && !isProcedure(text))
}
