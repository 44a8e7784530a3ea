import type { IncidentEvent } from '@contract/incident-event.ts'
import { UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import { exactText } from '../../parts/exact-text.ts'
import { useTelling } from '../../parts/said.tsx'
import { tellBareClock, tellDatedMoment } from '../../parts/times.ts'
import { isOwnWord, tellKind } from './event-words.ts'
import { inShort } from './timeline-reading.ts'

type Props = {
  event: IncidentEvent
  /** What it says that was not said before. */
  text: string
  name: string | undefined
  at: number
  onOpen: (event: IncidentEvent) => void
}

export const TimelineEntry = memo(function TimelineEntry({ event, text: said, name, at, onOpen }: Props) {
  const tell = useTelling()
  const ownText = isOwnWord(event) ? tell(said, event.timestamp) : exactText(said)
  const words = name === undefined ? ownText : `${name} ${ownText}`
  return (
    <UnstyledButton className="stop entry" data-entry={at} onClick={() => onOpen(event)}>
      <time dateTime={event.timestamp} title={tellDatedMoment(new Date(event.timestamp))} className="muted">
        {tellBareClock(event.timestamp)}
      </time>
      <span>{tellKind(event)}</span>
      <span className="entry-words">{inShort(words)}</span>
    </UnstyledButton>
  )
})
