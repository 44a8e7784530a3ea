/** A hand that goes over the plot by the arrow keys, or by a finger, and tells what every curve was at that moment. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import { phrase } from '../../../language/phrase.ts'
import { exactText } from '../../../parts/exact-text.ts'
import type { Plot } from './plots-of.ts'
import { momentsIn, tellMoment } from './tell-plot.ts'

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
  /** Where the picture above begins, as a share of its width. */
  indent: number
}

export function PlotReader({ plot, legends, reading: { moments, at, go }, indent }: Props) {
  const place = at === undefined ? moments.length - 1 : moments.indexOf(at)
  const told = exactText(tellMoment(plot, legends, moments[place] ?? 0))
  return (
    <div className="plot-reader">
      <input
        type="range"
        style={{ marginInlineStart: `${indent * 100}%`, width: `${(1 - indent) * 100}%` }}
        min={0}
        max={moments.length - 1}
        value={place}
        aria-label={phrase('Read moment by moment')}
        aria-valuetext={told}
        onFocus={() => go(place)}
        onBlur={() => go(undefined)}
        onChange={({ currentTarget }) => go(Number(currentTarget.value))}
      />
      {at !== undefined && (
        <Text size="xs" className="wrap-anywhere" aria-hidden>
          {told}
        </Text>
      )}
    </div>
  )
}
