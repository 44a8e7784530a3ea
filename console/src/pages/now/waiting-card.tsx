/** A plan that waits for a person: what would be done, how risky it is, and how long there is to say so. */
import type { IncidentItem } from '@contract/incident.ts'
import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { type ActionToDescribe, tellAction } from '../../parts/action-words.ts'
import { RiskBadge, SeverityBadge, StatusBadge } from '../../parts/badges.tsx'
import { CHOICE } from '../../parts/choosing.ts'
import { Expiry } from '../../parts/expiry.tsx'
import { InHand } from '../../parts/in-hand.tsx'
import { incidentTitle } from '../../parts/incident-title.ts'
import { useActionWords } from '../../server/action-words.ts'
import { incidentQuery } from '../../server/queries.ts'
import { useMay } from '../../server/session.ts'
import { Cause } from './cause.tsx'

export function WaitingCard({ incident }: { incident: IncidentItem }) {
  const { id, title, severity, status, assignee } = incident
  const detail = useQuery(incidentQuery(id))
  const mayDecide = useMay('operator')
  return (
    <Paper withBorder p="sm" className="surface choice waiting-card">
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
        <Stack gap={6} miw={0} flex={1}>
          <Link to="/incidents/$id" params={{ id }} className="choice-link wrap-anywhere" {...CHOICE}>
            {incidentTitle(title)}
          </Link>
          <Cause incident={detail} />
          {detail.isPending ? (
            <Skeleton height={21} width="70%" />
          ) : (
            <Plan actions={detail.data?.proposal?.actions ?? []} />
          )}
          <Group gap="xs">
            <SeverityBadge severity={severity} />
            <StatusBadge status={status} />
            {detail.data?.proposal && <RiskBadge risk={detail.data.proposal.risk_level} />}
            {detail.data?.confirm_by && <Expiry by={detail.data.confirm_by} />}
            <Text size="xs" className="muted">
              {id}
            </Text>
            {assignee && <InHand assignee={assignee} size="xs" />}
          </Group>
        </Stack>
        <Button component="span" size="xs" visibleFrom="xs" aria-hidden>
          {mayDecide ? phrase('Decide') : phrase('Open|to open it')}
        </Button>
      </Group>
    </Paper>
  )
}

/** In one line; all of it is on the incident's own page, where it is decided. */
function Plan({ actions }: { actions: readonly ActionToDescribe[] }) {
  const words = useActionWords()
  const [first, ...others] = actions
  if (first === undefined) return null
  const more =
    others.length === 0
      ? ''
      : phrase(', and {others} more {noun}', {
          others: others.length,
          noun: others.length === 1 ? phrase('step') : phrase('steps'),
        })
  return (
    <Text size="sm" lineClamp={2} className="wrap-anywhere">
      {richPhrase('{label} {words}.', { label: <b>{phrase('Plan:')}</b>, words: tellAction(first, words) + more })}
    </Text>
  )
}
