/** Whether a word can still be said of what stood on the page when its dialog was opened. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { IncidentEvent } from '@contract/incident-event.ts'
import { phrase } from '../../language/phrase.ts'
import { type DecisionWord, TAKEN_IN } from './decide.ts'
import { type Plan, plansOf } from './plan-in-force.ts'

export type Asked = DecisionWord | 'resolve' | 'note'

/** The plan then, and the newest event. */
export type Seen = { plan: Plan | null; event: number }

/** Of two plans the one that was chosen. */
export function see(incident: IncidentDetail, digest?: string): Seen {
  const plans = plansOf(incident)
  const plan = plans.find((one) => one.digest === digest) ?? plans[0] ?? null
  return { plan, event: Number(incident.events.at(-1)?.id ?? 0) }
}

export function obstacleTo(asked: Asked, incident: IncidentDetail, seen: Seen): string | undefined {
  if (asked === 'note') return undefined
  const isWaiting = incident.status === 'awaiting_approval'
  if (ABOUT_PLAN.includes(asked) && isWaiting && !isStillThere(incident, seen))
    return phrase('Another plan has taken its place. Close this, look at the new one, and decide on that.')
  const isDecided = decidedSince(incident, seen)?.type === 'confirmation_received'
  if (!TAKEN_IN[asked].includes(incident.status))
    return isDecided ? phrase('It is already decided.') : phrase('It is too late for this.')
  return isDecided && asked !== 'resolve'
    ? phrase('It is already decided. Close this, and see how it stands now.')
    : undefined
}

function isStillThere(incident: IncidentDetail, { plan }: Seen): boolean {
  const plans = plansOf(incident)
  return plan === null ? plans.length === 0 : plans.some(({ digest }) => digest === plan.digest)
}

const ABOUT_PLAN: readonly Asked[] = ['confirm', 'reject', 'rediagnose']

/** What somebody else, or the time, decided since; a person's word before what followed from it. */
export function decidedSince({ events }: IncidentDetail, seen: Seen): IncidentEvent | undefined {
  const since = events.filter(({ id }) => Number(id) > seen.event)
  return (
    since.findLast(({ type }) => type === 'confirmation_received') ?? since.findLast(({ type }) => ENDS.includes(type))
  )
}

const ENDS: readonly IncidentEvent['type'][] = ['incident_resolved', 'incident_expired', 'incident_escalated']
