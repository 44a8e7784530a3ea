/** One plot: its curves over time with what happened to the incident marked, and the same told in words. */
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { phrase } from '../../../language/phrase.ts'
import { Command } from '../../../parts/command.tsx'
import { exactText } from '../../../parts/exact-text.ts'
import { useTelling } from '../../../parts/said.tsx'
import { type MarkedMoment, momentsOf, type NumberedMark } from './marks-of.ts'
import { digitsFor, labelAt, lineOf, rowsOf, type Scale, scaleOf, tellFigure, xOf, yOf } from './plot-lines.ts'
import type { PlotLink } from './plot-links.ts'
import { PlotLinks } from './plot-links-view.tsx'
import { PlotReader, useReading } from './plot-reader.tsx'
import { legendsOf, titleOf } from './plot-titles.ts'
import type { Plot, Window } from './plots-of.ts'
import { tellCourse } from './tell-course.ts'
import { clockOf, tellPlot } from './tell-plot.ts'

/** Drawn as wide as it is shown, or a little wider: letters that are scaled down to a phone cannot be read. */
const WIDTH = { desk: 640, phone: 340 }
const MARGIN = { left: 56, right: 8 }
const LINE = 12
/** Lines closer than this are one. */
const TOGETHER = 4
/** The alert's own is looked at longest. */
const HEIGHT = { own: 136, other: 84 }

type Props = {
  plot: Plot
  marks: readonly NumberedMark[]
  /** The time it is drawn over: the same moment stands at the same place in every plot. */
  window: Window
  name: string
  links: readonly PlotLink[]
  onOpen: () => void
}

export function PlotFigure({ plot, marks, window, name, links, onOpen }: Props) {
  const isPhone = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false })
  const width = isPhone ? WIDTH.phone : WIDTH.desk
  const [left, right] = [MARGIN.left, width - MARGIN.right]
  const { from, to } = window
  const moments = momentsOf(marks, ((to - from) * TOGETHER) / (right - left))
  const placed = moments.map((moment) => {
    const x = left + ((moment.at - from) / (to - from || 1)) * (right - left)
    return { ...moment, x: labelAt(x, moment.label, width) }
  })
  const rows = rowsOf(placed)
  const top = LINE * (Math.max(0, ...rows) + 1) + 6
  const bottom = top + (plot.isOwn ? HEIGHT.own : HEIGHT.other)
  const scale = scaleOf(plot.curves, window, { left, right, top, bottom }, plot.bound?.value)
  const legends = legendsOf(plot.curves.map((curve) => curve.name))
  const telling = useTelling()
  const reading = useReading(plot)
  return (
    <Stack gap={4} component="figure" m={0}>
      <Caption plot={plot} name={name} onOpen={onOpen} />
      <svg
        viewBox={`0 0 ${width} ${scale.sheet.bottom + 20}`}
        className="plot"
        role="img"
        aria-label={tellPlot(plot, marks, telling)}
      >
        <Axes scale={scale} unit={plot.curves[0]?.unit ?? ''} />
        {plot.bound && <Bound bound={plot.bound} scale={scale} />}
        {plot.curves.map((curve, at) => (
          <polyline
            key={curve.name}
            points={lineOf(scale, curve)}
            className="plot-curve"
            data-curve={at}
            data-levels={plot.isLevels || undefined}
          />
        ))}
        <Marks moments={placed} rows={rows} scale={scale} />
        {reading.at !== undefined && <Hand at={reading.at} scale={scale} />}
      </svg>
      <PlotReader {...{ plot, legends, reading, window }} drawn={{ from: left / width, to: right / width }} />
      <ul className="plot-names">
        {plot.curves.map((curve, at) => (
          <li key={curve.name} data-curve={at} className="wrap-anywhere" title={curve.name}>
            {exactText(legends[at] ?? curve.name)} {tellCourse(curve)}
          </li>
        ))}
      </ul>
      <Question of={plot.title} />
      <PlotLinks links={links} />
    </Stack>
  )
}

function Caption({ plot, name, onOpen }: Pick<Props, 'plot' | 'name' | 'onOpen'>) {
  return (
    <Group gap="xs" component="figcaption">
      {plot.isOwn && (
        <Text size="sm" fw={600}>
          {plot.bound
            ? phrase('What the alert measures (it fires at {bound})', { bound: plot.bound.word })
            : phrase('What the alert measures')}
        </Text>
      )}
      <Text size="sm" fw={plot.isOwn ? 400 : 600} className="wrap-anywhere" lineClamp={2} title={plot.title}>
        {exactText(titleOf(plot.title, plot.isRate))}
      </Text>
      <Anchor component="button" type="button" size="sm" underline="always" onClick={onOpen}>
        {name}
      </Anchor>
      {plot.isLevels && (
        <Text size="xs" className="muted">
          {phrase('levels before and after the greatest change, and now; dashes only join them')}
        </Text>
      )}
    </Group>
  )
}

/** Word for word, to be copied; a plain name is told by its title. */
function Question({ of: question }: { of: string }) {
  if (/^[\w:]+$/.test(question)) return null
  return (
    <details className="plot-question">
      <summary>{phrase('The expression')}</summary>
      <Command line={exactText(question)} label={phrase('The expression')} />
    </details>
  )
}

function Bound({ bound: { word, value }, scale }: { bound: NonNullable<Plot['bound']>; scale: Scale }) {
  const y = yOf(scale, value)
  const { left, right } = scale.sheet
  return (
    <g className="plot-bound" aria-hidden>
      <line x1={left} x2={right} y1={y} y2={y} />
      <text x={right} y={y - 4} textAnchor="end">
        {word}
      </text>
    </g>
  )
}

function Axes({ scale, unit }: { scale: Scale; unit: string }) {
  const { left, right, bottom } = scale.sheet
  const digits = digitsFor([scale.high, scale.low])
  return (
    <g className="plot-axis" aria-hidden>
      {[scale.high, scale.low].map((value) => (
        <g key={value}>
          <line x1={left} x2={right} y1={yOf(scale, value)} y2={yOf(scale, value)} />
          <text x={left - 6} y={yOf(scale, value) + 4} textAnchor="end">
            {tellFigure(value, unit, digits)}
          </text>
        </g>
      ))}
      <text x={left} y={bottom + 16}>
        {clockOf(scale.from)}
      </text>
      <text x={right} y={bottom + 16} textAnchor="end">
        {clockOf(scale.to)}
      </text>
    </g>
  )
}

/** Numbers on the picture, words below all of them: releases are told in whole sentences. */
type MarksProps = { moments: readonly (MarkedMoment & { x: number })[]; rows: readonly number[]; scale: Scale }

function Marks({ moments, rows, scale }: MarksProps) {
  return (
    <g aria-hidden>
      {moments.map(({ at, kind, label, x }, index) => (
        <g key={at} className="plot-mark" data-kind={kind}>
          <line x1={xOf(scale, at)} x2={xOf(scale, at)} y1={LINE * ((rows[index] ?? 0) + 1)} y2={scale.sheet.bottom} />
          <text x={x} y={LINE * ((rows[index] ?? 0) + 1) - 2} textAnchor="middle">
            {label}
          </text>
        </g>
      ))}
    </g>
  )
}

/** Where somebody reads it. */
function Hand({ at, scale }: { at: number; scale: Scale }) {
  const { top, bottom } = scale.sheet
  return <line className="plot-hand" x1={xOf(scale, at)} x2={xOf(scale, at)} y1={top} y2={bottom} aria-hidden />
}
