/**
 * The metrics an alert itself speaks of: those of its query, and words of its text that cannot be anything else. A host with
 * its port, a pair such as `cluster:logs` and a label look alike and are none.
 */
import { metricsOf } from '../expressions.ts'
import type { Subject } from '../subject.ts'

const METRICS_MAX = 4
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi
/** `LABELS = map[cluster:logs job_name:x]`, `{pod_name="a"}`: labels as a template prints them. */
const PRINTED_LABELS = /\bmap\[[^\]]*\]|\{[^}]*\}/g
const MARKED = /(?:^|[\s([=:,])(["'`“‘])([a-z][a-z0-9]*(?:_[a-z0-9]+)+)["'`”’]/gi
/** What the names of metrics end with by convention. */
const CONVENTIONAL =
  /(?<![\w./:-])[a-z][a-z0-9]*(?:_[a-z0-9]+)*_(?:total|count|sum|bucket|seconds|milliseconds|bytes|ratio|percent|info|created|timestamp|celsius|rows|messages|requests|errors|lag|depth|length|size|up)(?![\w./=-]|:\w)/g
const NOT_METRICS = /^(no_data|kube_state_metrics|job_name|alert_name|severity_level)$/

export function metricsNamedIn({ alertName, text, labels, expressions = [] }: Subject): string[] {
  const fired = expressions.flatMap(metricsOf)
  const said = `${alertName}\n${text}`.replaceAll(ADDRESS, ' ').replaceAll(PRINTED_LABELS, ' ')
  const marked = [...said.matchAll(MARKED)].map(([, , name = '']) => name)
  const spoken = [...marked, ...(said.match(CONVENTIONAL) ?? [])]
  const held = new Set([...Object.keys(labels), ...Object.values(labels)])
  const mentioned = spoken.filter((word) => !held.has(word) && !NOT_METRICS.test(word))
  return [...new Set([...fired, ...mentioned])].slice(0, METRICS_MAX)
}
