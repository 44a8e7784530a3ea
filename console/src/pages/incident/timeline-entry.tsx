import type { IncidentEvent } from '@contract/incident-event.ts'
import { UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import { phrase } from '../../language/phrase.ts'
import { exactText } from '../../parts/exact-text.ts'
import { tellBareClock } from '../../parts/times.ts'
import { useTimesByClock } from '../../parts/times-by-clock.ts'
import { tellKind } from './event-words.ts'

type Props = {
  event: IncidentEvent
  /** What it says that was not said before. */
  text: string
  name: string | undefined
  at: number
  onOpen: (event: IncidentEvent) => void
}

const WORDS_MAX = 400

/** What Firebreak wrote itself; anything else is shown as it was said. */
const OWN_WORDS: ReadonlySet<IncidentEvent['type']> = new Set([
  'analysis_found',
  'diagnosis_completed',
  'proposal_created',
  'policy_refused',
  'action_completed',
  'execution_completed',
])

export const TimelineEntry = memo(function TimelineEntry({ event, text: said, name, at, onOpen }: Props) {
  const inOurTime = useTimesByClock(event.timestamp)
  const ownText = OWN_WORDS.has(event.type) ? inOurTime(said) : said
  const words = name === undefined ? ownText : `${name} ${ownText}`
  return (
    <UnstyledButton className="stop entry" data-entry={at} onClick={() => onOpen(event)}>
      <time
        dateTime={event.timestamp}
        title={phrase('{timestamp} (UTC)', { timestamp: event.timestamp })}
        className="muted"
      >
        {tellBareClock(event.timestamp)}
      </time>
      <span>{tellKind(event)}</span>
      <span className="entry-words">{exactText(words.slice(0, WORDS_MAX))}</span>
    </UnstyledButton>
  )
})
