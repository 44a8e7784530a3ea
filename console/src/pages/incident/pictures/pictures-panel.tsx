/** What was measured and said around the incident, as it was seen then: plots and log lines from its own evidence. */
import './pictures.css'
import type { IncidentDetail } from '@contract/incident.ts'
import type { IncidentEvent } from '@contract/incident-event.ts'
import type { WebLinks } from '@contract/web-links.ts'
import { Button, Stack, Text, Title } from '@mantine/core'
import { Fragment, useMemo, useState } from 'react'
import { phrase } from '../../../language/phrase.ts'
import { useWebLinks } from '../../../server/web-links.ts'
import { Panel } from '../panel.tsx'
import { linesOf, logQueriesOf } from './lines-of.ts'
import { LogLines } from './log-lines.tsx'
import { MarkList } from './mark-list.tsx'
import { type Mark, marksOf, numbered, windowOver } from './marks-of.ts'
import { nearNames } from './near-names.ts'
import { PlotFigure } from './plot-figure.tsx'
import { alertLinks, expressionOf, logLinks, metricLinks } from './plot-links.ts'
import { PlotLinks } from './plot-links-view.tsx'
import { type Plot, plotsOf, windowOf } from './plots-of.ts'

type Props = {
  incident: IncidentDetail
  /** What the page calls each tool call, by its event. */
  names: ReadonlyMap<string, string>
  onOpen: (event: IncidentEvent) => void
}

export function PicturesPanel({ incident, names, onOpen }: Props) {
  const marks = useMemo(() => marksOf(incident), [incident])
  const near = useMemo(() => nearNames(incident), [incident])
  const plots = useMemo(() => plotsOf(incident.events, incident.figure, near), [incident, near])
  const lines = useMemo(() => linesOf(incident.events, onsetOf(marks), near), [incident.events, marks, near])
  const [isWhole, setIsWhole] = useState(false)
  const window = useMemo(() => windowOver(plots.map(windowOf), marks), [marks, plots])
  const shown = plots.length === 0 ? [] : numbered(marks, window)
  const own = plots.filter(({ isBeside }) => !isBeside)
  const drawn = isWhole ? plots : own
  const links = useWebLinks()
  const ofAlert = alertLinks(incident.alerts)
  if (plots.length === 0 && lines.length === 0) return <Unseen incident={incident} marks={marks} links={links} />
  const linksOf = (plot: Plot) => [
    ...metricLinks(links, { query: expressionOf(plot), window: windowOf(plot) }),
    ...(plot.isOwn ? ofAlert : []),
  ]
  return (
    <Panel title={phrase('Figures and log lines')}>
      <Stack gap="lg">
        {drawn.map((plot, at) => (
          <Fragment key={`${plot.event.id} ${plot.title} ${plot.isBeside}`}>
            <PlotFigure
              plot={plot}
              marks={shown}
              window={window}
              name={names.get(plot.event.id) ?? plot.event.data.call}
              links={linksOf(plot)}
              onOpen={() => onOpen(plot.event)}
            />
            {at === 0 && <MarkList marks={shown} />}
          </Fragment>
        ))}
        {drawn.length < plots.length && (
          <div>
            <Button size="compact-sm" variant="default" className="wrapping" onClick={() => setIsWhole(true)}>
              {tellOthers(plots.length - drawn.length)}
            </Button>
          </div>
        )}
        {drawn.length === 0 && <MarkList marks={shown} />}
        {!plots.some(({ isOwn }) => isOwn) && <PlotLinks links={ofAlert} />}
        {lines.length > 0 && (
          <Stack gap={4}>
            <Title order={3}>{phrase('Log lines')}</Title>
            <LogLines lines={lines} />
            <PlotLinks links={logLinks(links, logQueriesOf(incident.events))} />
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

function tellOthers(count: number): string {
  return count === 1
    ? phrase('Show 1 figure of others, whom nothing ties to the alert')
    : phrase('Show {count} figures of others, whom nothing ties to the alert', { count })
}

/** What was seen first, by the alert or by figures and lines. */
function onsetOf(marks: readonly Mark[]): number {
  return Math.min(...marks.filter(({ kind }) => kind === 'onset').map(({ at }) => at))
}

const BEFORE_SECONDS = 3600

/** Where nothing could be kept, the alert still knows where to look. */
function Unseen({ incident, marks, links }: { incident: IncidentDetail; marks: Mark[]; links: WebLinks | undefined }) {
  const { figure, alerts, created_at } = incident
  const window = { from: (marks[0]?.at ?? 0) - BEFORE_SECONDS, to: Date.parse(created_at) / 1000 + BEFORE_SECONDS }
  const all = [...(figure ? metricLinks(links, { query: figure.query, window }) : []), ...alertLinks(alerts)]
  if (all.length === 0) return null
  return (
    <Panel title={phrase('Figures and log lines')}>
      <Stack gap={4}>
        <Text size="sm">{phrase('No figures were kept of it.')}</Text>
        <PlotLinks links={all} />
      </Stack>
    </Panel>
  )
}
