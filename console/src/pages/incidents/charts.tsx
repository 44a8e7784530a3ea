/** The last thirty days at a glance: what came, and how long it took. Loaded apart, because it brings a chart library. */
import '@mantine/charts/styles.css'
import type { Statistics } from '@contract/statistics.ts'
import { BarChart, LineChart } from '@mantine/charts'
import { Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { phrase } from '../../language/phrase.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { SEVERITIES, SEVERITY_WORDS } from '../../parts/severities.ts'
import { tellDuration } from '../../parts/times.ts'
import { countTicks, durationTicks } from './chart-ticks.ts'
import { cameOn, tellCame, tellDay, tellResolved } from './chart-words.ts'
import { type IncidentSearch, statisticsQuery } from './incidents-queries.ts'

type Day = Statistics['days'][number]

const SHADES: Record<(typeof SEVERITIES)[number], string> = {
  critical: 'red.8',
  high: 'orange.6',
  medium: 'yellow.5',
  warning: '#8a8a12',
  low: 'blue.5',
  info: 'gray.5',
}

const CHART_HEIGHT = 176
/** Room for the upper half of the topmost figure. */
const MARGIN = { margin: { top: 8 } }
/** Between two days that are named lie as many as between any other two. */
const EVEN_DAYS = { interval: 'equidistantPreserveStart' } as const
const LEGEND = { verticalAlign: 'bottom', height: 28, itemSorter: null } as const

/** A day, and perhaps a severity, that was pressed in a chart becomes a filter. Days of charts are UTC days, as the API's. */
type Choosing = { onChoose: (changes: IncidentSearch) => unknown }

export function Charts({ onChoose }: Choosing) {
  const statistics = useQuery(statisticsQuery)
  if (statistics.isError) return <ErrorNote error={statistics.error} retry={statistics.refetch} />
  if (!statistics.data) return <div className="charts-place" />
  const { days } = statistics.data
  if (days.every((day) => cameOn(day) === 0 && day.time_to_resolve === null)) return null
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} className="charts-place">
      <Figure title={phrase('Incidents per day')} words={tellCame(days)}>
        <Came days={days} onChoose={onChoose} />
      </Figure>
      <Figure title={phrase('Time to resolve')} words={tellResolved(days)}>
        <Resolved days={days} />
      </Figure>
    </SimpleGrid>
  )
}

/** Nothing is no piece of a bar: it would be laid out and listened to like one. */
const withoutZeros = (counts: Day['opened']) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

/** The picture is for the eye; its sentence says the same to everybody. */
function Figure({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  return (
    <Paper withBorder p="sm" className="surface" component="figure" m={0}>
      <Title order={2} fz="sm">
        {title}
      </Title>
      <Text size="xs" className="muted" component="figcaption" mb="xs">
        {words}
      </Text>
      <div aria-hidden className="chart">
        {children}
      </div>
    </Paper>
  )
}

function Came({ days, onChoose }: { days: readonly Day[] } & Choosing) {
  const choose = (at: number, severity?: string) => {
    const day = days[at]?.day
    if (day) onChoose({ start_date: day, end_date: day, ...(severity && { severity }) })
  }
  return (
    <BarChart
      h={CHART_HEIGHT}
      type="stacked"
      dataKey="day"
      data={days.map(({ day, opened }) => ({ day: tellDay(day), ...withoutZeros(opened) }))}
      series={SEVERITIES.map((name) => ({ name, label: SEVERITY_WORDS[name], color: SHADES[name] }))}
      xAxisProps={EVEN_DAYS}
      yAxisProps={{ width: 36, ...countTicks(Math.max(...days.map(cameOn))) }}
      barChartProps={{ ...MARGIN, onClick: ({ activeTooltipIndex }) => choose(Number(activeTooltipIndex)) }}
      barProps={({ name }) => ({
        onClick: (_bar, at, event) => {
          event.stopPropagation()
          choose(at, name)
        },
      })}
      tickLine="none"
      gridAxis="x"
      withLegend
      legendProps={LEGEND}
      accessibilityLayer={false}
    />
  )
}

function Resolved({ days }: { days: readonly Day[] }) {
  return (
    <LineChart
      h={CHART_HEIGHT}
      dataKey="day"
      data={days.map(({ day, time_to_resolve: took }) => ({ day: tellDay(day), median: took?.median, p90: took?.p90 }))}
      series={[
        { name: 'median', color: 'teal.7', label: phrase('Half within') },
        { name: 'p90', color: 'grape.6', label: phrase('Nine of ten within') },
      ]}
      valueFormatter={tellDuration}
      xAxisProps={EVEN_DAYS}
      yAxisProps={{ width: 52, ...durationTicks(Math.max(...days.map(({ time_to_resolve: took }) => took?.p90 ?? 0))) }}
      lineChartProps={MARGIN}
      tickLine="none"
      gridAxis="x"
      connectNulls={false}
      curveType="linear"
      withLegend
      legendProps={LEGEND}
      accessibilityLayer={false}
    />
  )
}
