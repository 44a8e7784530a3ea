import type { Metrics, MetricsAnswer } from '../../ports/metrics.ts'
import type { DiagnosticPlugin } from '../plugin.ts'
import { askEach, namesIn, selectorsFor } from './bearers.ts'
import { countersIn } from './counters-in.ts'
import { EVERYTHING, everySeries } from './everything.ts'
import { readSeconds, readTime } from './read-time.ts'
import { shownChanges } from './shown-changes.ts'
import { shownSeries } from './shown-series.ts'

type Parameters = {
  query: string
  by_name: boolean
  changes: boolean
  start: string
  end: string
  step: string
}

/** More points say no more to a reader, and a server refuses more than 11,000. */
const POINTS_MAX = 240

export default {
  name: 'metrics.query_range',
  description:
    'Ask the metrics server how values developed over time, in PromQL. Good for finding the minute something began and comparing it with a release or a restart. With by_name and changes it tells what moved among everything that bears a name.',
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
      by_name: {
        type: 'boolean',
        description:
          'The query is no query but a name, or several with commas between (a host, a service, a queue): every series that bears one of them in a label is looked at; * alone looks at everything that is measured of few things.',
        default: false,
      },
      changes: {
        type: 'boolean',
        description:
          'Tell each series by its level before and after its greatest change rather than point by point, the one that changed most first. Counters are told as so much a second. Good for a query that gives very many series, such as {instance="db-1:9100"}.',
        default: false,
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
  async run({ query, by_name: isName, changes, start, end, step }, { metrics, signal, now }) {
    const from = readTime('start', start, now()).getTime() / 1000
    const to = readTime('end', end, now()).getTime() / 1000
    if (!(from < to)) return { success: false, error: 'start: must be before end' }
    const seconds = Math.max(readSeconds('step', step), Math.ceil((to - from) / POINTS_MAX))
    const range = { start: String(from), end: String(to), step: String(seconds) }
    const answer = isName
      ? await seriesAbout(namesIn(query), range, { metrics, signal })
      : await metrics.queryRange(query, range, signal)
    const counters = await countersIn(answer, query, { metrics, signal })
    if (changes) return shownChanges(answer, { start: from, end: to, step: seconds }, { what: query, counters })
    const shown = shownSeries(answer, query, counters)
    return { ...shown, message: `${shown.message} One point every ${seconds} s.` }
  },
} satisfies DiagnosticPlugin<Parameters>

type Asking = { metrics: Metrics; signal: AbortSignal }

async function seriesAbout(
  names: readonly string[],
  range: { start: string; end: string; step: string },
  { metrics, signal }: Asking,
): Promise<MetricsAnswer> {
  if (names.includes(EVERYTHING)) return everySeries(range, { metrics, signal })
  // Not every server of the kind tells its labels; the usual ones are asked then.
  const known = await metrics.labelNames(signal).catch(() => undefined)
  const selectors = selectorsFor(names, known)
  const answers = await askEach(selectors, (selector) => metrics.queryRange(selector, range, signal))
  const all = answers.flatMap(({ series }) => series)
  const once = new Map(all.map((one) => [JSON.stringify(Object.entries(one.metric).sort()), one]))
  return { series: [...once.values()], warnings: answers.flatMap(({ warnings }) => warnings) }
}
