/** Whom a text, a probed address, a service name or a label means. */
import type { Subject } from '../../subject.ts'
import { spelled } from '../asking/look-at-containers.ts'
import type { ObjectKey, ServiceView, WorkloadName } from '../cluster-scene.ts'
import type { ClusterSight } from '../pods/workload-pods.ts'
import { record } from '../reading/loose-fields.ts'
import { readService } from '../reading/read-described-pod.ts'

// Finds which of the known workloads a text speaks of: people write "checkout", the cluster says "checkout-api".

const LETTERS_MIN = 3

/** The longest names win: `payments-api` is not also `payments`. */
export function mentionedWorkloads(text: string, all: readonly WorkloadName[]): WorkloadName[] {
  const said = text.toLowerCase()
  const spoken = all.filter(({ name }) => name.length >= LETTERS_MIN && isSpokenOf(said, name))
  const longest = longestOf(spoken)
  return longest.length > 0 ? longest : begunBy(said, all)
}

/** "The EDI bridge is silent", `EdiBridgeSilent`: a name of several words, said as words. */
export function spelledOut(text: string, all: readonly WorkloadName[]): WorkloadName[] {
  const said = `-${text.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-`
  return longestOf(all.filter(({ name }) => name.includes('-') && said.includes(`-${name}-`)))
}

function longestOf(spoken: readonly WorkloadName[]): WorkloadName[] {
  return spoken.filter(({ name }) => !spoken.some((other) => other.name !== name && other.name.includes(name)))
}

/** As a word of its own, not as a piece of another. */
export function isSpokenOf(said: string, name: string): boolean {
  return new RegExp(`(?<![a-z0-9_-])${name.replaceAll('.', '\\.')}(?![a-z0-9_-])`).test(said)
}

/** A service called `checkout` that only `checkout-api` can be. Two that could be it are none. */
function begunBy(said: string, all: readonly WorkloadName[]): WorkloadName[] {
  if (/\s/.test(said)) return []
  const near = all.filter(({ name }) => name.startsWith(`${said}-`) || said.startsWith(`${name}-`))
  return near.length === 1 ? near : []
}

/** The address an alert says is answered wrongly: what a prober fetched, or the host and path a controller counted. */
export type ProbedAddress = { host: string; path: string | undefined }

const URL_LABELS = ['instance', 'target', 'url', 'uri', 'probe', 'probe_url', 'endpoint']
const ABOUT_HTTP =
  /probe|blackbox|\bingress|https?\b.{0,20}\b(?:4\d\d|5\d\d|fail|down|error)|\b4xx|\b404\b|not found|endpoint (?:is )?down|(?:site|page|url|website) (?:is )?(?:down|unreachable)|synthetic|uptime/i
/** Links for whoever reads the alert. */
const FOR_READERS = /runbook|grafana|dashboard|prometheus|alertmanager|wiki|docs?\b|kibana|sentry|generator/i

export function isAboutHttp({ alertName, text, labels }: Subject): boolean {
  const plain = text.replace(/https?:\/\/\S+/g, ' ')
  return labels.ingress !== undefined || ABOUT_HTTP.test(spelled(alertName)) || ABOUT_HTTP.test(plain)
}

