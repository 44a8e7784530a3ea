/** One silence: whom it holds back, why, and everything it has held back. */
import type { HeldAlert, SilenceItem } from '@contract/silence.ts'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { SeverityBadge } from '../../parts/badges.tsx'
import { tellTimes } from '../../parts/counts.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { exactText } from '../../parts/exact-text.ts'
import { Loading } from '../../parts/loading.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useMay } from '../../server/session.ts'
import { endSilence, heldQuery, silenceQuery } from './silence-queries.ts'
import { SilenceState } from './silence-table.tsx'
import { tellMatchers } from './silence-words.ts'

type Changing = { onChange: (silence: SilenceItem) => void }

export function SilenceSheet({ id, onChange }: Changing & { id: string }) {
  const { data: silence, error, refetch } = useQuery(silenceQuery(id))
  if (!silence) return error ? <ErrorNote error={error} retry={refetch} /> : <Loading />
  return (
    <Stack>
      <Group>
        <SilenceState state={silence.state} />
        {silence.source === 'alertmanager' && (
          <Text size="sm" className="muted">
            {phrase('Kept by the alert manager at {origin}, and changed there.', {
              origin: exactText(silence.origin ?? ''),
            })}
          </Text>
        )}
      </Group>
      <Text className="wrap-anywhere">{exactText(silence.comment)}</Text>
      <Text size="sm" ff="monospace" className="wrap-anywhere">
        {exactText(tellMatchers(silence.matchers))}
      </Text>
      <Text size="sm" component="div">
        {richPhrase('From {start} until {end}, by {createdBy}', {
          start: <Moment at={silence.starts_at} />,
          end: <Moment at={silence.ends_at} />,
          createdBy: exactText(silence.created_by),
        })}
      </Text>
      <Ending silence={silence} onChange={onChange} />
      <Held silence={silence} />
    </Stack>
  )
}

function Ending({ silence, onChange }: Changing & { silence: SilenceItem }) {
  const { id, state, source } = silence
  const mayAct = useMay('operator')
  const queries = useQueryClient()
  const ending = useMutation({
    mutationFn: () => endSilence(id),
    onSuccess: ({ message }) => {
      notifications.show({ message, color: 'green' })
      return queries.invalidateQueries({ queryKey: ['silences'] })
    },
  })
  if (!mayAct || state === 'expired' || source !== 'firebreak') return null
  return (
    <Group>
      <Button variant="default" onClick={() => onChange(silence)}>
        {phrase('Change…')}
      </Button>
      <Button variant="default" loading={ending.isPending} onClick={() => ending.mutate()}>
        {phrase('End it now')}
      </Button>
      {ending.error && <ErrorNote error={ending.error} />}
    </Group>
  )
}

function Held({ silence }: { silence: SilenceItem }) {
  const { data, error, refetch } = useQuery(heldQuery(silence.id))
  if (!data) return error ? <ErrorNote error={error} retry={refetch} /> : <Loading />
  const { alerts, notifications: times } = silence.held_back
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {phrase('Held back')}
      </Title>
      <Text size="sm" className="muted">
        {alerts === 0
          ? phrase('Nothing yet.')
          : phrase('{alerts} {noun}, heard of {times}.', {
              alerts,
              noun: alerts === 1 ? phrase('alert') : phrase('alerts'),
              times: tellTimes(times),
            })}
      </Text>
      {data.items.map((alert) => (
        <HeldView key={alert.key} alert={alert} />
      ))}
    </Stack>
  )
}

const HELD_WORDS: Record<HeldAlert['state'], string> = {
  firing: phrase('its end was not told'),
  resolved: phrase('over'),
  heard: phrase('heard after the silence'),
}

function HeldView({ alert }: { alert: HeldAlert }) {
  return (
    <Stack gap={2} className="action">
      <Group gap="xs">
        <Text size="sm" fw={600} className="wrap-anywhere">
          {exactText(alert.title)}
        </Text>
        <SeverityBadge severity={alert.severity} />
      </Group>
      <Text size="sm" className="muted" component="div">
        {richPhrase('{state}; {times}, last {moment}', {
          state: HELD_WORDS[alert.state],
          times: tellTimes(alert.notifications),
          moment: <Moment at={alert.last_seen_at} />,
        })}
      </Text>
    </Stack>
  )
}
