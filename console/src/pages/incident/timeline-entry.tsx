import type { IncidentEvent } from '@contract/incident-event.ts'
import { UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import { exactText } from '../../parts/exact-text.ts'
import { tellBareClock } from '../../parts/times.ts'
import { tellKind } from './event-words.ts'

type Props = {
  event: IncidentEvent
  /** What it says that was not said before. */
  told: string
  name: string | undefined
  at: number
  onOpen: (event: IncidentEvent) => void
}

const WORDS_MAX = 400

export const TimelineEntry = memo(function TimelineEntry({ event, told, name, at, onOpen }: Props) {
  const words = name === undefined ? told : `${name} ${told}`
  return (
    <UnstyledButton className="stop entry" data-entry={at} onClick={() => onOpen(event)}>
      <time dateTime={event.timestamp} title={`${event.timestamp} (UTC)`} className="muted">
        {tellBareClock(event.timestamp)}
      </time>
      <span>{tellKind(event)}</span>
      <span className="entry-words">{exactText(words.slice(0, WORDS_MAX))}</span>
    </UnstyledButton>
  )
})
