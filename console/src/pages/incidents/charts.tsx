/** The last thirty days at a glance: what came, and how long it took. */
import { Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode } from 'react'
import { phrase } from '../../language/phrase.ts'
import { useClock } from '../../parts/clock.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { cameOn, tellCame, tellResolved } from './chart-words.ts'
import { DayBars } from './day-bars.tsx'
import { boundOfDay } from './day-bounds.ts'
import { DayLines } from './day-lines.tsx'
import { type IncidentSearch, statisticsQuery } from './incidents-queries.ts'

/** A day, and perhaps a severity, that was pressed in a chart becomes a filter. Days are those of the clock of the page. */
type Choosing = { onChoose: (changes: IncidentSearch) => unknown }

/** Not drawn again for each letter that is typed beside them. */
export const Charts = memo(function Charts({ onChoose }: Choosing) {
  const clock = useClock()
  const statistics = useQuery(statisticsQuery(clock))
  if (statistics.isError) return <ErrorNote error={statistics.error} retry={statistics.refetch} />
  if (!statistics.data) return <div className="charts-place" />
  const { days } = statistics.data
  if (days.every((day) => cameOn(day) === 0 && day.time_to_resolve === null)) return null
  const press = (day: string, severity?: string) =>
    onChoose({
      start_date: boundOfDay(day, 'start', clock),
      end_date: boundOfDay(day, 'end', clock),
      ...(severity && { severity }),
    })
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} className="charts-place">
      <Figure title={phrase('Incidents per day')} words={tellCame(days)}>
        <DayBars days={days} onPress={press} />
      </Figure>
      <Figure title={phrase('Time to resolve')} words={tellResolved(days)}>
        <DayLines days={days} />
      </Figure>
    </SimpleGrid>
  )
})

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
