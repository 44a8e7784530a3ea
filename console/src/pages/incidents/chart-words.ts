/** What the charts show, as sentences. */
import type { Statistics } from '@contract/statistics.ts'
import { locale } from '../../language/language.ts'
import { phrase } from '../../language/phrase.ts'
import { tellDuration } from '../../parts/times.ts'

type Day = Statistics['days'][number]

/** A day comes with its date, whoever's day it is. */
const DAY = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

export function tellDay(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`))
}

export function tellCame(days: readonly Day[]): string {
  const busiest = days.reduce((most, day) => (cameOn(day) > cameOn(most) ? day : most))
  const total = days.reduce((sum, day) => sum + cameOn(day), 0)
  if (total === 0) return phrase('None in the last {days} days.', { days: days.length })
  const said = { total: total.toLocaleString(), days: days.length, day: tellDay(busiest.day) }
  if (total === 1) return phrase('One in the last {days} days, on {day}.', { days: said.days, day: said.day })
  const most = cameOn(busiest)
  if (most === total) return phrase('{total} in the last {days} days, all on {day}.', said)
  return phrase('{total} in the last {days} days, most on {day}: {most}.', { ...said, most: most.toLocaleString() })
}

export function cameOn({ opened }: Day): number {
  return Object.values(opened).reduce((sum, count) => sum + count, 0)
}

export function tellResolved(days: readonly Day[]): string {
  const latest = days.findLast(({ time_to_resolve }) => time_to_resolve !== null)
  if (!latest?.time_to_resolve) return phrase('None was resolved in the last {days} days.', { days: days.length })
  const day = tellDay(latest.day)
  const [median, p90] = [atLeastASecond(latest.time_to_resolve.median), atLeastASecond(latest.time_to_resolve.p90)]
  // Of one, or of several that took the same, there is one time to tell.
  if (median === p90) return phrase('On {day} it took {most} or less.', { day, most: p90 })
  return phrase('On {day} half took {median} or less, nine of ten {p90} or less.', { day, median, p90 })
}

/** Nothing takes less than no time. */
function atLeastASecond(seconds: number): string {
  return tellDuration(Math.max(1, seconds))
}
