/** What a plan would do this moment: what changes, what it rests on, and the way back. */
import type { TriedPlan } from '@contract/incident.ts'
import { Badge, Group, Stack, Text } from '@mantine/core'
import { phrase } from '../../../language/phrase.ts'
import { type ActionWords, tellAction } from '../../../parts/action-words.ts'
import { RiskBadge } from '../../../parts/badges.tsx'
import { useIntoSight } from '../../../parts/into-sight.ts'
import { Said } from '../../../parts/said.tsx'
import { useActionWords } from '../../../server/action-words.ts'
import { Difference } from '../difference.tsx'
import { Named } from '../named.tsx'
import { wayBack } from '../plan-view.tsx'
import { Preconditions } from '../preconditions.tsx'

type Action = TriedPlan['actions'][number]

export function Tried({ plan }: { plan: TriedPlan }) {
  const words = useActionWords()
  const shown = useIntoSight(plan)
  return (
    <Stack ref={shown} gap="sm" role="status" aria-label={phrase('Outcome of the dry run')}>
      {plan.actions.map((action, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: in the order of the plan.
        <div key={at} className="action">
          <TriedAction action={action} words={words} />
        </div>
      ))}
      <Text size="xs" className="muted">
        {phrase('It was only tried. Nothing was changed.')}
      </Text>
    </Stack>
  )
}

function TriedAction({ action, words }: { action: Action; words: ActionWords }) {
  const { would_run, message, changes, preconditions, rollback, risk_level } = action
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Text size="sm" fw={600} className="wrap-anywhere">
          {tellAction(action, words)}
        </Text>
        <Badge variant="light" color={would_run ? 'green' : 'red'} tt="none" autoContrast>
          {would_run ? phrase('would run now') : phrase('would not run now')}
        </Badge>
        {risk_level && <RiskBadge risk={risk_level} />}
      </Group>
      <Text size="sm" className="wrap-anywhere">
        <Said text={message} />
      </Text>
      {rollback && (
        <Named name={phrase('What changes')}>
          <Difference changes={changes} />
        </Named>
      )}
      {preconditions && Object.keys(preconditions).length > 0 && (
        <Named name={phrase('Rests on this, which must still hold when it runs')}>
          <Preconditions of={preconditions} />
        </Named>
      )}
      {rollback && (
        <Named name={phrase('Way back')}>
          <Text size="sm" className="wrap-anywhere">
            {wayBack(rollback, words)}
          </Text>
        </Named>
      )}
    </Stack>
  )
}
