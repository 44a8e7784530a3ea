/** `YYYY-MM-DD` is a whole UTC day; a timestamp without an offset is UTC; a blank stands where an unescaped `+` was. */
import { Problem } from '../../problem.ts'
import type { Bound } from '../../story/incident/incident-store.ts'

const DAY_FORM = /^\d{4}-\d{2}-\d{2}$/
const MOMENT_FORM = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)(Z|[+\- ]\d{2}(?::?\d{2})?)?$/i

/** Each that cannot be read is named. */
export function readBounds<Field extends string>(
  given: Readonly<Record<Field, string | undefined>>,
): Partial<Record<Field, Bound>> {
  const texts = Object.entries<string | undefined>(given).filter(([, text]) => text !== undefined && text !== '')
  const read = texts.map(
    ([field, text = '']) => [field, DAY_FORM.test(text) ? readDay(text) : readMoment(text)] as const,
  )
  const wrong = read.filter(([, bound]) => bound === undefined)
  if (wrong.length > 0) throw unreadable(wrong.map(([field]) => field))
  return Object.fromEntries(read) as Partial<Record<Field, Bound>>
}

function unreadable(fields: readonly string[]): Problem {
  const message = 'must be a date (YYYY-MM-DD) or an ISO 8601 timestamp'
  const details = fields.map((field) => ({ field, message }))
  return new Problem('VALIDATION_ERROR', `${fields.join(' and ')}: ${message}`, { details })
}

/** The 31st of February rolls over in JavaScript; here it is no day. */
function readDay(text: string): Bound | undefined {
  const date = new Date(`${text}T00:00:00.000Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? { day: text } : undefined
}

function readMoment(text: string): Bound | undefined {
  const [, local, offset = 'Z'] = MOMENT_FORM.exec(text) ?? []
  if (!local || !readDay(local.slice(0, 10))) return undefined
  const moment = new Date(local.toUpperCase().replace(',', '.') + readOffset(offset))
  return Number.isNaN(moment.getTime()) ? undefined : { moment }
}

function readOffset(offset: string): string {
  if (/^z$/i.test(offset)) return 'Z'
  const [, sign, hours, minutes = '00'] = /^([+\- ])(\d{2}):?(\d{2})?$/.exec(offset) ?? []
  return `${sign === '-' ? '-' : '+'}${hours}:${minutes}`
}
