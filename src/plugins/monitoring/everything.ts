/**
 * Everything that is measured or said, whoever it is about: the reason of a trouble need not bear its name. Bounded by what
 * a server can bear: figures of few things first, a fixed number of series, and of logs the lines that complain or tell of
 * a change.
 */
import type { Metrics, MetricsAnswer } from '../../ports/metrics.ts'
import { askEach } from './bearers.ts'

/** Asked for instead of a name. */
export const EVERYTHING = '*'

/** What every program and every control plane measures of itself, and what is measured in very many pieces. */
const DULL =
  '(go|process|python|promhttp|scrape|apiserver|etcd|workqueue|rest_client|kubelet|storage_operation|net_conntrack)_.*|.*_bucket|ALERTS.*|kube_.*_(info|labels|annotations|created)|node_(cpu|softnet|schedstat|scrape)_.*'
const SERIES_PER_FIGURE_MAX = 150
const SERIES_MAX = 3000
const FIGURES_PER_QUERY = 60

type Asking = { metrics: Metrics; signal: AbortSignal }
type Range = { start: string; end: string; step: string }

export async function everySeries(range: Range, { metrics, signal }: Asking): Promise<MetricsAnswer> {
  const counted = `count by (__name__) ({__name__=~".+",__name__!~"${DULL}"})`
  const { series: counts } = await metrics.query(counted, range.end, signal)
  const { chosen, left } = ofFew(
    counts.map(({ metric, values }) => [metric.__name__ ?? '', Number(values.at(-1)?.[1])]),
  )
  const selectors = []
  for (let at = 0; at < chosen.length; at += FIGURES_PER_QUERY)
    selectors.push(`{__name__=~${JSON.stringify(chosen.slice(at, at + FIGURES_PER_QUERY).join('|'))}}`)
  const answers = await askEach(selectors, (selector) => metrics.queryRange(selector, range, signal))
  return {
    series: answers.flatMap(({ series }) => series),
    warnings: [
      ...answers.flatMap(({ warnings }) => warnings),
      ...(left > 0 ? [`${left} figures with more series than can be looked at were left out`] : []),
    ],
  }
}

function ofFew(counts: readonly (readonly [name: string, series: number])[]): { chosen: string[]; left: number } {
  let room = SERIES_MAX
  const chosen = [...counts]
    .filter(([name, series]) => /^[\w:]+$/.test(name) && series <= SERIES_PER_FIGURE_MAX)
    .sort(([, one], [, other]) => one - other)
    .filter(([, series]) => {
      room -= series
      return room >= 0
    })
    .map(([name]) => name)
  return { chosen, left: counts.length - chosen.length }
}

const LINE_LABELS = ['job', 'host', 'namespace', 'app', 'service', 'service_name', 'container', 'unit']
const LINE_LABELS_MAX = 5
/** Words by which a line complains of something or tells that something was changed. */
const TELLING =
  '(?i)(error|warn|crit|fatal|panic|fail|refus|reject|denied|time(d )?out|expire|exceed|exhaust|unable|cannot|not found|invalid|no space|full|lost|down|degraded|throttl|unavailable|unreachable|unauthorized|corrupt|mismatch|deploy|release|rolled|upgrad|migrat|reload|chang|diff|switch|enabled|disabled|rotat|renew|scaled|stopp|maintenance|drain|appl(ied|ying)|config|失败|错误|超时|异常|变更|发布|切换)'

export function tellingLines(known: readonly string[] | undefined): string[] {
  const labels = LINE_LABELS.filter((label) => known === undefined || known.includes(label)).slice(0, LINE_LABELS_MAX)
  return labels.map((label) => `{${label}=~".+"} |~ ${JSON.stringify(TELLING)}`)
}
