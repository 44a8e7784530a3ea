/** Writes and reads expressions of PromQL. */
import { metricsOf } from '../expressions.ts'
import type { Subject } from '../subject.ts'

// Small pieces of PromQL. Every value that comes from outside is quoted, so that it can only ever be a value.

/** One literal, one of several, a pattern, or none that fits a pattern. */
type Matcher = string | readonly string[] | { pattern: string } | { not: string }
export type Matchers = Readonly<Record<string, Matcher>>

export function metric(name: string, matchers: Matchers): string {
  return `${name}${braces(matchers)}`
}

/** Whatever metrics fit the pattern, without the monitoring's and the platform's own. */
export function metricsLike(pattern: string, matchers: Matchers): string {
  const names = [`__name__=~${JSON.stringify(pattern)}`, `__name__!~${JSON.stringify(OF_PLATFORM)}`]
  return `{${[...names, ...conditions(matchers)].join(',')}}`
}

const OF_PLATFORM =
  '(go|python|jvm|process_(cpu|resident|virtual|start|network)|promhttp|kube|kubelet|kubernetes|container|node|machine|apiserver|rest_client|workqueue|etcd|coredns|prometheus|alertmanager|scrape|grafana|pg|ALERTS)_.*'

/** Several by their very names. `or` would not do: it takes two metrics with the same labels for one. */
export function metrics(names: readonly string[], matchers: Matchers): string {
  return braces({ __name__: names, ...matchers })
}

/** For expressions whose labels differ. */
export function anyOf(expressions: readonly string[]): string {
  return expressions.join(' or ')
}

function braces(matchers: Matchers): string {
  const all = conditions(matchers)
  return all.length === 0 ? '' : `{${all.join(',')}}`
}

function conditions(matchers: Matchers): string[] {
  return Object.entries(matchers).map(([label, matcher]) => `${label}${written(matcher)}`)
}

function written(matcher: Matcher): string {
  if (typeof matcher === 'string') return `=${JSON.stringify(matcher)}`
  if ('pattern' in matcher) return `=~${JSON.stringify(matcher.pattern)}`
  if ('not' in matcher) return `!~${JSON.stringify(matcher.not)}`
  const [only, ...others] = matcher
  return only !== undefined && others.length === 0
    ? `=${JSON.stringify(only)}`
    : `=~${JSON.stringify(matcher.map(escaped).join('|'))}`
}

/** As a pattern that fits nothing else. */
export function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

// The metrics an alert itself speaks of: those of its query, and words of its text that cannot be anything else. A host with
// its port, a pair such as `cluster:logs` and a label look alike and are none.

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
