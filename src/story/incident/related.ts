/** Whether two incidents are about the same thing, as far as the labels of their alerts tell. */
import type { IncidentSummary } from './incident.ts'

/** `why` is for people: what the two share. */
export type RelatedIncident = IncidentSummary & { why: string }

type Labels = Readonly<Record<string, string>>

const NAMESPACES = ['namespace', 'exported_namespace', 'kubernetes_namespace']
const WORKLOADS = ['deployment', 'statefulset', 'daemonset', 'cronjob', 'workload', 'service', 'app']
const PODS = ['pod', 'pod_name', 'exported_pod']
const DATABASES = ['datname', 'database', 'dbname']

/** What a Deployment, or a StatefulSet, adds to its name for each of its pods. */
const POD_ENDING = /-[a-z0-9]{6,10}-[a-z0-9]{5}$|-\d+$/

/** Names of what the labels are about, in words that can be shown. A workload counts only together with its namespace. */
export function subjectsOf(labels: Labels): string[] {
  const [namespace] = valuesOf(labels, NAMESPACES)
  const pods = valuesOf(labels, PODS).map((pod) => pod.replace(POD_ENDING, ''))
  const workloads = namespace ? [...valuesOf(labels, WORKLOADS), ...pods].map((name) => `${namespace}/${name}`) : []
  const databases = valuesOf(labels, DATABASES).map((name) => `the database ${name}`)
  return [...new Set([...workloads, ...databases])]
}

function valuesOf(labels: Labels, names: readonly string[]): string[] {
  return names.flatMap((name) => labels[name]?.trim() || [])
}

/** The first that both are about. */
export function sharedSubject(one: readonly string[], other: readonly string[]): string | undefined {
  return one.find((subject) => other.includes(subject))
}
