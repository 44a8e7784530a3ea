/** A hand that goes over the plot by the arrow keys, or by a finger, and tells what every curve was at that moment. */
import { Text } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { phrase } from '../../../language/phrase.ts'
import { exactText } from '../../../parts/exact-text.ts'
import type { Plot, Window } from './plots-of.ts'
import { momentsIn, nearestPlace, tellMoment } from './tell-plot.ts'

type Reading = { moments: readonly number[]; at: number | undefined; go: (place: number | undefined) => void }

export function useReading(plot: Plot): Reading {
  const [place, go] = useState<number>()
  const moments = momentsIn(plot)
  return { moments, at: place === undefined ? undefined : (moments[place] ?? moments.at(-1)), go }
}

type Props = {
  plot: Plot
  legends: readonly string[]
  reading: Reading
  /** The time the picture above is drawn over, and from where to where, as shares of its width. */
  window: Window
  drawn: { from: number; to: number }
}

/** As wide as browsers draw it: its middle goes from half of it to half of it before the end. */
const THUMB_PX = 16

export function PlotReader({ plot, legends, reading: { moments, at, go }, window, drawn }: Props) {
  const place = at === undefined ? moments.length - 1 : moments.indexOf(at)
  const told = exactText(tellMoment(plot, legends, moments[place] ?? 0))
  const step = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(place, moments.length - 1)
    if (next === undefined) return
    event.preventDefault()
    go(Math.min(Math.max(next, 0), moments.length - 1))
  }
  return (
    <div className="plot-reader">
      <input
        type="range"
        style={{
          marginInlineStart: `calc(${drawn.from * 100}% - ${THUMB_PX / 2}px)`,
          width: `calc(${(drawn.to - drawn.from) * 100}% + ${THUMB_PX}px)`,
        }}
        min={window.from}
        max={window.to}
        step="any"
        value={moments[place] ?? window.to}
        aria-label={phrase('Read moment by moment')}
        aria-valuetext={told}
        onFocus={() => go(place)}
        onBlur={() => go(undefined)}
        onKeyDown={step}
        onChange={({ currentTarget }) => go(nearestPlace(moments, Number(currentTarget.value)))}
      />
      {at !== undefined && (
        <Text size="xs" className="wrap-anywhere" aria-hidden>
          {told}
        </Text>
      )}
    </div>
  )
}

const LEAP = 10

/** By keys from one moment to the next, however far apart they are. */
const STEPS: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowLeft: (place) => place - 1,
  ArrowDown: (place) => place - 1,
  ArrowRight: (place) => place + 1,
  ArrowUp: (place) => place + 1,
  PageDown: (place) => place - LEAP,
  PageUp: (place) => place + LEAP,
  Home: () => 0,
  End: (_, last) => last,
}
