/** Times as people and models write them: `now`, `-30m`, unix seconds, ISO 8601. */
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

/** A bare number of few digits would pass for a year or a month. */
const DATE = /^\d{4}-\d{2}-\d{2}/

export function readTime(field: string, text: string, now: Date): Date {
  const date = findTime(text.trim(), now)
  if (date === undefined || Number.isNaN(date.getTime()))
    throw new Error(`${field}: "${text}" is not a time; use now, -30m, unix seconds or ISO 8601`)
  return date
}

function findTime(text: string, now: Date): Date | undefined {
  if (text === 'now' || text === '') return now
  const [, amount, unit = ''] = /^(?:now)?\s*-\s*(\d+)\s*([smhdw])$/.exec(text) ?? []
  if (amount) return new Date(now.getTime() - Number(amount) * (UNIT_SECONDS[unit] ?? Number.NaN) * 1000)
  if (/^\d{9,11}(\.\d+)?$/.test(text)) return new Date(Number(text) * 1000)
  return DATE.test(text) ? new Date(text) : undefined
}

export function readSeconds(field: string, text: string): number {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)([smhdw])?$/.exec(text.trim()) ?? []
  const seconds = Number(amount) * (UNIT_SECONDS[unit] ?? 0)
  if (!(seconds > 0)) throw new Error(`${field}: "${text}" is not a duration; use 30s, 1m, 1h`)
  return seconds
}
