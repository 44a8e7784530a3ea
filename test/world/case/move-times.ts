/** Moves the times in a case, so that what was ten minutes old is ten minutes old again. */

// A date and a time of day, in the forms of the API, of PostgreSQL and of logs. What has no time of day is no instant.
const INSTANT = /\b(\d{4}-\d\d-\d\d)([T ])(\d\d:\d\d:\d\d)([.,]\d+)?(Z|[+-]\d\d(?::?\d\d)?)?(?![\d:])/g

/** Every text is looked through; numbers are left alone, for only their place says whether they are times. */
export function moveTimes<Value>(value: Value, seconds: number): Value {
  if (typeof value === 'string') return moveText(value, seconds) as Value
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => moveTimes(item, seconds)) as Value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, moveTimes(part, seconds)])) as Value
}

/** For comparing texts that differ only in the moments they name. */
export function withoutTimes(text: string): string {
  return text.replace(INSTANT, '<time>')
}

/** Digits after the second and the zone stay as they were written: the way is a whole number of seconds. */
function moveText(text: string, seconds: number): string {
  return text.replace(INSTANT, (whole, date: string, between: string, time: string, fraction = '', zone = '') => {
    // The year 1 is how Go writes "never".
    if (date.startsWith('0001-')) return whole
    const moved = new Date(Date.parse(`${date}T${time}Z`) + seconds * 1000)
    if (Number.isNaN(moved.getTime())) return whole
    const [movedDate, movedTime = ''] = moved.toISOString().split('T')
    return `${movedDate}${between}${movedTime.slice(0, 8)}${fraction}${zone}`
  })
}
