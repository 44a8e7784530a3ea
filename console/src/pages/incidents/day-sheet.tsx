/** The sheet a chart of days is drawn on: figures at its side, days below, and what a day was for whoever points at it. */
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { Ticks } from './chart-ticks.ts'
import { tellDay } from './chart-words.ts'

/** Drawn about as wide as it is shown, so that its letters stay as large as those around it. */
const WIDTH = { desk: 540, phone: 330 }
const DAYS_NAMED = { desk: 7, phone: 4 }
const [TOP, BOTTOM, HEIGHT] = [8, 150, 170]

/** Where something stands: a day by its number, a value by its height. `step` is the room of one day. */
export type Places = { xOf(at: number): number; yOf(value: number): number; step: number }

type Props = {
  days: readonly { day: string }[]
  ticks: Ticks
  /** The room for the figures at the side. */
  side: number
  /** What is said of a day beside its name. */
  tellOf(at: number): string
  onPress?(at: number): void
  children(places: Places): { ofDay?(at: number): ReactNode; overAll?: ReactNode }
}

export function DaySheet({ days, ticks, side, tellOf, onPress, children }: Props) {
  const isPhone = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false })
  const look = isPhone ? 'phone' : 'desk'
  const width = WIDTH[look]
  const step = (width - side) / days.length
  const places: Places = {
    xOf: (at) => side + (at + 0.5) * step,
    yOf: (value) => BOTTOM - (value / ticks.most) * (BOTTOM - TOP),
    step,
  }
  const { ofDay, overAll } = children(places)
  const between = Math.ceil(days.length / DAYS_NAMED[look])
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} className="day-sheet" aria-hidden data-pressed={onPress && 'by-day'}>
      <Figures ticks={ticks} places={places} from={side} to={width} />
      {days.map(({ day }, at) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the picture is for whoever points; filters do the same by keys.
        <g key={day} className="day" data-hint={`${tellDay(day)}: ${tellOf(at)}`} onClick={() => onPress?.(at)}>
          <rect x={places.xOf(at) - step / 2} y={TOP} width={step} height={BOTTOM - TOP} />
          {ofDay?.(at)}
          {at % between === 0 && (
            <text x={places.xOf(at)} y={HEIGHT - 4} textAnchor="middle">
              {tellDay(day)}
            </text>
          )}
        </g>
      ))}
      {overAll}
    </svg>
  )
}

function Figures({ ticks, places, from, to }: { ticks: Ticks; places: Places; from: number; to: number }) {
  return ticks.values.map((value) => (
    <g key={value} className="day-figure">
      <line x1={from} x2={to} y1={places.yOf(value)} y2={places.yOf(value)} />
      <text x={from - 6} y={places.yOf(value) + 4} textAnchor="end">
        {ticks.tell(value)}
      </text>
    </g>
  ))
}
