/** Small pieces of PromQL. Every value that comes from outside is quoted, so that it can only ever be a value. */

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

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
