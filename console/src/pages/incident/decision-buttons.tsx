import type { IncidentDetail } from '@contract/incident.ts'
import { Button, Group } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { useMay } from '../../server/session.ts'
import { type DecisionWord, isTaken } from './decide.ts'
import { type Plan, tellWhich } from './plan-in-force.ts'

type Look = { label: string; variant: string; key?: string; color?: string }

const LOOKS: Record<DecisionWord, Look> = {
  confirm: { label: phrase('Confirm…'), variant: 'filled', key: 'c' },
  reject: { label: phrase('Reject…'), variant: 'default', key: 'r' },
  rediagnose: { label: phrase('Look again…'), variant: 'default' },
  ignore: { label: phrase('Ignore…'), variant: 'default' },
}

/** Only what would be taken now, and only for those who may say it. */
export function DecisionButtons({
  incident,
  plans = [],
  onDecide,
}: {
  incident: Pick<IncidentDetail, 'status' | 'part_of' | 'proposal'>
  /** Of two plans each has its own button to confirm it, above and, on a phone, in the bar that stays in sight. */
  plans?: readonly Plan[]
  onDecide: (word: DecisionWord, digest?: string) => void
}) {
  const mayDecide = useMay('operator')
  const words = (Object.keys(LOOKS) as DecisionWord[]).filter(
    (word) => isTaken(word, incident) && !(plans.length > 0 && word === 'confirm'),
  )
  // Whoever may not is told so at the head of the page.
  if (words.length === 0 || !mayDecide) return null
  return (
    <Group
      gap="xs"
      role="group"
      aria-label={phrase('Decide')}
      className="decision-buttons"
      {...(isTaken('confirm', incident) && { 'data-asked': true })}
    >
      {isTaken('confirm', incident) &&
        plans.map((plan) => (
          <Button
            key={plan.digest}
            px={14}
            hiddenFrom="sm"
            className="wrapping"
            onClick={() => onDecide('confirm', plan.digest)}
          >
            {phrase('Confirm: {which}…', { which: tellWhich(plan, incident) ?? '' })}
          </Button>
        ))}
      {words.map((word) => {
        const { label, variant, key } = LOOKS[word]
        return (
          <Button
            key={word}
            variant={variant}
            px={14}
            onClick={() => onDecide(word)}
            {...(key && { 'aria-keyshortcuts': key })}
          >
            {label}
          </Button>
        )
      })}
    </Group>
  )
}
