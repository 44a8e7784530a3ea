/** One question for the errors of everybody the subject may depend on: the first in time tells where it began. */

import type { Matter } from './metric-questions.ts'
import type { SignalQuestion } from './signal-question.ts'

const LINES_MAX = 300
const WORDS = [
  'error',
  'fatal',
  'panic',
  'critical',
  'exception',
  'fail',
  'refused',
  'time(d )?out',
  'unavailable',
  'denied',
  'corrupt',
  'bad file',
  'cannot',
  'unable',
  'no space',
  'too many',
  'exhausted',
  'expired',
  ' 5[0-9][0-9] ',
]

/** `until` is a while after the fault began: where there are too many lines the newest are kept, and the first are wanted. */
export function linesQuestion({ measured, span }: Matter, until: Date | undefined): SignalQuestion[] {
  const { namespaces } = measured
  if (namespaces.length === 0) return []
  const places = namespaces.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const query = `{namespace=~${JSON.stringify(places)}} ${lineFilter()}`
  const parameters = {
    query,
    start: span.start.toISOString(),
    ...(until !== undefined && { end: until.toISOString() }),
    limit: LINES_MAX,
  }
  return [{ about: 'lines', plugin: 'logs.query', parameters }]
}

/** Lines that may speak of a failure. */
export function lineFilter(): string {
  return `|~ ${JSON.stringify(`(?i)(${WORDS.join('|')})`)}`
}
