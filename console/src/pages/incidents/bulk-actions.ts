/** What can be said of many incidents at once. A further one is a further entry here. */
import type { IncidentItem } from '@contract/incident.ts'
import { phrase } from '../../language/phrase.ts'
import { incidentTitle } from '../../parts/incident-title.ts'
import { isClosed } from '../../parts/statuses.ts'
import { ask } from '../../server/ask.ts'
import { TAKEN_IN } from '../incident/decide.ts'

export type BulkAction = {
  name: string
  label: string
  /** Asked before it is done to several. */
  question: string
  /** The same of one alone, where it reads otherwise. */
  questionOfOne?: string
  /** `3 resolved`; of a silence, that the incidents are closed, and by what their alerts are held back. */
  done: string
  key?: string
  hasComment: boolean
  /** What else is to be said; the first is what most mean. */
  choiceOf?: (incidents: readonly IncidentItem[]) => Choice
  /** So many make it worth asking; 1 where it is not given. */
  atLeast?: number
  /** Whether the service would take it of this one now. */
  fits: (incident: IncidentItem, choice: string) => boolean
  /** One silence is made for all of them first; `choice` is how many seconds it lasts. */
  isUnderOneSilence?: true
  say: (id: string, said: Said) => Promise<unknown>
}

type Said = { comment: string; choice: string; silence?: string }

type Choice = { label: string; options: { value: string; label: string }[] }

const LENGTHS = [
  { value: '3600', label: phrase('An hour') },
  { value: '14400', label: phrase('Four hours') },
  { value: '86400', label: phrase('A day') },
]

/** Who leads already comes first. */
function leadersAmong(incidents: readonly IncidentItem[]): Choice['options'] {
  return incidents
    .filter(({ status, part_of }) => part_of === null && !isClosed(status))
    .toSorted((one, other) => other.parts_count - one.parts_count)
    .map(({ id, title }) => ({ value: id, label: `${id} ${incidentTitle(title).slice(0, 80)}` }))
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
    say: (id, { comment }) => ask('POST', `/api/incidents/${id}/resolve`, { comment }),
  },
  {
    name: 'ignore',
    label: phrase('Ignore…'),
    question: phrase('Ignore them?'),
    questionOfOne: phrase('Ignore it?'),
    done: phrase('ignored'),
    key: 'i',
    hasComment: true,
    fits: ({ status }) => TAKEN_IN.ignore.includes(status),
    say: (id, { comment }) => ask('POST', `/api/incidents/${id}/decision`, { decision: 'ignore', comment }),
  },
  {
    name: 'silence',
    label: phrase('Silence…'),
    question: phrase('Ignore them under one silence?'),
    questionOfOne: phrase('Ignore it under a silence?'),
    done: phrase('ignored under one silence'),
    hasComment: true,
    isUnderOneSilence: true,
    choiceOf: () => ({ label: phrase('For how long'), options: LENGTHS }),
    fits: ({ status }) => TAKEN_IN.ignore.includes(status),
    say: (id, { comment, silence }) => {
      const repeats = { repeats: 'for_labels', silence }
      return ask('POST', `/api/incidents/${id}/decision`, { decision: 'ignore', ...repeats, comment })
    },
  },
  {
    name: 'gather',
    label: phrase('Gather…'),
    question: phrase('Make them parts of one incident?'),
    done: phrase('gathered'),
    hasComment: true,
    choiceOf: (incidents) => ({ label: phrase('Which one leads'), options: leadersAmong(incidents) }),
    atLeast: 2,
    fits: ({ id, status, part_of }, choice) => id !== choice && part_of !== choice && TAKEN_IN.resolve.includes(status),
    say: (id, { comment, choice }) => ask('POST', `/api/incidents/${id}/attach`, { part_of: choice, comment }),
  },
  {
    name: 'take',
    label: phrase('I have them…'),
    question: phrase('Take them in hand?'),
    questionOfOne: phrase('Take it in hand?'),
    done: phrase('in your hand'),
    hasComment: false,
    fits: ({ status }) => !isClosed(status),
    say: (id) => ask('POST', `/api/incidents/${id}/assignment`, {}),
  },
]
