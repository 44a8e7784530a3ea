/** The plan in words: what is done, why, what changes and the way back. The same view stands on the page and before it is confirmed. */
import type { Proposal } from '@contract/incident-course.ts'
import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { type ActionWords, tellAction } from '../../parts/action-words.ts'
import { RiskBadge } from '../../parts/badges.tsx'
import { Said } from '../../parts/said.tsx'
import { useActionWords } from '../../server/action-words.ts'
import { Difference } from './difference.tsx'
import { Named } from './named.tsx'
import type { Plan } from './plan-in-force.ts'

type Action = Proposal['actions'][number]

/** `told` stands above it. */
export function PlanView({ plan, told = '' }: { plan: Plan; told?: string }) {
  return (
    <Stack gap="md" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
      {plan.actions.map((action, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of a plan's actions is part of the plan.
        <li key={at} className="action">
          <ActionView
            action={action}
            number={plan.actions.length > 1 ? at + 1 : undefined}
            isWhyTold={told.includes(action.why)}
          />
        </li>
      ))}
    </Stack>
  )
}

type ActionProps = { action: Action; number: number | undefined; isWhyTold: boolean }

function ActionView({ action, number, isWhyTold }: ActionProps) {
  const words = useActionWords()
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Title order={3} className="wrap-anywhere">
          {number !== undefined && `${number}. `}
          {tellAction(action, words)}
        </Title>
        {number !== undefined && <RiskBadge risk={action.risk_level} />}
      </Group>
      {!isWhyTold && (
        <Text size="sm" className="wrap-anywhere">
          <Said text={action.why} />
        </Text>
      )}
      <Named name={phrase('What changes')}>
        <Difference changes={action.changes} />
      </Named>
      <Named name={phrase('Way back')}>
        <Text size="sm" className="wrap-anywhere">
          {wayBack(action.rollback, words)}
        </Text>
      </Named>
    </Stack>
  )
}

export function wayBack(rollback: Action['rollback'], words: ActionWords): ReactNode {
  return 'impossible' in rollback
    ? richPhrase('None. {impossible}', { impossible: <Said text={rollback.impossible} /> })
    : phrase('{words}.', { words: tellAction(rollback, words) })
}
