/** Which labels of an alert are read first: how bad, what, where, who; the others follow as they were sent. */
const FIRST = [
  ...['severity', 'priority', 'alertname', 'cluster', 'namespace', 'service', 'app', 'deployment', 'statefulset'],
  ...['daemonset', 'cronjob', 'job_name', 'workload', 'pod', 'container', 'node', 'instance', 'host', 'database'],
  ...['datname', 'table', 'job', 'team'],
]
const PLACES: ReadonlyMap<string, number> = new Map(FIRST.map((name, place) => [name, place]))

export function inReadingOrder<Value>(labels: Readonly<Record<string, Value>>): [label: string, value: Value][] {
  const place = (label: string) => PLACES.get(label.toLowerCase()) ?? FIRST.length
  return Object.entries(labels).toSorted(([one], [other]) => place(one) - place(other))
}
