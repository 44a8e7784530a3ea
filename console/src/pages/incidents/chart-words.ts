/** What the charts show, as sentences. */
import type { Statistics } from '@contract/statistics.ts'
import { tellDuration } from '../../parts/times.ts'

type Day = Statistics['days'][number]

/** Days are days in UTC, wherever the reader is. */
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })

export function tellDay(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`))
}

export function tellCame(days: readonly Day[]): string {
  const busiest = days.reduce((most, day) => (cameOn(day) > cameOn(most) ? day : most))
  const total = days.reduce((sum, day) => sum + cameOn(day), 0)
  if (total === 0) return `None in the last ${days.length} days.`
  return `${total.toLocaleString()} in the last ${days.length} days, most on ${tellDay(busiest.day)}: ${cameOn(busiest).toLocaleString()}.`
}

export function cameOn({ opened }: Day): number {
  return Object.values(opened).reduce((sum, count) => sum + count, 0)
}

export function tellResolved(days: readonly Day[]): string {
  const latest = days.findLast(({ time_to_resolve }) => time_to_resolve !== null)
  if (!latest?.time_to_resolve) return `None was resolved in the last ${days.length} days.`
  const { median, p90 } = latest.time_to_resolve
  return `On ${tellDay(latest.day)} half took less than ${atLeastASecond(median)}, nine of ten less than ${atLeastASecond(p90)}.`
}

/** Nothing takes less than no time. */
function atLeastASecond(seconds: number): string {
  return tellDuration(Math.max(1, Math.ceil(seconds)))
}
