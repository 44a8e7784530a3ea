import type { DiagnosticPlugin } from '../plugin.ts'
import { readSeconds, readTime } from './read-time.ts'
import { shownSeries } from './shown-series.ts'

/** More points say no more to a reader, and a server refuses more than 11,000. */
const POINTS_MAX = 240

export default {
  name: 'metrics.query_range',
  description:
    'Ask the metrics server how values developed over time, in PromQL. Good for finding the minute something began and comparing it with a release or a restart.',
  category: 'diagnostic',
  parameters: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        description: 'PromQL, for example: sum(rate(http_requests_total{code=~"5.."}[5m]))',
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
      step: {
        type: 'string',
        description: 'Distance of points, such as 30s or 5m; made larger where it would give more than 240 points.',
        default: '60s',
        maxLength: 20,
      },
    },
    required: ['query'],
  },
  async run({ query, start, end, step }, { metrics, signal, now }) {
    const from = readTime('start', start, now()).getTime() / 1000
    const to = readTime('end', end, now()).getTime() / 1000
    if (!(from < to)) return { success: false, error: 'start: must be before end' }
    const seconds = Math.max(readSeconds('step', step), Math.ceil((to - from) / POINTS_MAX))
    const range = { start: String(from), end: String(to), step: String(seconds) }
    const shown = shownSeries(await metrics.queryRange(query, range, signal), query)
    return { ...shown, message: `${shown.message} One point every ${seconds} s.` }
  },
} satisfies DiagnosticPlugin<{ query: string; start: string; end: string; step: string }>
