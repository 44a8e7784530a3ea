/** On a phone: where the incident stands after a word was said, in sight without scrolling. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Text } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { StatusBadge } from '../../parts/badges.tsx'
import { Said } from '../../parts/said.tsx'
import { useActionWords } from '../../server/action-words.ts'
import { tellEvent } from './event-words.ts'
import { decisionIn, lastNews } from './timeline-reading.ts'

export function PhoneStrip({ incident }: { incident: IncidentDetail }) {
  const { status, events, updated_at } = incident
  const words = useActionWords()
  const last = lastNews(events)
  // While a word is asked for, its buttons stand there.
  if (status === 'awaiting_approval' || !decisionIn(events) || !last) return null
  return (
    <div className="phone-strip" role="status" aria-label={phrase('Where it stands')}>
      <StatusBadge status={status} />
      <Text size="sm" lineClamp={2} className="wrap-anywhere">
        <Said text={tellEvent(last, words)} near={updated_at} />
      </Text>
    </div>
  )
}
