/**
 * Labels under the names we know. Tools spell them differently: OpenTelemetry says `k8s.pod.name`, and a Prometheus that
 * scrapes an exporter keeps the exporter's own `pod` and calls the one the metric speaks of `exported_pod`.
 */
type Labels = Readonly<Record<string, string>>

/** What Prometheus says of the exporter it scraped. */
const OF_THE_EXPORTER = ['namespace', 'pod', 'container', 'service', 'node', 'endpoint', 'deployment']

export function plainLabels(labels: Labels): Labels {
  const known = Object.fromEntries(Object.entries(labels).map(([name, value]) => [plainName(name), value]))
  // As they stand they count before what was made of another spelling.
  const all = { ...known, ...labels }
  const exported = Object.entries(all).flatMap(([name, value]) =>
    name.startsWith('exported_') && value.trim() !== '' ? [[name.slice('exported_'.length), value] as const] : [],
  )
  const isAboutAnother = exported.some(([name]) => OF_THE_EXPORTER.includes(name))
  const own = isAboutAnother
    ? Object.entries(all).filter(([name]) => !OF_THE_EXPORTER.includes(name))
    : Object.entries(all)
  return Object.fromEntries([...own, ...exported])
}

/** `k8s.pod.name`, `k8s_pod_name` and `kubernetes_pod_name` are `pod`. */
function plainName(name: string): string {
  const word = name.toLowerCase().replaceAll(/[./-]/g, '_')
  return /^(?:k8s|kube|kubernetes)_(\w+?)(?:_name)?$/.exec(word)?.[1] ?? word
}
