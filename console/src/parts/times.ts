/** Times and spans in words, as the reader's clock shows them. */

const TO_THE_SECOND = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
const DAY = { day: 'numeric', month: 'short' } as const

const BARE_CLOCK = new Intl.DateTimeFormat(undefined, TO_THE_SECOND)
/** Sentences of the service tell times in UTC, so no other time stands without its zone. */
const CLOCK = new Intl.DateTimeFormat(undefined, { ...TO_THE_SECOND, timeZoneName: 'short' })
const THIS_YEAR = new Intl.DateTimeFormat(undefined, { ...DAY, ...TO_THE_SECOND, timeZoneName: 'short' })
const OTHER_YEAR = new Intl.DateTimeFormat(undefined, {
  ...DAY,
  ...TO_THE_SECOND,
  year: 'numeric',
  timeZoneName: 'short',
})

/** `16:04:09 CET`, where the day is plain. */
export function tellClock(at: string): string {
  return CLOCK.format(new Date(at))
}

/** `16:04:09`, in a column that tells its zone once. */
export function tellBareClock(at: string): string {
  return BARE_CLOCK.format(new Date(at))
}

/** `CET`, as it was at that moment. */
export function tellZone(at: string): string {
  return CLOCK.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName')?.value ?? 'local time'
}

/** `15 Nov, 16:04:09 CET`. */
export function tellMoment(at: Date): string {
  const isThisYear = at.getFullYear() === new Date().getFullYear()
  return (isThisYear ? THIS_YEAR : OTHER_YEAR).format(at)
}

/** `1 h 04 min`, `3 min 20 s`, `12 s`. */
export function tellDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [days, hours, minutes] = [
    Math.floor(whole / 86_400),
    Math.floor(whole / 3_600) % 24,
    Math.floor(whole / 60) % 60,
  ]
  if (days > 0) return `${days} d ${hours} h`
  if (hours > 0) return `${hours} h ${String(minutes).padStart(2, '0')} min`
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`
}

/** `just now`, `12 min ago`. Minutes are enough: a page full of running seconds is not calm. */
export function tellAge(seconds: number): string {
  if (seconds < 60) return 'just now'
  return `${seconds < 3600 ? `${Math.floor(seconds / 60)} min` : tellDuration(seconds)} ago`
}
