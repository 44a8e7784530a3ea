/** One plot: its curves over time with what happened to the incident marked, and the same told in words. */
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { phrase } from '../../../language/phrase.ts'
import { exactText } from '../../../parts/exact-text.ts'
import { tellClock } from '../../../parts/times.ts'
import type { Mark } from './marks-of.ts'
import { lineOf, type Scale, scaleOf, tellFigure, xOf, yOf } from './plot-lines.ts'
import type { Curve, Plot } from './plots-of.ts'

const WIDE = 640
const HIGH = 170
const SHEET = { left: 46, right: WIDE - 8, top: 20, bottom: HIGH - 20 }

type Props = { plot: Plot; marks: readonly Mark[]; name: string; onOpen: () => void }

export function PlotFigure({ plot, marks, name, onOpen }: Props) {
  const scale = scaleOf(plot.curves, SHEET)
  const inSight = marks.filter(({ at }) => at >= scale.from && at <= scale.to)
  return (
    <Stack gap={4} component="figure" m={0}>
      <Group gap="xs" component="figcaption">
        <Text size="sm" fw={600} className="wrap-anywhere" ff="monospace">
          {exactText(plot.query)}
        </Text>
        <Anchor component="button" type="button" size="sm" underline="always" onClick={onOpen}>
          {name}
        </Anchor>
        {plot.isLevels && (
          <Text size="xs" className="muted">
            {phrase('levels before and after the greatest change')}
          </Text>
        )}
      </Group>
      <svg viewBox={`0 0 ${WIDE} ${HIGH}`} className="plot" role="img" aria-label={tellPlot(plot, inSight, scale)}>
        <Axes scale={scale} />
        {plot.curves.map((curve, at) => (
          <polyline key={curve.name} points={lineOf(scale, curve)} className="plot-curve" data-curve={at} />
        ))}
        <Marks marks={inSight} scale={scale} />
      </svg>
      <ul className="plot-names">
        {plot.curves.map((curve, at) => (
          <li key={curve.name} data-curve={at} className="wrap-anywhere">
            {exactText(curve.name)} {tellCourse(curve)}
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function Axes({ scale }: { scale: Scale }) {
  return (
    <g className="plot-axis" aria-hidden>
      {[scale.high, scale.low].map((value) => (
        <g key={value}>
          <line x1={SHEET.left} x2={SHEET.right} y1={yOf(scale, value)} y2={yOf(scale, value)} />
          <text x={SHEET.left - 6} y={yOf(scale, value) + 4} textAnchor="end">
            {tellFigure(value)}
          </text>
        </g>
      ))}
      <text x={SHEET.left} y={HIGH - 4}>
        {clockOf(scale.from)}
      </text>
      <text x={SHEET.right} y={HIGH - 4} textAnchor="end">
        {clockOf(scale.to)}
      </text>
    </g>
  )
}

function Marks({ marks, scale }: { marks: readonly Mark[]; scale: Scale }) {
  return (
    <g aria-hidden>
      {marks.map(({ at, word, kind }) => (
        <g key={`${at} ${word}`} className="plot-mark" data-kind={kind}>
          <line x1={xOf(scale, at)} x2={xOf(scale, at)} y1={SHEET.top - 6} y2={SHEET.bottom} />
          <text x={xOf(scale, at)} y={SHEET.top - 8} textAnchor={xOf(scale, at) > WIDE / 2 ? 'end' : 'start'}>
            {word}
          </text>
        </g>
      ))}
    </g>
  )
}

function clockOf(seconds: number): string {
  return tellClock(new Date(seconds * 1000).toISOString())
}

function tellCourse({ points }: Curve): string {
  const [first, last] = [points[0]?.[1] ?? 0, points.at(-1)?.[1] ?? 0]
  return phrase('from {first} to {last}', { first: tellFigure(first), last: tellFigure(last) })
}

/** Who does not see the picture hears the same. */
function tellPlot({ query, curves }: Plot, marks: readonly Mark[], { from, to }: Scale): string {
  const courses = curves.map((curve) => `${curve.name} ${tellCourse(curve)}`).join('; ')
  const markWords = marks.map(({ word, at }) => `${word} ${clockOf(at)}`).join(', ')
  return phrase('{query} between {from} and {to}: {courses}. {marks}', {
    query,
    from: clockOf(from),
    to: clockOf(to),
    courses,
    marks: markWords,
  })
}
