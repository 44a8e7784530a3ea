/** `YYYY-MM-DD` is a whole UTC day; a timestamp without an offset is UTC; a blank stands where an unescaped `+` was. */
import { invalid } from '../../problem.ts'
import type { Bound } from '../../story/incident/incident-store.ts'

const DAY_FORM = /^\d{4}-\d{2}-\d{2}$/
const MOMENT_FORM = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)(Z|[+\- ]\d{2}(?::?\d{2})?)?$/i

export function readBound(field: string, text: string | undefined): Bound | undefined {
  if (text === undefined || text === '') return undefined
  const bound = DAY_FORM.test(text) ? readDay(text) : readMoment(text)
  if (!bound) throw invalid(field, 'must be a date (YYYY-MM-DD) or an ISO 8601 timestamp')
  return bound
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
