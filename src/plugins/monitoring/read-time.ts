/** Times as people and models write them: `now`, `-30m`, unix seconds, ISO 8601. */
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

export function readTime(field: string, text: string, now: Date): Date {
  const trimmed = text.trim()
  const [, amount, unit] = /^(?:now)?\s*-\s*(\d+)\s*([smhdw])$/.exec(trimmed) ?? []
  if (trimmed === 'now' || trimmed === '') return now
  if (amount && unit) return new Date(now.getTime() - Number(amount) * (UNIT_SECONDS[unit] ?? 0) * 1000)
  const date = /^\d{9,11}(\.\d+)?$/.test(trimmed) ? new Date(Number(trimmed) * 1000) : new Date(trimmed)
  if (Number.isNaN(date.getTime()))
    throw new Error(`${field}: "${text}" is not a time; use now, -30m, unix seconds or ISO 8601`)
  return date
}

export function readSeconds(field: string, text: string): number {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)([smhdw])?$/.exec(text.trim()) ?? []
  const seconds = Number(amount) * (UNIT_SECONDS[unit] ?? 0)
  if (!(seconds > 0)) throw new Error(`${field}: "${text}" is not a duration; use 30s, 1m, 1h`)
  return seconds
}