export function probedAddress(subject: Subject): ProbedAddress | undefined {
  const { labels, text } = subject
  const labelled = URL_LABELS.flatMap((name) => readAddress(labels[name] ?? '') ?? [])[0]
  if (labelled) return labelled
  if (!isAboutHttp(subject)) return undefined
  if (labels.host !== undefined && isPublicName(labels.host)) return { host: labels.host, path: labels.path }
  const written = text.match(/https?:\/\/[^\s"'<>),;]+/g) ?? []
  return written.filter((one) => !FOR_READERS.test(one)).flatMap((one) => readAddress(one) ?? [])[0]
}

function readAddress(text: string): ProbedAddress | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined
  const { hostname, pathname } = new URL(text)
  return isPublicName(hostname) ? { host: hostname, path: pathname } : undefined
}

/** Addresses and names inside the cluster are not led by an Ingress. */
function isPublicName(host: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(host) && !/^[\d.]+$/.test(host) && !/\.(svc|local)(\.|$)/.test(host)
}

// From a Service to the workload behind it, by what it selects: the two are often called differently.

type Labels = Readonly<Record<string, string>>

/** Undefined where the Service was not seen, asks for nothing, or means several workloads. */
export function workloadBehind(service: ObjectKey, cluster: ClusterSight): WorkloadName | undefined {
  const selector = serviceSeen(cluster, service)?.selector
  const [first, ...others] = selector ? selectedWorkloads(selector, service.namespace, cluster) : []
  return others.length === 0 ? first : undefined
}

/** As it was asked for by itself, or as the close look at a pod beside it shows it. */
export function serviceSeen(
  { objects, described }: Pick<ClusterSight, 'objects' | 'described'>,
  { namespace, name }: ObjectKey,
): ServiceView | undefined {
  const asked = objects.find((one) => one.kind === 'Service' && one.name === name && one.namespace === namespace)
  if (asked) return readService({ ...record(asked.whole.spec), name })
  return described
    .filter(({ pod }) => pod.namespace === namespace)
    .flatMap(({ services, idleServices }) => [...services, ...idleServices])
    .find((one) => one.name === name)
}

function selectedWorkloads(selector: Labels, namespace: string, cluster: ClusterSight): WorkloadName[] {
  const wanted = Object.entries(selector)
  const named = (kind: WorkloadName['kind'], all: readonly (ObjectKey & { podLabels: Labels })[]) =>
    all
      .filter((one) => one.namespace === namespace && wanted.every(([key, value]) => one.podLabels[key] === value))
      .map(({ name }) => ({ kind, namespace, name }))
  if (wanted.length === 0) return []
  return [
    ...named('Deployment', cluster.deployments),
    ...named('StatefulSet', cluster.statefulSets),
    ...named('DaemonSet', cluster.daemonSets),
  ]
}

// What the labels of an alert mean: some name whom it is about, some only where it was measured.

/** Exporters put their own pod into the labels; what they measure is the node. */
export function isAboutNodeOnly({ labels, alertName }: Subject): boolean {
  const isExporter = /node-?exporter/i.test(`${labels.job ?? ''} ${labels.container ?? ''}`)
  return isExporter || (/^(Kube)?Node[A-Z]/.test(alertName) && !/^Node\.?JS/i.test(alertName))
}

/** A node and nobody else, by a label or in a text. */
export function isOnlyNodeNamed(subject: Subject): boolean {
  const { node, namespace, pod, workload, service, claim, quota, autoscaler, database } = subject
  const others = [namespace, pod, workload, service, claim, quota, autoscaler, database]
  return node !== undefined && others.every((one) => one === undefined)
}

/** An exporter of another system writes its own namespace into the labels, not that of whoever uses the system. */
export function isMeasuredElsewhere({ labels }: Subject): boolean {
  const { job = '', instance = '', service = '', pod = '', container = '' } = labels
  return /exporter/i.test(`${job} ${instance} ${service} ${pod} ${container}`) && !SCRAPER.test(job)
}

/** What no listing knows and only the text says counts as not named. */
export function isNameless(subject: Subject): boolean {
  const { workload, pod, node, claim, quota, autoscaler, fromText } = subject
  const fields = { workload, pod, service: serviceOf(subject), node, claim, quota, autoscaler }
  return Object.entries(fields).every(([field, value]) => value === undefined || fromText.includes(field))
}

const SCRAPER = /kube-?state-?metrics|kubelet|node-?exporter|cadvisor|kube-?apiserver|prometheus/i

/** The service a measurement was fetched from is not the one it is about. */
export function serviceOf(subject: Subject): string | undefined {
  const { service, claim, quota, autoscaler, node, fromText } = subject
  const labelledNode = fromText.includes('node') ? undefined : node
  const isElsewhere = [claim, quota, autoscaler, labelledNode].some((one) => one !== undefined)
  return service === undefined || isElsewhere || SCRAPER.test(service) ? undefined : service
}

/** A label names it, so nobody else will do, even where it is still to be found. */
export function isStated({ pod, workload, fromText }: Subject): boolean {
  return (pod !== undefined && !fromText.includes('pod')) || (workload !== undefined && !fromText.includes('workload'))
}
