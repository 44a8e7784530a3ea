import { Badge, Tooltip } from '@mantine/core'
import { phrase } from '../language/phrase.ts'
import { useTicking } from './moment.tsx'
import { tellDuration } from './times.ts'

const SOON_SECONDS = 300

/** How long there is to decide. Nothing runs when it is over. */
export function Expiry({ by }: { by: string }) {
  const left = (Date.parse(by) - useTicking()) / 1000
  return (
    <Tooltip label={phrase('Afterwards the incident expires; nothing is run.')}>
      <Badge
        variant={left < SOON_SECONDS ? 'filled' : 'light'}
        color={left < SOON_SECONDS ? 'red.9' : 'gray'}
        size="lg"
        tt="none"
        role="timer"
      >
        {left > 0 ? phrase('{left} to decide', { left: tellDuration(left) }) : phrase('The time to decide is over')}
      </Badge>
    </Tooltip>
  )
}
