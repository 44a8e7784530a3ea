import { isExporter } from '../../incident/who-measures.ts'

/** Whom labels speak of: the nearest to what somebody would call the thing itself. */
type Labels = Readonly<Record<string, string>>

/** The most particular first. */
const IDENTITY = [
  ...['queue', 'queue_name', 'topic', 'consumergroup', 'consumer_group', 'group', 'subscription', 'stream', 'bucket'],
  ...['cronjob', 'job_name', 'timer', 'unit', 'task', 'dag_id', 'schedule'],
  ...['deployment', 'statefulset', 'daemonset', 'service', 'service_name', 'app', 'application', 'component'],
  ...['app_kubernetes_io_name', 'pod', 'container', 'persistentvolumeclaim', 'datname', 'database', 'db'],
  ...['target', 'url', 'endpoint', 'domain', 'upstream', 'backend', 'proxy', 'cache', 'pool'],
  ...[
    'node',
    'host',
    'hostname',
    'nodename',
    'server',
    'instance',
    'exported_instance',
    'name',
    'client',
    'job',
    'namespace',
  ],
]
/** They hold many who have nothing to do with each other. */
const WIDE = ['job', 'namespace']
export function entityOf(given: Labels): string | undefined {
  const labels = lowered(given)
  const label = IDENTITY.find((name) => labels[name] && !isExporter(labels[name]) && !isMeasure(name, labels[name]))
  return label === undefined ? undefined : plainName(labels[label] ?? '')
}

/** Whether a label says who it is rather than what is measured of him. */
export function isIdentity(label: string): boolean {
  return IDENTITY.includes(label.toLowerCase())
}

/** Of a workload's limits the exporter of the cluster tells in which unit they are counted; that of a system names a service. */
const MEASURES = /^(?:bytes?|cores?|integers?|counts?|(?:milli)?seconds?|percent|ratio)$/i

function isMeasure(label: string, value: string): boolean {
  return label === 'unit' && MEASURES.test(value)
}

/** Some exporters write `Hostname`. */
function lowered(labels: Labels): Labels {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name.toLowerCase(), value]))
}

/** Containers of different pods bear the same plain names. */
function isInPod(name: string, labels: Labels): boolean {
  return name === 'container' && labels.pod !== undefined
}

/** All by which it may be known. */
export function namesOf(given: Labels): string[] {
  const labels = lowered(given)
  const held = IDENTITY.filter((name) => !WIDE.includes(name) && !isInPod(name, labels))
    .flatMap((name) => (isMeasure(name, labels[name] ?? '') ? [] : (labels[name] ?? [])))
    .filter((value) => value !== '' && !isExporter(value))
  return [...new Set(held.map(plainName))]
}

/** Without scheme, path and port: `https://pay.example.org:443/health` is `pay.example.org`. */
export function plainName(value: string): string {
  const bare = value.replace(/^[a-z+]+:\/\//i, '').replace(/[/?#].*$/, '')
  return bare.replace(/:\d+$/, '') || value
}

/** The pod's workload, as its name is made: `web-7d9f8b6c54-x2x9q` is of `web`. A number at the end may be a host's own. */
export function ownerName(name: string): string {
  return name.replace(/-[a-f0-9bcdfghjklmnpqrstvwxz]{6,10}-[bcdfghjklmnpqrstvwxz2456789]{5}$/, '')
}

/** One is the other, or bears its name as a part: `orders-db` and `orders-db-0`. */
export function isAkin(one: string, other: string): boolean {
  const [short, long] = [one.toLowerCase(), other.toLowerCase()].sort((a, b) => a.length - b.length) as [string, string]
  if (short === long) return true
  if (short.length < 3) return false
  const at = long.indexOf(short)
  return at >= 0 && !/[a-z0-9]/.test(long[at - 1] ?? '-') && !/[a-z0-9]/.test(long[at + short.length] ?? '-')
}
