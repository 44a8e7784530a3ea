/**
 * The second look. It repeats the plan as it stood when the dialog was opened and confirms that one by its digest; when
 * another plan has taken its place meanwhile, or somebody else has decided, it says so and confirms nothing.
 */
import type { IncidentDetail } from '@contract/incident.ts'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { inLanguage } from '../../language/of-service.ts'
import { phrase } from '../../language/phrase.ts'
import { RiskBadge } from '../../parts/badges.tsx'
import { DialogFooter } from '../../parts/dialog-footer.tsx'
import { exactText } from '../../parts/exact-text.ts'
import { Said } from '../../parts/said.tsx'
import { useWord } from './decide.ts'
import { ExactPlan } from './exact-plan.tsx'
import { obstacleTo, type Seen } from './obstacle.ts'
import { WhyNot } from './overtaken.tsx'
import { type Plan, tellWhich } from './plan-in-force.ts'
import { PlanView } from './plan-view.tsx'
import { Stopped } from './stopped.tsx'

type Props = {
  incident: IncidentDetail
  seen: Seen & { plan: Plan }
  onClose: () => void
  onChanged: (isChanged: boolean) => void
}

export function ConfirmForm({ incident, seen, onClose, onChanged }: Props) {
  const [comment, setComment] = useState('')
  useEffect(() => onChanged(comment !== ''), [comment, onChanged])
  const saying = useWord(incident.id)
  const { plan } = seen
  const which = tellWhich(plan, incident)
  // One's own word changes the incident a moment before the dialog closes.
  const obstacle = saying.isIdle || saying.isError ? obstacleTo('confirm', incident, seen) : undefined
  const confirm = () =>
    saying.mutate(
      { path: 'decision', body: { decision: 'confirm', digest: plan.digest, comment } },
      { onSuccess: onClose },
    )
  return (
    <Stack gap="md">
      <Stopped />
      <Group gap="xs">
        <RiskBadge risk={plan.risk_level} />
        <Text size="sm">
          {phrase('This will run, and nothing else. It takes {estimatedDuration}.', {
            estimatedDuration: inLanguage(exactText(plan.estimated_duration)),
          })}
        </Text>
      </Group>
      {which !== undefined && (
        <div>
          <Text fw={600}>{phrase('{which}. The other one is void then.', { which })}</Text>
          <Text size="sm" className="wrap-anywhere">
            <Said text={plan.description} />
          </Text>
        </div>
      )}
      <PlanView plan={plan} told={which === undefined ? '' : plan.description} />
      <ExactPlan plan={plan} isOpen />
      <DialogFooter>
        <WhyNot incident={incident} seen={seen} error={saying.error} obstacle={obstacle} />
        <Textarea
          label={phrase('Comment for the timeline, if you like')}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          maxLength={10_000}
          autosize
          minRows={1}
          maxRows={4}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={saying.isPending}>
            {obstacle === undefined ? phrase('Not now') : phrase('Close')}
          </Button>
          <Button onClick={confirm} loading={saying.isPending} disabled={obstacle !== undefined}>
            {phrase('Confirm and run')}
          </Button>
        </Group>
      </DialogFooter>
    </Stack>
  )
}
