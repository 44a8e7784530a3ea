/** Times and spans in words, as the clock of the page shows them. */
import { locale } from '../language/language.ts'
import { phrase } from '../language/phrase.ts'
import { type Clock, clockInForce } from './clock.ts'

const TO_THE_SECOND = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
const TO_THE_MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const DAY = { day: 'numeric', month: 'short' } as const
const ZONE = { timeZoneName: 'short' } as const

type Form = Intl.DateTimeFormatOptions
const FORMS = {
  bareClock: TO_THE_SECOND,
  clock: { ...TO_THE_SECOND, ...ZONE },
  thisYear: { ...DAY, ...TO_THE_SECOND, ...ZONE },
  dated: { ...DAY, ...TO_THE_SECOND, year: 'numeric', ...ZONE },
  minute: { ...TO_THE_MINUTE, ...ZONE },
} as const satisfies Record<string, Form>

/** Made once for each clock: a formatter is costly, and a timeline tells thousands of times. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function format(form: keyof typeof FORMS, clock: Clock = clockInForce()): Intl.DateTimeFormat {
  const name = `${form} ${clock}`
  const made =
    formatters.get(name) ??
    new Intl.DateTimeFormat(locale, { ...FORMS[form], ...(clock === 'utc' && { timeZone: 'UTC' }) })
  formatters.set(name, made)
  return made
}

/** `16:04:09 CET`, where the day is plain. */
export function tellClock(at: string | Date, clock?: Clock): string {
  return tell(format('clock', clock), new Date(at))
}

/** `16:04 CET`, as sentences tell it. */
export function tellMinute(at: Date, clock?: Clock): string {
  return tell(format('minute', clock), at)
}

/** `16:04:09`, in a column that tells its zone once. */
export function tellBareClock(at: string): string {
  return format('bareClock').format(new Date(at))
}

/** `CET`, as it was at that moment. */
export function tellZone(at: string | Date): string {
  const parts = format('clock').formatToParts(new Date(at))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? phrase('local time')
}

/** `2026-11-15T16:04`, as a field gives it, by the clock of the page; none where nothing whole was written. */
export function momentOf(written: string, clock: Clock): Date | undefined {
  const moment = new Date(clock === 'utc' ? `${written}Z` : written)
  return written === '' || Number.isNaN(moment.getTime()) ? undefined : moment
}

/** `15 Nov 2026, 16:04:09 CET`, for what is read years later. */
export function tellDatedMoment(at: Date, clock: Clock = clockInForce()): string {
  return tell(format('dated', clock), at)
}

/** `15 Nov, 16:04:09 CET`, with the year where it is another one. */
export function tellMoment(at: Date, clock: Clock = clockInForce()): string {
  const isThisYear = at.getFullYear() === new Date().getFullYear()
  return isThisYear ? tell(format('thisYear', clock), at) : tellDatedMoment(at, clock)
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** A value that is a moment as the service writes it, by the clock of the page; any other stays as it is. */
export function tellIfMoment(value: string, clock?: Clock): string {
  return MOMENT.test(value) ? tellMoment(new Date(value), clock) : value
}

/** The zone stands behind the time, as in `11月16日 17:04:09 GMT+1`; left alone, Chinese has it between day and time. */
function tell(formatter: Intl.DateTimeFormat, at: Date): string {
  const parts = formatter.formatToParts(at)
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const words = parts.map(({ type, value }) => (type === 'timeZoneName' ? '' : value)).join('')
  return `${words.replace(/\s+/g, ' ').trim()} ${zone}`.trim()
}

/** `1 h 04 min`, `3 min 20 s`, `12 s`: seconds that are over, as the service counts them, so that no page says one more than another. */
export function tellDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [days, hours, minutes] = [
    Math.floor(whole / 86_400),
    Math.floor(whole / 3_600) % 24,
    Math.floor(whole / 60) % 60,
  ]
  if (days > 0) return phrase('{days} d {hours} h', { days, hours })
  if (hours > 0) return phrase('{hours} h {minutes} min', { hours, minutes: String(minutes).padStart(2, '0') })
  return minutes > 0
    ? phrase('{minutes} min {seconds} s', { minutes, seconds: whole % 60 })
    : phrase('{seconds} s', { seconds: whole })
}

/** `just now`, `12 min ago`. Minutes are enough: a page full of running seconds is not calm. */
export function tellAge(seconds: number): string {
  if (seconds < 60) return phrase('just now')
  return phrase('{span} ago', {
    span: seconds < 3600 ? phrase('{minutes} min', { minutes: Math.floor(seconds / 60) }) : tellDuration(seconds),
  })
}
