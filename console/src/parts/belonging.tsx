/** Behind the id of an incident in a list: whom it leads, or who leads it. */
import type { IncidentItem } from '@contract/incident.ts'
import { phrase } from '../language/phrase.ts'

export function Belonging({ incident: { part_of, parts_count } }: { incident: IncidentItem }) {
  if (part_of !== null) return phrase(', {what}', { what: phrase('part of {leader}', { leader: part_of }) })
  if (parts_count === 0) return null
  return phrase(', {what}', {
    what: parts_count === 1 ? phrase('one part') : phrase('{count} parts', { count: parts_count }),
  })
}
