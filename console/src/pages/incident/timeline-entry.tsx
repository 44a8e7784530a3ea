import type { IncidentEvent } from '@contract/incident-event.ts'
import { UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import { exactText } from '../../parts/exact-text.ts'
import { KIND_WORDS, tellEvent } from './event-words.ts'

type Props = { event: IncidentEvent; at: number; onOpen: (event: IncidentEvent) => void }

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const WORDS_MAX = 400

export const TimelineEntry = memo(function TimelineEntry({ event, at, onOpen }: Props) {
  const words = tellEvent(event)
  return (
    <UnstyledButton className="stop entry" data-entry={at} onClick={() => onOpen(event)}>
      <time dateTime={event.timestamp} title={`${event.timestamp} (UTC)`} className="muted">
        {CLOCK.format(new Date(event.timestamp))}
      </time>
      <span>{KIND_WORDS[event.type]}</span>
      <span className="entry-words">{exactText(words.slice(0, WORDS_MAX))}</span>
    </UnstyledButton>
  )
})
