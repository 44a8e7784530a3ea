/** A Service whose selector is right and whose target port, a number or a name, is one that none of its pods has. */
import type { DescribedPod, ServiceView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { changeBehindRoute, type Route, type RouteChange, tookPort } from '../../cluster/routes/routes.ts'
import { citeClue, lineOf } from '../../cluster/saying/say.ts'
import { cite } from '../../evidence.ts'
import { type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { CAUSED_BY_LOST_ROUTE } from '../cluster-fault.ts'

export const UNTOUCHED = noAction(
  'The pods behind it are as they should be: restarting or scaling them changes nothing, and a Service is not changed automatically.',
)
export const EXPLAINED = [...CAUSED_BY_LOST_ROUTE, 'network_policy']

type Port = ServiceView['ports'][number]
type ClosedPort = { pod: Shown<DescribedPod>; wrong: Port; change: RouteChange | undefined }

/** Where a container declares its ports, a target port outside them is answered by nobody. */
export function leadsToClosedPort(route: Route, scene: Scene): Finding | undefined {
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

function isNoticed({ complaint, isNamed }: Route, scene: Scene): boolean {
  return complaint?.kind === 'refused' || complaint?.kind === 'timeout' || (isNamed && isAboutReach(scene))
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
      ...(wrong.targetPort === undefined ? [] : [cite(exhibit, `"targetPort":${JSON.stringify(wrong.targetPort)}`)]),
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
  const ports = portsOf(pod).map(sayPort).join(', ')
  const has = `pod ${pod.pod.name} ${ports === '' ? 'declares no port' : `has ${ports}`}`
  if (hasNoAddress(route))
    return `Service ${namespace}/${service.name} has no endpoints though its selector fits pods that are ready: its port ${wrong.port} leads to targetPort ${typeof target === 'string' ? `"${target}"` : target}, and ${has}.`
  return `Service ${namespace}/${service.name} sends port ${wrong.port} to targetPort ${target} of its pods, where nobody listens: ${has}. The pods are ready; the Service misroutes (wrong target port).`
}

function sayPort({ containerPort, name }: { containerPort: number; name: string | undefined }): string {
  return `containerPort ${containerPort}${name ? ` (${name})` : ''}`
}

export function sayComplaint({ complaint }: Route): string {
  if (!complaint) return ''
  return ` ${complaint.pods.slice(0, 3).join(', ')} cannot reach it: "${lineOf(complaint.clues[0])}".`
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
