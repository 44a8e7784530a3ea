/** ISO 8601 as tools write it; a time without an offset is UTC, as everywhere in the API. */
const ISO_TIMESTAMP = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?)?$/i

/** The chat platform counts milliseconds, other tools seconds. */
const EPOCH = /^(\d{10})(\d{3})?$/

const OUR_LENGTH = '2026-03-04T05:06:07.890Z'.length

/** A sender's time in our form, or undefined: an unreadable clock is no reason to refuse an alert. */
export function readTimestamp(text: string): string | undefined {
  return isOurs(text) ? text : readForeign(text)
}

/** Most come in our form already, and to read it as any other takes four times as long. */
function isOurs(text: string): boolean {
  if (text.length !== OUR_LENGTH) return false
  const milliseconds = Date.parse(text)
  return milliseconds > 0 && new Date(milliseconds).toISOString() === text
}

function readForeign(text: string): string | undefined {
  const milliseconds = millisecondsOf(text.trim())
  // Go writes its zero time, year 1, where it means none.
  return milliseconds > 0 ? new Date(milliseconds).toISOString() : undefined
}

function millisecondsOf(text: string): number {
  const epoch = EPOCH.exec(text)
  if (epoch) return Number(epoch[1]) * 1000 + Number(epoch[2] ?? 0)
  const [, day, time = '00:00', offset = 'Z'] = ISO_TIMESTAMP.exec(text) ?? []
  return Date.parse(`${day}T${time}${offset.toUpperCase()}`)
}
