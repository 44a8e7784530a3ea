/** A Service that leads nowhere: its selector fits no pod, or its port is one nobody listens on. */
import type { ClusterScene, DescribedPod, ServiceView, Shown } from '../cluster/cluster-scene.ts'
import { noAction } from '../cluster/gates.ts'
import { record, texts } from '../cluster/loose-fields.ts'
import { citeClue, lineOf } from '../cluster/quote.ts'
import { isSelected, type Route, routesOf } from '../cluster/routes.ts'
import { podsOf } from '../cluster/workload-pods.ts'
import { cite, type Exhibit } from '../evidence.ts'
import type { Analyzer, Finding } from '../finding.ts'
import type { Scene } from '../scene.ts'
import { fault } from './cluster-fault.ts'
import { FOR_WANT_OF_A_WAY } from './explained-kinds.ts'

const UNTOUCHED = noAction(
  'The pods behind it are as they should be: restarting or scaling them changes nothing, and a Service is not changed automatically.',
)
const EXPLAINED = [...FOR_WANT_OF_A_WAY, 'network_policy']

export const serviceMisroutes: Analyzer = (scene) => {
  const { cluster } = scene
  if (!cluster) return []
  return routesOf(scene).flatMap((route) => selectsNobody(route, cluster) ?? leadsToClosedPort(route, scene) ?? [])
}

function selectsNobody(route: Route, cluster: ClusterScene): Finding | undefined {
  const { service, namespace, exhibit } = route
  const { endpoints, selector } = service
  const isEmpty = endpoints !== undefined && endpoints.ready + endpoints.notReady === 0
  if (!isEmpty || Object.keys(selector).length === 0 || (!route.complaint && !route.isNamed)) return undefined
  const meant = podsMeant(route, cluster)
  // Where there are no pods at all, the Service is not to blame.
  if (meant.length === 0) return undefined
  const [near] = meant
  return fault({
    kind: 'service_misroutes',
    statement: `Service ${namespace}/${service.name} has no endpoints because its selector ${say(selector)} selects no pod${near ? `: ${sayDifference(near, selector)}` : ''}.${sayComplaint(route)}`,
    evidence: [
      cite(exhibit, JSON.stringify(selector)),
      ...(near ? [cite(near.exhibit, JSON.stringify(near.name))] : []),
      ...(route.complaint ? [citeClue(route.complaint.clues[0])] : []),
    ],
    confidence: route.complaint || near ? 0.9 : 0.7,
    subject: { kind: 'Service', namespace, name: service.name },
    ...(route.complaint?.since && { since: route.complaint.since }),
    explains: EXPLAINED,
    ...UNTOUCHED,
    suggestions: [
      `Make the selector of service ${service.name} and the labels of its pods agree${near ? ` (${sayDifference(near, selector)})` : ''}.`,
    ],
  })
}

type LabelledPod = { name: string; labels: Readonly<Record<string, string>>; exhibit: Exhibit; shared: number }

/** Pods that bear a part of what it asks for, or whose name begins with its own; the nearest first. */
function podsMeant({ service, namespace, complaint }: Route, cluster: ClusterScene): LabelledPod[] {
  const { objects, described } = cluster
  const called = complaint?.workload ? podsOf(cluster, complaint.workload).map(({ name }) => name) : []
  const listed = objects
    .filter((one) => one.kind === 'Pod' && one.namespace === namespace)
    .map(({ name, whole, exhibit }) => ({
      name,
      labels: texts(whole.labels ?? record(whole.metadata).labels),
      exhibit,
    }))
  const closely = described
    .filter(({ pod }) => pod.namespace === namespace)
    .map(({ pod, labels, exhibit }) => ({ name: pod.name, labels, exhibit }))
  return [...closely, ...listed]
    .map((pod) => ({ ...pod, shared: sharedPairs(service, pod.labels) }))
    .filter(
      ({ shared, name, labels }) =>
        !isSelected(service, labels) && (shared > 0 || name.startsWith(`${service.name}-`) || called.includes(name)),
    )
    .sort((one, other) => other.shared - one.shared)
}

function sharedPairs({ selector }: ServiceView, labels: Readonly<Record<string, string>>): number {
  return Object.entries(selector).filter(([key, value]) => labels[key] === value).length
}

