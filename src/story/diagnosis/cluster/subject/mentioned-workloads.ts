/** Whom a text, a probed address or a service name means. */

import type { Subject } from '../../subject.ts'
import { spelled } from '../asking/look-at-logs.ts'
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
