/** A person's word that some alerts need nobody for a while: planned work, or noise that is known. */
import type { Matcher } from './matcher.ts'

export type NewSilence = {
  matchers: readonly Matcher[]
  startsAt: Date
  endsAt: Date
  comment: string
  createdBy: string
}

export type Silence = NewSilence & {
  id: string
  createdAt: Date
  updatedAt: Date
  /** Where it is kept: one of an alert manager is changed there. */
  source: 'firebreak' | 'alertmanager'
  /** The address of that alert manager. */
  origin: string | undefined
}

export type SilenceState = 'pending' | 'active' | 'expired'

export function stateOf({ startsAt, endsAt }: Pick<Silence, 'startsAt' | 'endsAt'>, now: Date): SilenceState {
  if (endsAt <= now) return 'expired'
  return startsAt > now ? 'pending' : 'active'
}
