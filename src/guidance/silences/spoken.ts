/** Matchers and lengths of time as people write them. */
import type { Matcher } from './matcher.ts'

const FORM = /^\s*([^=!~"{}\s]+)\s*(=~|!~|!=|=)\s*([\s\S]*?)\s*$/

/** `instance=~web-.*`, with quotes or without, as an alert manager's own tool takes it; undefined where it is none. */
export function readMatcher(words: string): Matcher | undefined {
  const [, name, sign = '', value = ''] = FORM.exec(words) ?? []
  if (name === undefined) return undefined
  return { name, value: unquoted(value), isRegex: sign.endsWith('~'), isEqual: !sign.startsWith('!') }
}

function unquoted(value: string): string {
  return /^"[\s\S]*"$/.test(value) ? value.slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\') : value
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400, w: 604_800 }

/** `90m`, `2h`, `1d12h`; in seconds. Undefined where it is no length of time. */
export function readDuration(words: string): number | undefined {
  if (!/^(\d{1,6}[mhdw])+$/.test(words)) return undefined
  const parts = [...words.matchAll(/(\d+)([mhdw])/g)]
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_SECONDS[unit ?? ''] ?? 0), 0)
}

export type SpokenSilence = {
  seconds: number
  matchers: readonly Matcher[]
  comment: string
  /** Said the second time, where it would hide every alert. */
  isMeant: boolean
}

const HOUR = 3_600
const NAMED_SECONDS: Readonly<Record<string, number>> = { 'an hour': HOUR, 'a day': 24 * HOUR, 'a week': 168 * HOUR }

const EVERYTHING = /^everything\b[\s,]*/i
const LENGTH = /^for\s+(an hour|a day|a week|(?:\d{1,6}[mhdw])+)\b[\s,]*/i
const MATCHER = /^([^=!~"{}\s,:]+(?:=~|!~|!=|=)(?:"(?:[^"\\]|\\.)*"|[^\s,"]*?))(?=[\s,]|:(?:\s|$)|$)[\s,]*/

/** `for 2h alertname=DiskFull node=~"web-.*": new disks`, in any order before the reason; an hour where nobody says. */
export function readSpokenSilence(words: string): SpokenSilence {
  const matchers: Matcher[] = []
  let [seconds, isMeant] = [HOUR, false]
  // What is typed on a phone has quotes of its own.
  let rest = words.replace(/[“”„]/g, '"').trim()
  const take = (form: RegExp) => {
    const found = form.exec(rest)
    if (found) rest = rest.slice(found[0].length)
    return found?.[1] ?? found?.[0]
  }
  for (let isMore = true; isMore; ) {
    const everything = take(EVERYTHING)
    const length = take(LENGTH)?.toLowerCase()
    const matcher = readMatcher(take(MATCHER) ?? '')
    isMeant ||= everything !== undefined
    seconds = length === undefined ? seconds : (NAMED_SECONDS[length] ?? readDuration(length) ?? seconds)
    if (matcher) matchers.push(matcher)
    isMore = everything !== undefined || length !== undefined || matcher !== undefined
  }
  return { seconds, matchers, comment: rest.replace(/^[:,\s]+/, ''), isMeant }
}