function sayDifference({ name, labels }: LabelledPod, selector: Readonly<Record<string, string>>): string {
  const missing = Object.entries(selector).filter(([key, value]) => labels[key] !== value)
  const told = missing.map(
    ([key, value]) =>
      `${key}=${value} is asked for, ${labels[key] === undefined ? `no label ${key}` : `${key}=${labels[key]}`} is there`,
  )
  return `pod ${name} has the labels ${say(labels)} (${told.join('; ')})`
}

function say(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).filter(([key]) => !/pod-template-hash|controller-revision-hash/.test(key))
  return pairs.map(([key, value]) => `${key}=${value}`).join(', ')
}

function sayComplaint({ complaint }: Route): string {
  if (!complaint) return ''
  return ` ${complaint.pods.slice(0, 3).join(', ')} cannot reach it: "${lineOf(complaint.clues[0])}".`
}

/** Where a container declares its ports, a target port outside them is answered by nobody. */
function leadsToClosedPort(route: Route, scene: Scene): Finding | undefined {
  const { service, namespace, behind, complaint, isNamed, exhibit } = route
  const isFelt = complaint?.kind === 'refused' || complaint?.kind === 'timeout' || (isNamed && isAboutReach(scene))
  const [pod] = behind
  const closed = pod ? service.ports.filter((port) => !isOpen(port, pod)) : []
  // A caller names the port that fails; without one only a Service that leads nowhere at all is to blame.
  const wrong = complaint
    ? closed.find(({ port }) => port === portUsed(service, complaint.port))
    : closed.length === service.ports.length
      ? closed[0]
      : undefined
  if (!pod || !wrong || !isFelt) return undefined
  const open = portsOf(pod)
  const target = wrong.targetPort ?? wrong.port
  return fault({
    kind: 'service_misroutes',
    statement: `Service ${namespace}/${service.name} sends port ${wrong.port} to targetPort ${target} of its pods, where nobody listens: pod ${pod.pod.name} has ${open.map(({ containerPort, name }) => `containerPort ${containerPort}${name ? ` (${name})` : ''}`).join(', ')}. The pods are ready; the Service misroutes (wrong target port).${sayComplaint(route)}`,
    evidence: [
      cite(exhibit, JSON.stringify(service.name)),
      ...(wrong.targetPort === undefined ? [] : [cite(exhibit, `"targetPort":${JSON.stringify(wrong.targetPort)}`)]),
      ...open.slice(0, 1).map(({ containerPort }) => cite(pod.exhibit, `"containerPort":${containerPort}`)),
      ...(complaint ? [citeClue(complaint.clues[0])] : []),
    ],
    confidence: complaint ? 0.9 : 0.8,
    subject: { kind: 'Service', namespace, name: service.name },
    ...(complaint?.since && { since: complaint.since }),
    explains: EXPLAINED,
    ...UNTOUCHED,
    suggestions: [
      `Set targetPort of service ${service.name} to ${open.map(({ containerPort }) => containerPort).join(' or ')}, or let the container listen on ${target}.`,
    ],
  })
}

/** Requests that fail have arrived somewhere. */
const ABOUT_REACH = /target ?down|refused|unreachable|no endpoints|probe|down\b|unavailable|\b50[34]\b/i

function isAboutReach({ subject: { alertName, text } }: Scene): boolean {
  return ABOUT_REACH.test(alertName) || ABOUT_REACH.test(text)
}

function portsOf({ containers }: DescribedPod) {
  return containers.flatMap(({ ports }) => ports)
}

/** An address without a port means that of its scheme. */
function portUsed({ ports }: ServiceView, named: number | undefined): number | undefined {
  return named ?? ports.find(({ port }) => port === 80 || port === 443)?.port ?? ports[0]?.port
}

/** What a container declares, and what a probe reaches: the pod is ready, so somebody answers there. */
function isOpen({ port, targetPort }: ServiceView['ports'][number], pod: Shown<DescribedPod>): boolean {
  const open = portsOf(pod)
  if (open.length === 0 || !pod.pod.isReady) return true
  const target = targetPort ?? port
  const probed = pod.containers.flatMap(({ readinessProbe, livenessProbe }) => [
    readinessProbe?.port,
    livenessProbe?.port,
  ])
  return open.some(({ containerPort, name }) => containerPort === target || name === target) || probed.includes(target)
}
