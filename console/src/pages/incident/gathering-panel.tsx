/** The incidents it leads, or the one that leads it; a person may gather and set free. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { exactText } from '../../parts/exact-text.ts'
import { listed } from '../../parts/listed.ts'
import { severityWord } from '../../parts/severities.ts'
import { isClosed } from '../../parts/statuses.ts'
import { useMay } from '../../server/session.ts'
import { useWord } from './decide.ts'
import { KinLine } from './kin-line.tsx'
import { LedBy } from './led-by.tsx'
import { Panel } from './panel.tsx'

export function GatheringPanel({ incident }: { incident: IncidentDetail }) {
  const mayGather = useMay('operator') && !isClosed(incident.status)
  if (incident.part_of !== null) return <PartOf incident={incident} leader={incident.part_of} mayFree={mayGather} />
  if (incident.parts_count === 0 && !mayGather) return null
  return (
    <Panel
      title={
        incident.parts_count === 0
          ? phrase('Same cause as another?')
          : phrase('Parts ({count})', { count: incident.parts_count })
      }
    >
      <Stack gap="md">
        <Counts incident={incident} />
        <Parts incident={incident} />
        {mayGather && <Attaching incident={incident} />}
      </Stack>
    </Panel>
  )
}

function PartOf({ incident, leader, mayFree }: { incident: IncidentDetail; leader: string; mayFree: boolean }) {
  const saying = useWord(incident.id)
  return (
    <Panel title={phrase('Part of another incident')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          <LedBy leader={leader} />
        </Text>
        {mayFree && (
          <Button
            size="xs"
            variant="default"
            loading={saying.isPending}
            onClick={() => saying.mutate({ path: 'detach', body: {} })}
          >
            {phrase('Set free')}
          </Button>
        )}
        {saying.error && <ErrorNote error={saying.error} />}
      </Stack>
    </Panel>
  )
}

function Counts({ incident: { parts_count, parts_by_severity, parts_by_service } }: { incident: IncidentDetail }) {
  if (parts_count === 0) return null
  const severities = Object.entries(parts_by_severity).map(([severity, count]) => `${count} ${severityWord(severity)}`)
  const services = parts_by_service.slice(0, 6).map(({ service, count }) => `${exactText(service)} ${count}`)
  return (
    <Text size="sm" className="wrap-anywhere">
      {[listed(severities), listed(services)].filter(Boolean).join(phrase('; |between two lists'))}
    </Text>
  )
}

function Parts({ incident: { parts, parts_count } }: { incident: IncidentDetail }) {
  if (parts.length === 0) return null
  return (
    <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none', maxHeight: 360, overflowY: 'auto' }}>
      {parts.map((part) => (
        <li key={part.id} className="action">
          <KinLine kin={part} />
        </li>
      ))}
      {parts_count > parts.length && (
        <li>
          <Text size="xs" className="muted">
            {phrase('and {more} more', { more: parts_count - parts.length })}
          </Text>
        </li>
      )}
    </Stack>
  )
}

function Attaching({ incident }: { incident: IncidentDetail }) {
  const [leader, setLeader] = useState('')
  const saying = useWord(incident.id)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saying.mutate({ path: 'attach', body: { part_of: leader.trim() } })
      }}
    >
      <Group gap="xs" align="flex-end">
        <TextInput
          size="xs"
          label={phrase('Make it part of')}
          placeholder="INC-…"
          value={leader}
          onChange={(event) => setLeader(event.currentTarget.value)}
        />
        <Button size="xs" variant="default" type="submit" disabled={leader.trim() === ''} loading={saying.isPending}>
          {phrase('Attach')}
        </Button>
      </Group>
      {saying.error && <ErrorNote error={saying.error} />}
    </form>
  )
}
