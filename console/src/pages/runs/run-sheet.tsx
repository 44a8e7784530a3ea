/** One run, step by step, and the word to have it tried again. */
import type { RunDetail } from '@contract/run.ts'
import { Alert, Anchor, Button, Group, Stack, Table, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { tellTimes } from '../../parts/counts.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { exactText } from '../../parts/exact-text.ts'
import { Loading } from '../../parts/loading.tsx'
import { Moment } from '../../parts/moment.tsx'
import { OnlyLooking } from '../../parts/only-looking.tsx'
import { Said } from '../../parts/said.tsx'
import { ask } from '../../server/ask.ts'
import { useMay } from '../../server/session.ts'
import { runPath, runQuery } from './run-queries.ts'
import { StateBadge } from './run-table.tsx'
import { KIND_WORDS, tellOwner } from './run-words.ts'
import { tellStep } from './step-words.ts'

export function RunSheet({ id }: { id: string }) {
  const run = useQuery(runQuery(id))
  if (run.isPending) return <Loading />
  if (run.isError) return <ErrorNote error={run.error} retry={run.refetch} />
  const { data } = run
  return (
    <Stack>
      <Group gap="xs">
        <StateBadge state={data.state} />
        <Text size="sm">
          {richPhrase('{kind} of {link}, since {moment}', {
            kind: KIND_WORDS[data.kind],
            link: (
              <Anchor
                inherit
                underline="always"
                renderRoot={(props) => <Link {...props} to="/incidents/$id" params={{ id: data.incident_id }} />}
              >
                {data.incident_id}
              </Anchor>
            ),
            moment: <Moment at={data.since} />,
          })}
        </Text>
      </Group>
      {data.last_error !== null && (
        <Alert
          color="red"
          title={
            data.failed_step === null
              ? phrase('Last error')
              : phrase('Last error in step {step}', { step: tellStep(data.failed_step) })
          }
        >
          <span className="wrap-anywhere">
            <Said text={data.last_error} near={data.since} />
          </span>
        </Alert>
      )}
      <Facts run={data} />
      <Retry run={data} />
      <Steps run={data} />
    </Stack>
  )
}

function Facts({ run }: { run: RunDetail }) {
  const facts = [
    [phrase('Instance'), exactText(tellOwner(run))],
    [phrase('Begun or taken up'), tellTimes(run.attempts)],
    [phrase('Faults of our own'), String(run.errors)],
    [phrase('Instances lost over it'), String(run.lives_lost)],
    [phrase('Tried again by people'), run.retries === 0 ? phrase('never') : tellTimes(run.retries)],
    [phrase('Workflow version'), String(run.workflow_version)],
  ]
  return (
    <Table aria-label={phrase('About this run')}>
      <Table.Tbody>
        {facts.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            <Table.Td className="wrap-anywhere">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Retry({ run }: { run: RunDetail }) {
  const mayAct = useMay('operator')
  const queries = useQueryClient()
  const retrying = useMutation({
    mutationFn: () => ask('POST', `${runPath(run.id)}/retry`),
    onSettled: () => queries.invalidateQueries({ queryKey: ['runs'] }),
  })
  if (run.state !== 'given_up') return null
  if (!run.can_retry)
    return (
      <Text size="sm" className="muted">
        {run.retry_refusal}
      </Text>
    )
  return (
    <Stack gap="xs">
      <Text size="sm">
        {phrase('Tried again, it goes on from its last step. What it has done, or begun to change, is not done again.')}
      </Text>
      <OnlyLooking to={phrase('try it again')} needs="operator" />
      {mayAct && (
        <Button
          onClick={() => retrying.mutate()}
          loading={retrying.isPending}
          leftSection={<IconRefresh size={16} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
        >
          {phrase('Try again')}
        </Button>
      )}
      {retrying.isError && <ErrorNote error={retrying.error} />}
    </Stack>
  )
}

function Steps({ run: { steps } }: { run: RunDetail }) {
  return (
    <Stack gap="xs">
      <Title order={2}>{phrase('Steps')}</Title>
      {steps.length === 0 && <Text size="sm">{phrase('No step is done yet.')}</Text>}
      {steps.map(({ step, at, result, is_cut }) => (
        <details key={step}>
          <summary>
            <Text span size="sm" fw={600} className="wrap-anywhere" title={step}>
              {tellStep(step)}
            </Text>{' '}
            <Text span size="sm" className="muted">
              <Moment at={at} />
            </Text>
          </summary>
          <div className="raw wrap-anywhere">
            {exactText(result)}
            {is_cut && ' …'}
          </div>
        </details>
      ))}
    </Stack>
  )
}
