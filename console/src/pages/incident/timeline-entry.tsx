import type { IncidentEvent } from '@contract/incident-event.ts'
import { UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import { exactText } from '../../parts/exact-text.ts'
import { tellClock } from '../../parts/moment.tsx'
import { tellEvent, tellKind } from './event-words.ts'

type Props = { event: IncidentEvent; at: number; onOpen: (event: IncidentEvent) => void }

const WORDS_MAX = 400

export const TimelineEntry = memo(function TimelineEntry({ event, at, onOpen }: Props) {
  const words = tellEvent(event)
  return (
    <UnstyledButton className="stop entry" data-entry={at} onClick={() => onOpen(event)}>
      <time dateTime={event.timestamp} title={`${event.timestamp} (UTC)`} className="muted">
        {tellClock(event.timestamp)}
      </time>
      <span>{tellKind(event)}</span>
      <span className="entry-words">{exactText(words.slice(0, WORDS_MAX))}</span>
    </UnstyledButton>
  )
})
