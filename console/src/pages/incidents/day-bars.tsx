/** What came on each day, in a bar of severities. A piece that is pressed is one severity of that day. */
import type { Statistics } from '@contract/statistics.ts'
import { listed } from '../../parts/listed.ts'
import { SEVERITIES, SEVERITY_WORDS } from '../../parts/severities.ts'
import { ChartNames } from './chart-names.tsx'
import { countTicks } from './chart-ticks.ts'
import { cameOn } from './chart-words.ts'
import { DaySheet, type Places } from './day-sheet.tsx'

type Day = Statistics['days'][number]
type Severity = (typeof SEVERITIES)[number]
type Props = { days: readonly Day[]; onPress(day: string, severity?: string): void }

const SHADES: Record<Severity, string> = {
  critical: 'var(--mantine-color-red-8)',
  high: 'var(--mantine-color-orange-6)',
  medium: 'var(--mantine-color-yellow-5)',
  warning: '#8a8a12',
  low: 'var(--mantine-color-blue-5)',
  info: 'var(--mantine-color-gray-5)',
}
/** Of the room of a day. */
const THICKNESS = 0.75

export function DayBars({ days, onPress }: Props) {
  const names = SEVERITIES.map((severity) => ({ name: SEVERITY_WORDS[severity], shade: SHADES[severity] }))
  return (
    <>
      <DaySheet
        days={days}
        ticks={countTicks(Math.max(...days.map(cameOn)))}
        side={36}
        tellOf={(at) => tellCounts(days[at]?.opened)}
        onPress={(at) => onPress(days[at]?.day ?? '')}
      >
        {(places) => ({ ofDay: (at) => days[at] && <Bar day={days[at]} at={at} places={places} onPress={onPress} /> })}
      </DaySheet>
      <ChartNames names={names} />
    </>
  )
}

function Bar({
  day: { day, opened },
  at,
  places,
  onPress,
}: { day: Day; at: number; places: Places } & Pick<Props, 'onPress'>) {
  const width = places.step * THICKNESS
  return stacked(opened).map(({ severity, from, to }) => (
    // biome-ignore lint/a11y/noStaticElementInteractions: the picture is for whoever points; filters do the same by keys.
    <path
      key={severity}
      data-severity={severity}
      fill={SHADES[severity]}
      d={`M${places.xOf(at) - width / 2},${places.yOf(from)}h${width}V${places.yOf(to)}h${-width}z`}
      onClick={(event) => {
        event.stopPropagation()
        onPress(day, severity)
      }}
    />
  ))
}

/** The gravest at the bottom, where it is compared most easily. */
function stacked(opened: Day['opened']): { severity: Severity; from: number; to: number }[] {
  let from = 0
  return SEVERITIES.filter((severity) => opened[severity] > 0).map((severity) => {
    const piece = { severity, from, to: from + opened[severity] }
    from = piece.to
    return piece
  })
}

function tellCounts(opened: Day['opened'] | undefined): string {
  const came = SEVERITIES.filter((severity) => opened?.[severity])
  return came.length === 0 ? '0' : listed(came.map((severity) => `${SEVERITY_WORDS[severity]} ${opened?.[severity]}`))
}
