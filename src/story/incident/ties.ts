/** Whom an alert speaks of, by its labels alone: exact names, never similar words. */
import { isExporter } from './who-measures.ts'

type Labels = Readonly<Record<string, string>>

/** The most telling first: a node says more than one of the pods on it. */
const KINDS = ['node', 'host', 'database', 'workload', 'pod', 'service', 'namespace'] as const
type TieKind = (typeof KINDS)[number]

const LABELS: Readonly<Record<TieKind, readonly string[]>> = {
  node: ['node', 'nodename', 'kubernetes_node', 'exported_node'],
  host: ['host', 'hostname', 'instance'],
  database: ['datname', 'database', 'dbname'],
  workload: ['deployment', 'statefulset', 'daemonset', 'cronjob', 'workload', 'service', 'app'],
  pod: ['pod', 'pod_name', 'exported_pod'],
  service: ['service', 'service_name', 'app'],
  namespace: ['namespace', 'exported_namespace', 'kubernetes_namespace'],
}

/** What a Deployment, or a StatefulSet, adds to its name for each of its pods. */
const POD_ENDING = /-[a-z0-9]{6,10}-[a-z0-9]{5}$|-\d+$/

export function tie(kind: TieKind, name: string): string {
  return `${kind} ${name}`
}

export function workloadOfPod(pod: string): string {
  return pod.replace(POD_ENDING, '')
}

/** A workload and a pod count together with their namespace only; a service without one may be anybody's namesake. */
export function tiesOf(given: Labels): string[] {
  const labels = withoutMeasurer(given)
  const of = (kind: TieKind) => LABELS[kind].flatMap((label) => labels[label]?.trim() || [])
  const [namespace] = of('namespace')
  const placed = (kind: TieKind, names: readonly string[]) =>
    namespace === undefined ? [] : names.map((name) => tie(kind, `${namespace}/${name}`))
  const ties = [
    ...of('node').map((name) => tie('node', name)),
    ...hostsIn(given).map((name) => tie('host', name)),
    ...of('database').map((name) => tie('database', name)),
    ...placed('workload', [...of('workload'), ...of('pod').map(workloadOfPod)]),
    ...placed('pod', of('pod')),
    ...(namespace === undefined ? of('service').map((name) => tie('service', name)) : [tie('namespace', namespace)]),
  ]
  return [...new Set(ties)]
}

/** Whoever measured stands among the labels of all it has measured: it is meant only where nobody else is named. */
function withoutMeasurer(labels: Labels): Labels {
  const isMeasurer = (label: string) => isExporter(labels[label] ?? '')
  const names = NAMING.filter((label) => labels[label] !== undefined)
  if (names.every(isMeasurer)) return labels
  return Object.fromEntries(Object.entries(labels).filter(([label]) => !NAMING.includes(label) || !isMeasurer(label)))
}

/** Of these the instance is their own address: it says who measured, and not whom. */
const TELLS_OF_OTHERS = /kube-state-metrics|blackbox|pushgateway|cloudwatch|statsd/i
const MEASURERS = ['job', 'service', 'pod', 'container', 'app']

/** The machine of an instance, whichever of its ports was asked: the same one by another port is the same machine. */
function hostsIn(labels: Labels): string[] {
  const isOfOthers = MEASURERS.some((label) => TELLS_OF_OTHERS.test(labels[label] ?? ''))
  const named = LABELS.host.filter((label) => label !== 'instance' || !isOfOthers)
  return [...new Set(named.flatMap((label) => HOST.exec(labels[label]?.trim() ?? '')?.[1] ?? []))]
}

const HOST = /^(?:[a-z]+:\/\/)?(\[[0-9a-f:.]+\]|[^/:\s]+)(?::\d+)?(?:\/.*)?$/i

const NAMING = KINDS.filter((kind) => kind !== 'namespace' && kind !== 'host').flatMap((kind) => LABELS[kind])

/** What an alert is about is the narrowest it names: a pod's alert names its node as well. */
const NARROWEST: readonly TieKind[] = ['pod', 'workload', 'service', 'database', 'host', 'node', 'namespace']

/** The lower the more it tells. */
export function tellingRank(ties: readonly string[]): number {
  const about = NARROWEST.find((kind) => ties.some((one) => one.startsWith(`${kind} `)))
  return about === undefined ? KINDS.length : KINDS.indexOf(about)
}

/** `Node worker-1` of a diagnosis as an alert would name it; undefined where no alert would. */
export function tieOfObject(object: string): string | undefined {
  const [kind = '', ...rest] = object.split(' ')
  const name = rest.join(' ')
  if (kind === 'Node') return tie('node', name)
  if (kind === 'Database') return tie('database', name)
  if (kind === 'Namespace') return tie('namespace', name)
  if (!name.includes('/')) return undefined
  const [namespace = '', own = ''] = name.split('/')
  return WORKLOADS.has(kind) ? tie('workload', `${namespace}/${kind === 'Pod' ? workloadOfPod(own) : own}`) : undefined
}

const IN_DATABASE = /^(Session|Statement|Table|PreparedTransaction|ReplicationSlot|Replica) /

/** The very object, or the database it is in, where no alert would name more of it. */
export function isNamedBy(ties: readonly string[], object: string): boolean {
  const own = tieOfObject(object)
  if (own !== undefined) return ties.includes(own)
  return IN_DATABASE.test(object) && ties.some((one) => one.startsWith('database '))
}

const WORKLOADS = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob', 'Job', 'Pod', 'Service'])
