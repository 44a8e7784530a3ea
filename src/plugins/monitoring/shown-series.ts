import type { MetricsAnswer } from '../../ports/metrics.ts'
import type { PluginResult } from '../plugin.ts'

const SERIES_MAX = 50

/** "No data" is an answer of its own: neither zero nor healthy nor a failure. */
export function shownSeries(
  { series, warnings }: MetricsAnswer,
  query: string,
  counters: ReadonlySet<string> = new Set(),
): PluginResult {
  if (series.length === 0) {
    return {
      success: true,
      data: { series: [], series_total: 0 },
      message: `No data: ${query} matches no series. That is not zero and does not mean healthy; check the metric name and labels.`,
    }
  }
  const hint =
    series.length > SERIES_MAX
      ? ` Only the first ${SERIES_MAX} are shown; narrow by labels or aggregate with sum by (…).`
      : ''
  return {
    success: true,
    data: {
      series: series.slice(0, SERIES_MAX),
      series_total: series.length,
      ...(counters.size > 0 ? { counters: [...counters] } : {}),
      ...(warnings.length > 0 ? { warnings } : {}),
    },
    message: `${series.length} series.${hint}`,
  }
}
