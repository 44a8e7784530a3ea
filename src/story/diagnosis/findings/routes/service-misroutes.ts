/** A Service that leads nowhere: its selector fits no pod, or its port is one nobody listens on. */
import type { ClusterScene, ServiceView } from '../../cluster/cluster-scene.ts'
import { findPod, podsOf } from '../../cluster/pods/workload-pods.ts'
import { record, texts } from '../../cluster/reading/loose-fields.ts'
import { changeBehindRoute, isSelected, type Route, routesOf, tookLabel } from '../../cluster/routes/routes.ts'
import { citeClue } from '../../cluster/saying/say.ts'
import { cite, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { EXPLAINED, leadsToClosedPort, sayComplaint, UNTOUCHED } from './service-port-closed.ts'

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
  const differences = missing.map(
    ([key, value]) =>
      `${key}=${value} is asked for, ${labels[key] === undefined ? `no label ${key}` : `${key}=${labels[key]}`} is there`,
  )
  return `pod ${name} has the labels ${say(labels)} (${differences.join('; ')})`
}

function say(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).filter(([key]) => !/pod-template-hash|controller-revision-hash/.test(key))
  return pairs.map(([key, value]) => `${key}=${value}`).join(', ')
}
