/** Exactly what would run: the plugin, its parameters, the commands, and what must still hold when it acts. */
import type { Proposal } from '@contract/incident-course.ts'
import { Code, Stack, Text } from '@mantine/core'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { tellTarget } from '../../parts/action-words.ts'
import { exactText } from '../../parts/exact-text.ts'
import { listed } from '../../parts/listed.ts'
import { Moment } from '../../parts/moment.tsx'
import { Named } from './named.tsx'
import { Pairs } from './pairs.tsx'
import type { Plan } from './plan-in-force.ts'
import { Preconditions } from './preconditions.tsx'

type Action = Proposal['actions'][number]

/** Folded on the page, where the plan stands in words; open where it is confirmed. */
export function ExactPlan({ plan, isOpen = false }: { plan: Plan; isOpen?: boolean }) {
  return (
    <details className="exact" open={isOpen}>
      <Text component="summary" size="sm" fw={600}>
        {phrase('Exactly what would run')}
      </Text>
      <Stack gap="md" pt="xs">
        {plan.actions.map((action, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of a plan's actions is part of the plan.
          <ExactAction key={at} action={action} number={at + 1} />
        ))}
        <Text size="xs" className="muted wrap-anywhere">
          {richPhrase('Plan {version}, proposed {moment}. Digest {code}', {
            version: plan.version,
            moment: <Moment at={plan.proposed_at} size="xs" />,
            code: <Code className="wrap-anywhere">{plan.digest}</Code>,
          })}
        </Text>
      </Stack>
    </details>
  )
}

function ExactAction({ action, number }: { action: Action; number: number }) {
  const { plugin, parameters, targets, commands, preconditions, rollback } = action
  return (
    <Stack gap={8} className="action">
      <Pairs
        of={{
          [phrase('{number}. plugin', { number })]: plugin,
          [phrase('on')]: listed(targets.map(whole)) || phrase('what its parameters name'),
        }}
      />
      <Named name={phrase('Parameters')}>
        <Pairs of={parameters} />
      </Named>
      {commands.length > 0 && (
        <Named name={phrase('Runs|what is carried out')}>
          <Code block className="raw">
            {commands.map(exactText).join('\n')}
          </Code>
        </Named>
      )}
      {Object.keys(preconditions).length > 0 && (
        <Named name={phrase('Only while this still holds; otherwise nothing is done')}>
          <Preconditions of={preconditions} />
        </Named>
      )}
      {'plugin' in rollback && (
        <Named name={phrase('Undone by')}>
          <Pairs of={{ [phrase('Plugin')]: rollback.plugin, ...rollback.parameters }} />
        </Named>
      )}
    </Stack>
  )
}

function whole(target: object): string {
  const { system } = target as Record<string, unknown>
  return `${tellTarget(target)}${typeof system === 'string' ? ` (${exactText(system)})` : ''}`
}
