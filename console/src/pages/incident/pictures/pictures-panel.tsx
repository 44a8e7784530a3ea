/** What was measured and said around the incident, as it was seen then: plots and log lines from its own evidence. */
import './pictures.css'
import type { IncidentDetail } from '@contract/incident.ts'
import type { IncidentEvent } from '@contract/incident-event.ts'
import { Stack, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import { phrase } from '../../../language/phrase.ts'
import { Panel } from '../panel.tsx'
import { linesOf } from './lines-of.ts'
import { LogLines } from './log-lines.tsx'
import { marksOf } from './marks-of.ts'
import { PlotFigure } from './plot-figure.tsx'
import { plotsOf } from './plots-of.ts'

type Props = {
  incident: IncidentDetail
  /** What the page calls each tool call, by its event. */
  names: ReadonlyMap<string, string>
  onOpen: (event: IncidentEvent) => void
}

export function PicturesPanel({ incident, names, onOpen }: Props) {
  const marks = useMemo(() => marksOf(incident), [incident])
  const plots = useMemo(() => plotsOf(incident.events), [incident.events])
  const lines = useMemo(() => linesOf(incident.events, marks[0]?.at ?? 0), [incident.events, marks])
  if (plots.length === 0 && lines.length === 0) return null
  return (
    <Panel title={phrase('Figures and log lines')}>
      <Stack gap="lg">
        {plots.map((plot) => (
          <PlotFigure
            key={plot.event.id}
            plot={plot}
            marks={marks}
            name={names.get(plot.event.id) ?? plot.event.data.call}
            onOpen={() => onOpen(plot.event)}
          />
        ))}
        {lines.length > 0 && (
          <Stack gap={4}>
            <Title order={3}>{phrase('Log lines')}</Title>
            <LogLines lines={lines} />
          </Stack>
        )}
        <Text size="xs" className="muted">
          {phrase(
            'As they were seen when somebody looked. Look with metrics.query_range or logs.query to add newer ones.',
          )}
        </Text>
      </Stack>
    </Panel>
  )
}
