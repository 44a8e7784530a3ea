import { Badge, Tooltip } from '@mantine/core'
import { useTicking } from './moment.tsx'
import { tellDuration } from './times.ts'

const SOON_SECONDS = 300

/** How long there is to decide. Nothing runs when it is over. */
export function Expiry({ by }: { by: string }) {
  const left = (Date.parse(by) - useTicking()) / 1000
  return (
    <Tooltip label="Afterwards the incident expires; nothing is run.">
      <Badge
        variant={left < SOON_SECONDS ? 'filled' : 'light'}
        color={left < SOON_SECONDS ? 'red.9' : 'gray'}
        size="lg"
        tt="none"
        role="timer"
      >
        {left > 0 ? `${tellDuration(left)} to decide` : 'The time to decide is over'}
      </Badge>
    </Tooltip>
  )
}
