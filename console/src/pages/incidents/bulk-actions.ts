/** What can be said of many incidents at once. A further one is a further entry here. */
import type { IncidentItem } from '@contract/incident.ts'
import { phrase } from '../../language/phrase.ts'
import { isClosed } from '../../parts/statuses.ts'
import { ask } from '../../server/ask.ts'
import { TAKEN_IN } from '../incident/decide.ts'

export type BulkAction = {
  name: string
  label: string
  /** Asked before it is done to several. */
  question: string
  /** `3 resolved` */
  done: string
  key?: string
  hasComment: boolean
  /** Whether the service would take it of this one now. */
  fits: (incident: IncidentItem) => boolean
  say: (id: string, comment: string) => Promise<unknown>
}

export const BULK_ACTIONS: readonly BulkAction[] = [
  {
    name: 'resolve',
    label: phrase('Resolve…'),
    question: phrase('Mark as resolved?'),
    done: phrase('resolved'),
    key: 'e',
    hasComment: true,
    fits: ({ status }) => TAKEN_IN.resolve.includes(status),
    say: (id, comment) => ask('POST', `/api/incidents/${id}/resolve`, { comment }),
  },
  {
    name: 'ignore',
    label: phrase('Ignore…'),
    question: phrase('Ignore them?'),
    done: phrase('ignored'),
    key: 'i',
    hasComment: true,
    fits: ({ status }) => TAKEN_IN.ignore.includes(status),
    say: (id, comment) => ask('POST', `/api/incidents/${id}/decision`, { decision: 'ignore', comment }),
  },
  {
    name: 'take',
    label: phrase('I have them…'),
    question: phrase('Take them in hand?'),
    done: phrase('in your hand'),
    hasComment: false,
    fits: ({ status }) => !isClosed(status),
    say: (id) => ask('POST', `/api/incidents/${id}/assignment`, {}),
  },
]
