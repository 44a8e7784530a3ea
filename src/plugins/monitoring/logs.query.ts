import type { DiagnosticPlugin } from '../plugin.ts'
import { readTime } from './read-time.ts'

export default {
  name: 'logs.query',
  description:
    'Ask the log server for lines of a time window, in LogQL. Good for logs of pods that are gone, of several pods at once, and for the earliest error along a chain of services. Lines come oldest first; beyond the limit the newest are kept.',
  category: 'diagnostic',
  parameters: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        description: 'LogQL, for example: {namespace="shop",pod=~"checkout-.*"} |= "error"',
        minLength: 1,
        maxLength: 4000,
      },
      start: {
        type: 'string',
        description: 'Beginning: -1h, unix seconds or ISO 8601.',
        default: '-1h',
        maxLength: 40,
      },
      end: { type: 'string', description: 'End: now, -5m, unix seconds or ISO 8601.', default: 'now', maxLength: 40 },
      limit: { type: 'integer', description: 'Lines at most.', default: 200, minimum: 1, maximum: 2000 },
    },
    required: ['query'],
  },
  async run({ query, start, end, limit }, { logs, signal, now }) {
    const from = readTime('start', start, now())
    const to = readTime('end', end, now())
    if (!(from < to)) return { success: false, error: 'start: must be before end' }
    const streams = await logs.query(query, { start: nanoseconds(from), end: nanoseconds(to), limit }, signal)
    const count = streams.reduce((sum, { lines }) => sum + lines.length, 0)
    if (count === 0) {
      return {
        success: true,
        data: { streams: [], lines_total: 0 },
        message: `No lines: nothing matches ${query} between ${from.toISOString()} and ${to.toISOString()}. Widen the window or the labels.`,
      }
    }
    const hint =
      count >= limit
        ? ` The limit of ${limit} was reached; narrow the window or filter with |= to see what is missing.`
        : ''
    return {
      success: true,
      data: { streams, lines_total: count },
      message: `${count} lines in ${streams.length} streams.${hint}`,
    }
  },
} satisfies DiagnosticPlugin<{ query: string; start: string; end: string; limit: number }>

function nanoseconds(date: Date): string {
  return `${date.getTime()}000000`
}
