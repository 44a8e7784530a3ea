/**
 * Labels under the names we know. Tools spell them differently: OpenTelemetry says `k8s.pod.name`, and a Prometheus that
 * scrapes an exporter keeps the exporter's own `pod` and calls the one the metric speaks of `exported_pod`.
 */
type Labels = Readonly<Record<string, string>>

/** What Prometheus says of the exporter it scraped. */
const OF_THE_EXPORTER = [
  ...['namespace', 'pod', 'container', 'service', 'node', 'endpoint', 'deployment'],
  ...['statefulset', 'daemonset', 'replicaset', 'workload', 'app', 'component'],
]

export function plainLabels(labels: Labels): Labels {
  const all = underKnownNames(labels)
  const exported = exportedOf(all)
  const own = isAboutAnother(exported)
    ? Object.entries(all).filter(([name]) => !OF_THE_EXPORTER.includes(name))
    : Object.entries(all)
  return Object.fromEntries([...own, ...exported])
}

/** Names of the exporter alone: where the alert is about another, none of them is its subject, wherever it stands. */
export function exporterNames(labels: Labels): ReadonlySet<string> {
  const all = underKnownNames(labels)
  const exported = exportedOf(all)
  if (!isAboutAnother(exported)) return new Set()
  const others = new Set(exported.map(([, value]) => value))
  return new Set(OF_THE_EXPORTER.flatMap((name) => all[name] ?? []).filter((value) => !others.has(value)))
}

function isAboutAnother(exported: readonly (readonly [name: string, value: string])[]): boolean {
  return exported.some(([name]) => OF_THE_EXPORTER.includes(name))
}

function exportedOf(all: Labels): (readonly [name: string, value: string])[] {
  return Object.entries(all).flatMap(([name, value]) =>
    name.startsWith('exported_') && value.trim() !== '' ? [[name.slice('exported_'.length), value] as const] : [],
  )
}

/** As they stand they count before what was made of another spelling. */
function underKnownNames(labels: Labels): Labels {
  return { ...Object.fromEntries(Object.entries(labels).map(([name, value]) => [plainName(name), value])), ...labels }
}

/** `k8s.pod.name`, `k8s_pod_name` and `kubernetes_pod_name` are `pod`. */
function plainName(name: string): string {
  const word = name.toLowerCase().replaceAll(/[./-]/g, '_')
  const bare = /^(?:k8s|kube|kubernetes)_(\w+?)(?:_name)?$/.exec(word)?.[1]
  // A job of the cluster; the plain word is Prometheus's and means what it scrapes.
  return bare === 'job' ? 'job_name' : (bare ?? word)
}
