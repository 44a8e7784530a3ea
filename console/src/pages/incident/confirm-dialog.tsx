/**
 * The second look. It repeats the plan as it stood when the dialog was opened and confirms that one by its digest; when
 * another plan has taken its place meanwhile, or somebody else has decided, it says so and confirms nothing.
 */
import type { IncidentDetail } from '@contract/incident.ts'
import type { Proposal } from '@contract/incident-course.ts'
import { Alert, Button, Code, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { RiskBadge } from '../../parts/badges.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { exactText } from '../../parts/exact-text.ts'
import { isConflict, useWord } from './decide.ts'
import { PlanView } from './plan-view.tsx'
import { decisionIn } from './timeline-reading.ts'

type Props = { incident: IncidentDetail; seen: Proposal; onClose: () => void; onRefused: (sentence: string) => void }

export function ConfirmForm({ incident, seen, onClose, onRefused }: Props) {
  const [comment, setComment] = useState('')
  const saying = useWord(incident.id)
  const obstacle = obstacleTo(incident, seen)
  const confirm = () =>
    saying.mutate(
      { path: 'decision', body: { decision: 'confirm', digest: seen.digest, comment } },
      { onSuccess: onClose, onError: (error) => isConflict(error) && onRefused(error.message) },
    )
  return (
    <Stack gap="md">
      {obstacle !== undefined && (
        <Alert color="red" title="Not this plan any more" role="alert">
          {obstacle}
        </Alert>
      )}
      <Group gap="xs">
        <RiskBadge risk={seen.risk_level} />
        <Text size="sm">This will run, and nothing else:</Text>
      </Group>
      <PlanView plan={seen} />
      <Text size="xs" className="muted wrap-anywhere">
        Digest <Code className="wrap-anywhere">{seen.digest}</Code>
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
      {saying.isError && !isConflict(saying.error) && <ErrorNote error={saying.error} />}
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

function obstacleTo({ status, proposal, events }: IncidentDetail, seen: Proposal): string | undefined {
  if (status === 'awaiting_approval')
    return proposal?.digest === seen.digest
      ? undefined
      : 'Another plan has taken its place. Close this, look at the new one, and decide on that.'
  const decision = decisionIn(events)?.data
  const who = decision === undefined ? '' : ` ${exactText(decision.by)} said ${decision.decision}.`
  return `The incident is ${status} by now.${who}`
}
