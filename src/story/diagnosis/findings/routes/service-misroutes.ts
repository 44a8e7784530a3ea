/** A Service that leads nowhere: its selector fits no pod, or its port is one nobody listens on. */

import type { ClusterScene, DescribedPod, ServiceView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { sayHeld } from '../../cluster/placement/placement.ts'
import { findPod, podsOf } from '../../cluster/pods/workload-pods.ts'
import { record, texts } from '../../cluster/reading/loose-fields.ts'
import {
  changeBehindRoute,
  isSelected,
  type Route,
  type RouteChange,
  routesOf,
  tookLabel,
  tookPort,
} from '../../cluster/routes/routes.ts'
import { citeClue, lineOf } from '../../cluster/saying/say.ts'
import { cite, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { CAUSED_BY_LOST_ROUTE } from '../cluster-fault.ts'

export const serviceMisroutes: Analyzer = (scene) => {
  const { cluster } = scene
  if (!cluster) return []
  return routesOf(scene).flatMap(
    (route) => selectsNobody(route, { ...scene, cluster }) ?? leadsToClosedPort(route, scene) ?? [],
  )
}

function selectsNobody(route: Route, scene: Scene & { cluster: ClusterScene }): Finding | undefined {
  const { cluster, subject } = scene
  const { service, namespace, exhibit } = route
  const { endpoints, selector } = service
  const isEmpty = endpoints !== undefined && endpoints.ready + endpoints.notReady === 0
  if (!isEmpty || Object.keys(selector).length === 0 || (!route.complaint && !route.isNamed)) return undefined
  const meant = podsMeant(route, cluster)
  // Where there are no pods at all, the Service is not to blame; where it selects some, its selector is not.
  if (meant.length === 0 || route.behind.length > 0) return undefined
  const [near] = meant
  const meantPod = near && findPod(cluster, { namespace, name: near.name })
  const change =
    meantPod &&
    changeBehindRoute(scene, {
      pod: meantPod,
      since: route.complaint?.since ?? subject.startedAt,
      why: `The revision before has the labels that Service ${service.name} selects`,
      took: tookLabel(selector),
    })
  return fault({
    kind: 'service_misroutes',
    statement: `Service ${namespace}/${service.name} has no endpoints because its selector ${say(selector)} selects no pod${near ? `: ${sayDifference(near, selector)}` : ''}.${change?.sentence ?? ''}${sayComplaint(route)}`,
    evidence: [
      cite(exhibit, JSON.stringify(selector)),
      near && cite(near.exhibit, JSON.stringify(near.name)),
      change?.evidence,
      route.complaint && citeClue(route.complaint.clues[0]),
    ],
    confidence: route.complaint || near ? 0.9 : 0.7,
    subject: { kind: 'Service', namespace, name: service.name },
    since: route.complaint?.since,
    explains: EXPLAINED,
    ...(change?.gate ?? UNTOUCHED),
    suggestions: [
      `Make the selector of service ${service.name} and the labels of its pods agree${near ? ` (${sayDifference(near, selector)})` : ''}.`,
    ],
  })
}

type LabelledPod = { name: string; labels: Readonly<Record<string, string>>; exhibit: Exhibit; shared: number }

/** Pods that bear a part of what it asks for, or whose name begins with its own; the nearest first. */
function podsMeant({ service, namespace, complaint }: Route, cluster: ClusterScene): LabelledPod[] {
  const { objects, described } = cluster
  const wanted = Object.entries(service.selector)
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
    .map((pod) => ({ ...pod, shared: wanted.filter(([key, value]) => pod.labels[key] === value).length }))
    .filter(
      ({ shared, name, labels }) =>
        !isSelected(service, labels) && (shared > 0 || name.startsWith(`${service.name}-`) || called.includes(name)),
    )
    .sort((one, other) => other.shared - one.shared)
}

function sayDifference({ name, labels }: LabelledPod, selector: Readonly<Record<string, string>>): string {
  const missing = Object.entries(selector).filter(([key, value]) => labels[key] !== value)
  const differences = missing.map(([key, value]) => `${key}=${value} is asked for, ${sayHeld(labels, key)} is there`)
  return `pod ${name} has the labels ${say(labels)} (${differences.join('; ')})`
}

function say(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).filter(([key]) => !/pod-template-hash|controller-revision-hash/.test(key))
  return pairs.map(([key, value]) => `${key}=${value}`).join(', ')
}

// A Service whose selector is right and whose target port, a number or a name, is one that none of its pods has.

const UNTOUCHED = noAction(
  'The pods behind it are as they should be: restarting or scaling them changes nothing, and a Service is not changed automatically.',
)
const EXPLAINED = [...CAUSED_BY_LOST_ROUTE, 'network_policy']

type Port = ServiceView['ports'][number]
type ClosedPort = { pod: Shown<DescribedPod>; wrong: Port; change: RouteChange | undefined }

/** Where a container declares its ports, a target port outside them is answered by nobody. */
function leadsToClosedPort(route: Route, scene: Scene): Finding | undefined {
  const [pod] = route.behind
  const wrong = pod && closedPort(route, pod)
  if (!pod || !wrong) return undefined
  const change = changeBehindRoute(scene, {
    pod: pod.pod,
    since: route.complaint?.since ?? scene.subject.startedAt,
    why: `The pods of the revision before have the port that Service ${route.service.name} asks for`,
    took: tookPort(wrong.targetPort ?? wrong.port),
  })
  return isNoticed(route, scene) || (hasNoAddress(route) && (route.isNamed || change !== undefined))
    ? closed(route, { pod, wrong, change })
    : undefined
}

/** A caller names the port that fails; without one only a Service that leads nowhere at all is to blame. */
function closedPort({ service, complaint }: Route, pod: Shown<DescribedPod>): Port | undefined {
  const all = service.ports.filter((port) => !isOpen(port, pod))
  if (complaint) return all.find(({ port }) => port === portUsed(service, complaint.port))
  return all.length === service.ports.length ? all[0] : undefined
}

function isNoticed({ complaint, isNamed }: Route, { subject: { alertName, text } }: Scene): boolean {
  const isAboutReach = ABOUT_REACH.test(alertName) || ABOUT_REACH.test(text)
  return complaint?.kind === 'refused' || complaint?.kind === 'timeout' || (isNamed && isAboutReach)
}

/** Its pods are ready, and still the cluster found nothing to send to: no inference, whatever the alert says. */
function hasNoAddress({ service: { endpoints } }: Route): boolean {
  return endpoints !== undefined && endpoints.ready + endpoints.notReady === 0
}

function closed(route: Route, { pod, wrong, change }: ClosedPort): Finding {
  const { service, namespace, complaint, exhibit } = route
  const open = portsOf(pod)
  const target = wrong.targetPort ?? wrong.port
  return fault({
    kind: 'service_misroutes',
    statement: `${sentence(route, { pod, wrong, change })}${change?.sentence ?? ''}${sayComplaint(route)}`,
    evidence: [
      cite(exhibit, JSON.stringify(service.name)),
      wrong.targetPort !== undefined && cite(exhibit, `"targetPort":${JSON.stringify(wrong.targetPort)}`),
      open.slice(0, 1).map(({ containerPort }) => cite(pod.exhibit, `"containerPort":${containerPort}`)),
      change?.evidence,
      complaint && citeClue(complaint.clues[0]),
    ],
    confidence: complaint || hasNoAddress(route) ? 0.9 : 0.8,
    subject: { kind: 'Service', namespace, name: service.name },
    since: complaint?.since,
    explains: EXPLAINED,
    ...(change?.gate ?? UNTOUCHED),
    suggestions: [advice(service, target, open)],
  })
}

function advice({ name }: ServiceView, target: Port['targetPort'], open: ReturnType<typeof portsOf>): string {
  const isByName = typeof target === 'string'
  const there = open.map((one) => (isByName ? (one.name ?? one.containerPort) : one.containerPort))
  const set = there.length > 0 ? `Set targetPort of service ${name} to ${there.join(' or ')}, or` : 'Or'
  const otherwise = isByName ? `give the container's port the name ${target}` : `let the container listen on ${target}`
  return `${set} ${otherwise}.`.replace(/^Or (\w)/, (_, letter) => letter.toUpperCase())
}

function sentence(route: Route, { pod, wrong }: ClosedPort): string {
  const { service, namespace } = route
  const target = wrong.targetPort ?? wrong.port
  const ports = portsOf(pod)
    .map(({ containerPort, name }) => `containerPort ${containerPort}${name ? ` (${name})` : ''}`)
    .join(', ')
  const has = `pod ${pod.pod.name} ${ports === '' ? 'declares no port' : `has ${ports}`}`
  if (hasNoAddress(route))
    return `Service ${namespace}/${service.name} has no endpoints though its selector fits pods that are ready: its port ${wrong.port} leads to targetPort ${typeof target === 'string' ? `"${target}"` : target}, and ${has}.`
  return `Service ${namespace}/${service.name} sends port ${wrong.port} to targetPort ${target} of its pods, where nobody listens: ${has}. The pods are ready; the Service misroutes (wrong target port).`
}

function sayComplaint({ complaint }: Route): string {
  if (!complaint) return ''
  return ` ${complaint.pods.slice(0, 3).join(', ')} cannot reach it: "${lineOf(complaint.clues[0])}".`
}

/** Requests that fail have arrived somewhere. */
const ABOUT_REACH = /target ?down|refused|unreachable|no endpoints|probe|down\b|unavailable|\b50[34]\b/i

function portsOf({ containers }: DescribedPod) {
  return containers.flatMap(({ ports }) => ports)
}

/** An address without a port means that of its scheme. */
function portUsed({ ports }: ServiceView, named: number | undefined): number | undefined {
  return named ?? ports.find(({ port }) => port === 80 || port === 443)?.port ?? ports[0]?.port
}

/** What a container declares, and what a probe reaches: the pod is ready, so somebody answers there. */
function isOpen({ port, targetPort }: Port, pod: Shown<DescribedPod>): boolean {
  const open = portsOf(pod)
  const target = targetPort ?? port
  // A name that is declared nowhere is no port at all; a number may be listened on undeclared.
  if (!pod.pod.isReady || (open.length === 0 && typeof target === 'number')) return true
  const probed = pod.containers.flatMap(({ readinessProbe, livenessProbe }) => [
    readinessProbe?.port,
    livenessProbe?.port,
  ])
  return open.some(({ containerPort, name }) => containerPort === target || name === target) || probed.includes(target)
}
