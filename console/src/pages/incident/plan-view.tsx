/** The plan exactly as it would run. The same view is shown on the page and repeated before it is confirmed. */
import type { Proposal } from '@contract/incident-course.ts'
import { Code, Group, Stack, Text, Title } from '@mantine/core'
import { RiskBadge } from '../../parts/badges.tsx'
import { exactText, exactValue } from '../../parts/exact-text.ts'
import { Difference } from './difference.tsx'
import { Pairs } from './pairs.tsx'

type Action = Proposal['actions'][number]

export function PlanView({ plan }: { plan: Proposal }) {
  return (
    <Stack gap="md" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
      {plan.actions.map((action, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of a plan's actions is part of the plan.
        <li key={at} className="action">
          <ActionView action={action} number={at + 1} />
        </li>
      ))}
    </Stack>
  )
}

function ActionView({ action, number }: { action: Action; number: number }) {
  const { plugin, parameters, targets, changes, commands, why, risk_level } = action
  return (
    <Stack gap={8}>
      <Group gap="xs">
        <Title order={3}>
          {number}. {exactText(plugin)}
        </Title>
        <RiskBadge risk={risk_level} />
      </Group>
      <Text size="sm" className="wrap-anywhere">
        {exactText(why)}
      </Text>
      <Part name="On">{targets.map(targetText).join(', ') || 'what its parameters name'}</Part>
      <Named name="Parameters">
        <Pairs of={parameters} />
      </Named>
      <Named name="Changes">
        <Difference changes={changes} />
      </Named>
      {commands.length > 0 && (
        <Named name="Runs">
          <Code block className="raw">
            {commands.map(exactText).join('\n')}
          </Code>
        </Named>
      )}
      <Conditions preconditions={action.preconditions} />
      <Part name="Way back">{wayBack(action.rollback)}</Part>
    </Stack>
  )
}

function Conditions({ preconditions }: Pick<Action, 'preconditions'>) {
  if (Object.keys(preconditions).length === 0) return null
  return (
    <Named name="Only while this still holds">
      <Pairs of={preconditions} />
    </Named>
  )
}

function Named({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <Text size="xs" fw={600} className="muted">
        {name}
      </Text>
      {children}
    </div>
  )
}

function Part({ name, children }: { name: string; children: string }) {
  return (
    <Named name={name}>
      <Text size="sm" className="wrap-anywhere">
        {children}
      </Text>
    </Named>
  )
}

function targetText(target: object): string {
  const { system, namespace, kind, name } = target as Record<string, unknown>
  const place = typeof namespace === 'string' ? `${namespace}/` : ''
  return exactText(`${kind ?? ''} ${place}${name ?? ''}${system === undefined ? '' : ` (${system})`}`)
}

function wayBack(rollback: Action['rollback']): string {
  if ('impossible' in rollback) return exactText(`None: ${rollback.impossible}`)
  const given = Object.entries(rollback.parameters).map(([name, value]) => `${exactText(name)}: ${exactValue(value)}`)
  return `${exactText(rollback.plugin)} (${given.join(', ')})`
}
