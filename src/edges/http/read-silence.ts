/** What people say of a silence, checked field by field. */
import type { Static } from 'typebox'
import { hidesEverything } from '../../guidance/silences/hides-everything.ts'
import { type Matcher, patternProblem } from '../../guidance/silences/matcher.ts'
import { type FieldProblem, invalid, Problem } from '../../problem.ts'
import { wellFormed } from '../../story/alert/stored-text.ts'
import { INCIDENT_ID_FORM } from '../../story/incident/incident.ts'
import type { PreviewRequest, SilenceMatcher, SilenceRequest } from './contract/silence.ts'

export function readMatchers(given: readonly SilenceMatcher[]): Matcher[] {
  const matchers = given.map(({ name, value, is_regex = false, is_equal = true }) => {
    return { name: wellFormed(name), value: wellFormed(value), isRegex: is_regex, isEqual: is_equal }
  })
  const unreadable = matchers.flatMap(({ value, isRegex }, index): FieldProblem[] => {
    const problem = isRegex ? patternProblem(value) : undefined
    const field = `matchers[${index}].value`
    return problem ? [{ field, message: `cannot be read as a regular expression: ${problem}` }] : []
  })
  const details = [...given.flatMap(holdsNothing), ...unreadable]
  const [first] = details
  if (first) throw new Problem('VALIDATION_ERROR', `${first.field}: ${first.message}`, { details })
  return matchers
}

/** No label can hold it: replaced by something else it would be another matcher than the one that was meant. */
function holdsNothing({ name, value }: SilenceMatcher, index: number): FieldProblem[] {
  return Object.entries({ name, value }).flatMap(([field, text]) =>
    text.includes('\0') ? [{ field: `matchers[${index}].${field}`, message: 'must not contain U+0000' }] : [],
  )
}

/** By a moment, or by a length, which needs no clock of whoever asks. */
export function readEnd(body: Pick<Static<typeof SilenceRequest>, 'ends_at' | 'seconds'>, startsAt: Date): Date {
  const { ends_at: endsAt, seconds } = body
  if ((endsAt === undefined) === (seconds === undefined))
    throw invalid('ends_at', 'must be given, or seconds, and not both')
  return endsAt === undefined ? new Date(startsAt.getTime() + (seconds ?? 0) * 1000) : new Date(endsAt)
}

type Window = { startsAt: Date; endsAt: Date }

export function requireWindow({ startsAt, endsAt }: Window, now: Date): void {
  if (endsAt <= startsAt) throw invalid('ends_at', 'must be after starts_at')
  if (endsAt <= now) throw invalid('ends_at', 'must be in the future, or nothing would ever be held back')
}

/** The same body with one word more, so that nobody does it by mistake. */
export function requireMeant(matchers: readonly Matcher[], confirm: 'everything' | undefined): void {
  if (confirm === 'everything' || !hidesEverything(matchers)) return
  throw askedTwice('every alert, whatever it is about')
}

/** Labels that everything bears, such as the cluster's, hide as much as a pattern that everything matches. */
export function requireMeantToday(
  { isAllOfToday }: { isAllOfToday: boolean },
  confirm: 'everything' | undefined,
): void {
  if (confirm !== 'everything' && isAllOfToday) throw askedTwice('every alert that came today, of whatever kind')
}

function askedTwice(what: string): Problem {
  return new Problem(
    'CONFLICT',
    `This silence would hide ${what}. If that is meant, send it again with \`confirm\`: "everything".`,
    { details: [{ field: 'matchers', message: 'would hide every alert' }] },
  )
}

/** Either the matchers, or the incidents whose alerts they are to be taken from. */
export function readPreview({ matchers, incident_ids: incidentIds }: Static<typeof PreviewRequest>) {
  if ((matchers === undefined) === (incidentIds === undefined))
    throw invalid('matchers', 'must be given, or incident_ids, and not both')
  if (matchers) return { matchers: readMatchers(matchers) }
  const strange = incidentIds?.findIndex((id) => !INCIDENT_ID_FORM.test(id)) ?? -1
  if (strange >= 0) throw invalid(`incident_ids[${strange}]`, 'must be the id of an incident')
  return { incidentIds: incidentIds ?? [] }
}
