import { hidesEverything } from '../../guidance/silences/hides-everything.ts'
import type { Matcher } from '../../guidance/silences/matcher.ts'
import type { HeldAlert as Held, ListedSilence } from '../store/silence-list.ts'
import type { SilencePreview as Previewed } from '../store/silence-preview.ts'
import type { HeldAlert, SilenceItem, SilencePreview } from './contract/silence.ts'

export function shownSilence(silence: ListedSilence): SilenceItem {
  const { alerts, firing, notifications, lastAt } = silence.held
  return {
    id: silence.id,
    state: silence.state,
    matchers: silence.matchers.map(shownMatcher),
    starts_at: silence.startsAt.toISOString(),
    ends_at: silence.endsAt.toISOString(),
    comment: silence.comment,
    created_by: silence.createdBy,
    created_at: silence.createdAt.toISOString(),
    updated_at: silence.updatedAt.toISOString(),
    source: silence.source,
    ...(silence.origin !== undefined && { origin: silence.origin }),
    held_back: { alerts, firing, notifications, last_at: lastAt?.toISOString() ?? null },
  }
}

function shownMatcher({ name, value, isRegex, isEqual }: Matcher) {
  return { name, value, is_regex: isRegex, is_equal: isEqual }
}

export function shownHeld({ firstSeenAt, lastSeenAt, ...alert }: Held): HeldAlert {
  return { ...alert, first_seen_at: firstSeenAt.toISOString(), last_seen_at: lastSeenAt.toISOString() }
}

export function shownPreview(matchers: readonly Matcher[], previewed: Previewed): Omit<SilencePreview, 'unasked'> {
  const { lookedAt, matching, firing, alerts, isAllOfToday } = previewed
  return {
    matchers: matchers.map(shownMatcher),
    ...{ looked_at: lookedAt, matching, firing },
    hides_everything: hidesEverything(matchers) || isAllOfToday,
    alerts: alerts.map(({ incidentId, ...alert }) => ({ ...alert, incident_id: incidentId })),
  }
}
