/** How long it took until it was resolved, day by day; days on which nothing was are gaps. */
import type { Statistics } from '@contract/statistics.ts'
import { phrase } from '../../language/phrase.ts'
import { listed } from '../../parts/listed.ts'
import { tellDuration } from '../../parts/times.ts'
import { ChartNames } from './chart-names.tsx'
import { durationTicks } from './chart-ticks.ts'
import { DaySheet, type Places } from './day-sheet.tsx'

type Day = Statistics['days'][number]

const LINES = [
  { of: 'median', shade: 'var(--mantine-color-teal-7)', name: phrase('Half within') },
  { of: 'p90', shade: 'var(--mantine-color-grape-6)', name: phrase('Nine of ten within') },
] as const
type Line = (typeof LINES)[number]

const tookOn = (day: Day | undefined, { of }: Line): number | undefined => day?.time_to_resolve?.[of]

export function DayLines({ days }: { days: readonly Day[] }) {
  const most = Math.max(...days.map((day) => day.time_to_resolve?.p90 ?? 0))
  return (
    <>
      <DaySheet days={days} ticks={durationTicks(most)} side={52} tellOf={(at) => tellTook(days[at])}>
        {(places) => ({
          overAll: LINES.map((line) => <Course key={line.of} days={days} line={line} places={places} />),
        })}
      </DaySheet>
      <ChartNames names={LINES} />
    </>
  )
}

function Course({ days, line, places }: { days: readonly Day[]; line: Line; places: Places }) {
  const points = days.flatMap((day, at) => {
    const took = tookOn(day, line)
    return took === undefined ? [] : [{ at, x: places.xOf(at), y: places.yOf(took) }]
  })
  const moves = points.map(({ at, x, y }, index) => `${points[index - 1]?.at === at - 1 ? 'L' : 'M'}${x},${y}`)
  return (
    <g className="day-line" style={{ color: line.shade }}>
      <path d={moves.join('')} />
      {points.map(({ at, x, y }) => (
        <circle key={at} cx={x} cy={y} r={3} />
      ))}
    </g>
  )
}

function tellTook(day: Day | undefined): string {
  const said = LINES.flatMap((line) => {
    const took = tookOn(day, line)
    return took === undefined ? [] : `${line.name} ${tellDuration(took)}`
  })
  return said.length === 0 ? phrase('none was resolved') : listed(said)
}
