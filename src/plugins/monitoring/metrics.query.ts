import type { DiagnosticPlugin } from '../plugin.ts'
import { readTime } from './read-time.ts'
import { shownSeries } from './shown-series.ts'

export default {
  name: 'metrics.query',
  description:
    'Ask the metrics server for values at one moment, in PromQL. Good for "how much now" and for comparing pods or instances; an empty result means no data, not zero.',
  category: 'diagnostic',
  parameters: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        description: 'PromQL, for example: sum by (pod) (rate(http_requests_total{namespace="shop",code=~"5.."}[5m]))',
        minLength: 1,
        maxLength: 4000,
      },
      end: {
        type: 'string',
        description: 'The moment to look at: now, -30m, unix seconds or ISO 8601.',
        default: 'now',
        maxLength: 40,
      },
    },
    required: ['query'],
  },
  async run({ query, end }, { metrics, signal, now }) {
    const time = String(readTime('end', end, now()).getTime() / 1000)
    return shownSeries(await metrics.query(query, time, signal), query)
  },
} satisfies DiagnosticPlugin<{ query: string; end: string }>
