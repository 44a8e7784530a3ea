/**
 * The second look. It repeats the plan as it stood when the dialog was opened and confirms that one by its digest; when
 * another plan has taken its place meanwhile, or somebody else has decided, it says so and confirms nothing.
 */
import type { IncidentDetail } from '@contract/incident.ts'
import type { Proposal } from '@contract/incident-course.ts'
import { Button, Code, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { RiskBadge } from '../../parts/badges.tsx'
import { useWord } from './decide.ts'
import { obstacleTo, type Seen } from './obstacle.ts'
import { WhyNot } from './overtaken.tsx'
import { PlanView } from './plan-view.tsx'
import { Stopped } from './stopped.tsx'

type Props = { incident: IncidentDetail; seen: Seen & { plan: Proposal }; onClose: () => void }

export function ConfirmForm({ incident, seen, onClose }: Props) {
  const [comment, setComment] = useState('')
  const saying = useWord(incident.id)
  const { plan } = seen
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
        <Text size="sm">This will run, and nothing else:</Text>
      </Group>
      <PlanView plan={plan} />
      <Text size="xs" className="muted wrap-anywhere">
        Digest <Code className="wrap-anywhere">{plan.digest}</Code>
      </Text>
      <Textarea
        label="Comment"
        description="Optional; it stands on the timeline."
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        maxLength={10_000}
        autosize
        minRows={1}
        maxRows={6}
        data-autofocus
      />
      <WhyNot incident={incident} seen={seen} error={saying.error} obstacle={obstacle} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {obstacle === undefined ? 'Not now' : 'Close'}
        </Button>
        <Button onClick={confirm} loading={saying.isPending} disabled={obstacle !== undefined}>
          Confirm and run
        </Button>
      </Group>
    </Stack>
  )
}
