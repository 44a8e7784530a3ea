/**
 * Calls by names that are one of a kind on the page. Every look numbers its calls anew, the looks that verify as well; so
 * a later diagnosis is named with its number, and the calls of the verification are counted by themselves. Those made to
 * answer a question, to judge a plan, or by hand bear a number of their own already.
 */
import type { IncidentEvent } from '@contract/incident-event.ts'
import { phrase } from '../../language/phrase.ts'

export function nameCalls(events: readonly IncidentEvent[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  let looks = 0
  let checks = 0
  for (const event of events) {
    if (event.type === 'diagnosis_started') looks += 1
    if (event.type !== 'tool_call') continue
    if (event.data.by === 'verification') names.set(event.id, `V${++checks}`)
    else if (['question', 'plan', 'person'].includes(event.data.by)) names.set(event.id, event.data.call)
    else
      names.set(
        event.id,
        looks > 1 ? phrase('{call} of look {looks}', { call: event.data.call, looks }) : event.data.call,
      )
  }
  return names
}
