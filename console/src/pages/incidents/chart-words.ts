/** What the charts show, as sentences. */
import type { Statistics } from '@contract/statistics.ts'
import { locale } from '../../language/language.ts'
import { phrase } from '../../language/phrase.ts'
import { tellDuration } from '../../parts/times.ts'

type Day = Statistics['days'][number]

/** Days are days in UTC, wherever the reader is. */
const DAY = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

export function tellDay(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`))
}

export function tellCame(days: readonly Day[]): string {
  const busiest = days.reduce((most, day) => (cameOn(day) > cameOn(most) ? day : most))
  const total = days.reduce((sum, day) => sum + cameOn(day), 0)
  if (total === 0) return phrase('None in the last {days} days.', { days: days.length })
  return phrase('{total} in the last {days} days, most on {day}: {most}.', {
    total: total.toLocaleString(),
    days: days.length,
    day: tellDay(busiest.day),
    most: cameOn(busiest).toLocaleString(),
  })
}

export function cameOn({ opened }: Day): number {
  return Object.values(opened).reduce((sum, count) => sum + count, 0)
}

export function tellResolved(days: readonly Day[]): string {
  const latest = days.findLast(({ time_to_resolve }) => time_to_resolve !== null)
  if (!latest?.time_to_resolve) return phrase('None was resolved in the last {days} days.', { days: days.length })
  const { median, p90 } = latest.time_to_resolve
  return phrase('On {day} half took less than {median}, nine of ten less than {p90}.', {
    day: tellDay(latest.day),
    median: atLeastASecond(median),
    p90: atLeastASecond(p90),
  })
}

/** Nothing takes less than no time. */
function atLeastASecond(seconds: number): string {
  return tellDuration(Math.max(1, Math.ceil(seconds)))
}
