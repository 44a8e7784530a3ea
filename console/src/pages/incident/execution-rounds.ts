/** What was done, round by round: a plan may be carried out, and then be undone. */
import type { IncidentEvent } from '@contract/incident-event.ts'
import { phrase } from '../../language/phrase.ts'
import { type EventOf, isKind } from './timeline-reading.ts'

export type Deed = {
  step: number
  plugin: string
  parameters: Readonly<Record<string, unknown>>
  started?: EventOf<'action_started'>
  completed?: EventOf<'action_completed'>
}

export type Round = {
  id: string
  startedAt: string
  isUndoing: boolean
  deeds: readonly Deed[]
  verification?: EventOf<'verification_completed'>
  /** No event of this round will follow. */
  isOver: boolean
}

export function roundsOf(events: readonly IncidentEvent[]): Round[] {
  const starts = events.flatMap((event, at) => (event.type === 'execution_started' ? [at] : []))
  return starts.map((from, number) => roundOf(events.slice(from, starts[number + 1])))
}

function roundOf(events: readonly IncidentEvent[]): Round {
  const [start] = events.filter(isKind('execution_started'))
  if (!start) throw new Error('A round begins where an execution started.')
  const started = events.filter(isKind('action_started'))
  const completed = events.filter(isKind('action_completed'))
  const [verification] = events.filter(isKind('verification_completed'))
  return {
    id: start.id,
    startedAt: start.timestamp,
    isUndoing: started.some(({ data }) => data.phase === 'undo'),
    deeds: start.data.actions.map(({ plugin, parameters }, step) => {
      const [begun] = started.filter(({ data }) => data.step === step)
      const [done] = completed.filter(({ data }) => data.step === step)
      return { step, plugin, parameters, ...(begun && { started: begun }), ...(done && { completed: done }) }
    }),
    ...(verification && { verification }),
    isOver: events.some(({ type }) => ENDS.includes(type)),
  }
}

/** How far it came. The first action that is not done is the last one tried. */
export function tellCourse({ deeds, isOver, isUndoing }: Round): string {
  const outcomes = deeds.map(({ completed }) => completed?.data.outcome)
  const stopped = outcomes.find((outcome) => outcome !== undefined && outcome !== 'done')
  const doing = isUndoing ? phrase('Undoing what made it worse') : phrase('The plan')
  if (outcomes.every((outcome) => outcome === 'done')) return phrase('{doing}: carried out', { doing })
  if (stopped === undefined && !isOver) return phrase('{doing}: being carried out', { doing })
  if (stopped === 'unknown' || deeds.some(({ started, completed }) => started && !completed))
    return phrase('{doing}: not known whether it was carried out', { doing })
  if (outcomes.includes('done')) return phrase('{doing}: carried out in part', { doing })
  return stopped === 'failed'
    ? phrase('{doing}: tried, and it failed', { doing })
    : phrase('{doing}: not carried out', { doing })
}

const ENDS: readonly IncidentEvent['type'][] = [
  'verification_completed',
  'rollback_completed',
  'incident_escalated',
  'incident_resolved',
]
