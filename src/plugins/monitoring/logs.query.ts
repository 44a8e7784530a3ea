import type { LogStream, Logs } from '../../ports/logs.ts'
import type { DiagnosticPlugin } from '../plugin.ts'
import { askEach, mentionsOf, namesIn, selectorsFor } from './bearers.ts'
import { EVERYTHING, tellingLines } from './everything.ts'
import { lastWords } from './last-words.ts'
import { readTime } from './read-time.ts'

type Parameters = { query: string; by_name: boolean; start: string; end: string; limit: number; oldest: boolean }

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
      by_name: {
        type: 'boolean',
        description:
          'The query is no query but a name, or several with commas between (a host, a service, a queue): every stream that bears one of them in a label is read, and of the others the lines that mention one; * alone reads of everybody the lines that complain or tell of a change, and beside them, of the last eight days, the last words of each who writes from outside the cluster (calendars, mails, audits).',
        default: false,
      },
      start: {
        type: 'string',
        description: 'Beginning: -1h, unix seconds or ISO 8601.',
        default: '-1h',
        maxLength: 40,
      },
      end: { type: 'string', description: 'End: now, -5m, unix seconds or ISO 8601.', default: 'now', maxLength: 40 },
      limit: { type: 'integer', description: 'Lines at most.', default: 200, minimum: 1, maximum: 2000 },
      oldest: {
        type: 'boolean',
        description: 'Beyond the limit the oldest lines of a query are kept: tells when something was first said.',
        default: false,
      },
    },
    required: ['query'],
  },
  async run({ query, by_name: isName, start, end, limit, oldest: isOldest }, { logs, signal, now }) {
    const from = readTime('start', start, now())
    const to = readTime('end', end, now())
    if (!(from < to)) return { success: false, error: 'start: must be before end' }
    const range = { start: nanoseconds(from), end: nanoseconds(to), limit }
    const names = isName ? namesIn(query) : []
    const { streams, asked } = isName
      ? await streamsAbout(names, range, { logs, signal })
      : { streams: await logs.query(query, { ...range, isOldest }, signal), asked: [] }
    const last = names.includes(EVERYTHING) ? await lastWords(now(), { logs, signal }) : []
    const beside = last.length > 0 && { last_words: last }
    const count = streams.reduce((sum, { lines }) => sum + lines.length, 0)
    if (count === 0) {
      return {
        success: true,
        data: { streams: [], lines_total: 0, ...beside },
        message: `No lines: nothing matches ${query} between ${from.toISOString()} and ${to.toISOString()}. Widen the window or the labels.`,
      }
    }
    const hint =
      count >= limit
        ? ` The limit of ${limit} was reached; narrow the window or filter with |= to see what is missing.`
        : ''
    return {
      success: true,
      data: { streams, lines_total: count, ...(asked.length > 0 && { asked }), ...beside },
      message: `${count} lines in ${streams.length} streams.${hint}`,
    }
  },
} satisfies DiagnosticPlugin<Parameters>

type Range = { start: string; end: string; limit: number }
/** `asked` are the queries a name became, as far as they were answered with lines: whoever looks himself asks the same. */
type About = { streams: readonly LogStream[]; asked: readonly string[] }

const ASKED_SHOWN = 4

async function streamsAbout(
  names: readonly string[],
  range: Range,
  { logs, signal }: { logs: Logs; signal: AbortSignal },
): Promise<About> {
  // Not every server of the kind tells its labels; the usual ones are asked then.
  const known = await logs.labelNames(signal).catch(() => undefined)
  const queries = names.includes(EVERYTHING)
    ? tellingLines(known)
    : [...mentionsOf(names, known), ...selectorsFor(names, known)]
  const answers = await askEach(queries, async (query) => ({ query, streams: await logs.query(query, range, signal) }))
  const once = new Map(
    answers.flatMap(({ streams }) => streams).map((one) => [JSON.stringify(Object.entries(one.labels).sort()), one]),
  )
  const asked = answers.filter(({ streams }) => streams.length > 0).map(({ query }) => query)
  return { streams: newest([...once.values()], range.limit), asked: asked.slice(0, ASKED_SHOWN) }
}

/** The limit counts over all streams, and the newest lines stay. */
function newest(streams: readonly LogStream[], limit: number): LogStream[] {
  const times = streams.flatMap(({ lines }) => lines.map(({ at }) => at)).sort()
  const oldest = times.length > limit ? (times.at(-limit) ?? '') : ''
  return streams
    .map(({ labels, lines }) => ({ labels, lines: lines.filter(({ at }) => at >= oldest) }))
    .filter(({ lines }) => lines.length > 0)
}

function nanoseconds(date: Date): string {
  return `${date.getTime()}000000`
}
