/**
 * Times in sentences of the service are data: they stand there in UTC, and are told by the clock of the page. Only for
 * what Firebreak itself wrote; what an alert, a log or a plugin said stays as it was said.
 */
import type { Clock } from './clock.ts'
import { tellClock, tellMinute, tellMoment } from './times.ts'

const WHOLE = String.raw`(?<day>\d{4}-\d{2}-\d{2})[T ](?<at>\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(?:Z| UTC)`
const BARE = String.raw`(?<bare>\d{2}:\d{2}(?::\d{2})?) UTC`
const TIMES = new RegExp(`\\b(?:${WHOLE}|${BARE})\\b`, 'g')
const DAY_MS = 86_400_000

/** `near` is a moment the sentence is about: a time without a day is the one nearest to it, or stays where there is none. */
export function timesByClock(text: string, near: string, clock: Clock, tellDay = tellMoment): string {
  return text.replace(TIMES, (written, day?: string, at?: string, bare?: string) => {
    const moment = bare === undefined ? Date.parse(`${day}T${at}Z`) : nearest(bare, Date.parse(near))
    if (Number.isNaN(moment)) return written
    if (bare === undefined) return tellDay(new Date(moment), clock)
    return bare.length > 'hh:mm'.length ? tellClock(new Date(moment), clock) : tellMinute(new Date(moment), clock)
  })
}

function nearest(time: string, near: number): number {
  if (Number.isNaN(near)) return near
  const day = new Date(near).toISOString().slice(0, 10)
  const same = Date.parse(`${day}T${time}Z`)
  return [same - DAY_MS, same, same + DAY_MS].reduce((best, one) =>
    Math.abs(one - near) < Math.abs(best - near) ? one : best,
  )
}
