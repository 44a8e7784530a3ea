/** Days of a filter by the clock of the page, and the bounds the API is asked with. */
import type { Clock } from '../../parts/clock.ts'

const IS_DAY = /^\d{4}-\d{2}-\d{2}$/

/** In UTC a whole day, as the API knows it; by the reader's clock the first or the last moment of theirs. */
export function boundOfDay(day: string, end: 'start' | 'end', clock: Clock): string {
  if (day === '' || clock === 'utc') return day
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(year, month - 1, end === 'start' ? date : date + 1)
  return new Date(first.getTime() - (end === 'start' ? 0 : 1)).toISOString()
}

/** The name of the reader's zone, which is the one dates are told in; none where days are those of UTC. */
export function zoneOf(clock: Clock): string | undefined {
  return clock === 'utc' ? undefined : new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The day a bound of the address falls on. A whole day is a UTC day; at its noon nearly all clocks agree on its name. */
export function dayOfBound(bound: string, clock: Clock): string {
  const moment = new Date(IS_DAY.test(bound) ? `${bound}T12:00:00Z` : bound)
  if (Number.isNaN(moment.getTime())) return ''
  if (clock === 'utc') return moment.toISOString().slice(0, 10)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}
