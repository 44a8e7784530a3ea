/** Pods a node threw out because it ran short, and who it was that filled it. */
import { spelled } from '../../cluster/asking/look-at-containers.ts'
import type { ClusterScene, NodeView, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { cordonGate, evictedGate, type Gated, noAction } from '../../cluster/gates.ts'
import {
  type CulpritNow,
  culpritNow,
  type Eviction,
  evictionsOn,
  isInnocent,
  pressuresOf,
  sayEviction,
} from '../../cluster/nodes/node-watch.ts'
import { citeEvent, eventsAbout, isSame, subjectPods } from '../../cluster/pods/workload-pods.ts'
import { sayTime } from '../../cluster/saying/say.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import type { Subject } from '../../subject.ts'
import { aside } from '../cluster-fault.ts'

const NAMESPACES_MAX = 3

export const evictedPods: Analyzer = (scene) => {
  const { cluster } = scene
  if (!cluster) return []
  const groups = Map.groupBy(evictionsOn(cluster, cluster.target.node), ({ pod }) => pod.nodeName ?? '')
  return [...groups.values()].flatMap((group) => {
    const found = findingOf(group, cluster, scene)
    return found ? [isConcerned(cluster, group, scene) ? found : aside(found)] : []
  })
}

/** `group` are those of one node, the largest user first. */
function findingOf(group: readonly Eviction[], cluster: ClusterScene, scene: Scene): Finding | undefined {
  const told = tellingOf(group, cluster)
  if (!told) return undefined
  const { meant, witness, resource } = told
  const nodeName = meant.pod.nodeName ?? 'an unknown node'
  const node = cluster.nodes.find(({ name }) => name === nodeName)
  const pressures = node ? pressuresOf(node) : []
  const thresholds = eventsAbout(cluster, { kind: 'Node', name: nodeName }, 'EvictionThresholdMet')
  const now = culpritNow(witness, cluster)
  return fault({
    kind: 'evicted_pods',
    statement: `${told.count} evicted from node ${nodeName} because ${meant.isOwnLimit ? `of their own limit of ${resource}` : `it was low on ${resource}`}${told.beside}. ${sayEviction(witness)}${sayPressure(node, pressures, now)}`,
    facts: thresholds.slice(-1).map((event) => ({
      text: `At ${sayTime(event.at)} node ${nodeName} said: "${event.message}".`,
      evidence: [citeEvent(event)],
    })),
    evidence: [
      citeField(meant.pod.exhibit, 'reason', 'Evicted'),
      cite(witness.pod.exhibit, witness.pod.message ?? witness.pod.name),
      thresholds.slice(-1).map(citeEvent),
      now?.evidence,
    ],
    confidence: thresholds.length > 0 || node !== undefined ? 0.9 : 0.7,
    subject: { kind: 'Node', name: nodeName },
    since: meant.pod.createdAt,
    explains: ['not_ready', 'crash_loop'],
    ...gate(group, cluster, scene, node),
    suggestions: [
      isInnocent(witness)
        ? `Find what filled ${nodeName}: images, logs of the system, or a volume of the host; the evicted did not.`
        : `Give ${witness.container === undefined ? 'the largest user' : `container ${witness.container} of ${sayOwner(witness, now)}`} a request and a limit of ${resource}, or make it use less.`,
    ],
  })
}

type Telling = {
  /** Of those the alert means, the first. */
  meant: Eviction
  /** Whose record is quoted. */
  witness: Eviction
  resource: string
  count: string
  beside: string
}

/**
 * The alert's own pods come first and speak for themselves. A stranger's record is quoted only where it tells who filled the
 * node: one that gives no amount, or that went for want of something else, says nothing of theirs.
 */
function tellingOf(group: readonly Eviction[], cluster: ClusterScene): Telling | undefined {
  const own = meantOf(cluster, group)
  const [meant] = own.length > 0 ? own : group
  if (!meant) return undefined
  const isOfStory = ({ resource }: Eviction) => own.length === 0 || resource === meant.resource
  const [most = meant] = meant.isOwnLimit && own.length > 0 ? own : group.filter(isOfStory)
  const others = own.length > 0 ? group.filter((one) => !own.includes(one)) : []
  return {
    meant,
    witness: most.container === undefined ? meant : most,
    resource: meant.resource ?? group.find((one) => one.resource)?.resource ?? 'a resource',
    count: sayCount(own.length > 0 ? own : group),
    beside: others.length === 0 ? '' : `; ${sayCount(others).replace(/^P/, 'p')} evicted from it too`,
  }
}

/** That a node is well again is no comfort while whoever filled it goes on elsewhere. */
function sayPressure(
  node: Shown<NodeView> | undefined,
  pressures: readonly { type: string }[],
  now: CulpritNow | undefined,
): string {
  const further = now ? ` ${now.text}` : ''
  if (pressures.length > 0)
    return ` The pressure is not over: ${pressures.map(({ type }) => type).join(', ')} is True.${further}`
  if (!node) return further
  return now
    ? ` Node ${node.name} is not under pressure any more.${further}`
    : ' The node is not under pressure any more; what is left are the records of the evicted pods.'
}

function sayOwner({ pod }: Eviction, now: CulpritNow | undefined): string {
  const { kind, namespace, name } = now?.workload ?? { kind: '', ...pod }
  return `${kind} ${namespace}/${name}`.trim()
}

function sayCount(group: readonly Eviction[]): string {
  const places = [...new Set(group.map(({ pod }) => pod.namespace))]
  return group.length === 1
    ? `Pod ${places[0]}/${group[0]?.pod.name} was`
    : `${group.length} pods of ${places.length === 1 ? 'namespace' : 'namespaces'} ${places.join(', ')} were`
}

/** However much an alert speaks of evictions: where it names a workload, it means those of that workload. */
function isConcerned(cluster: ClusterScene, group: readonly Eviction[], { subject }: Scene): boolean {
  const { target } = cluster
  const isOfPod = ofNamedPod(cluster, group).length > 0
  const isOfNode = target.node !== undefined && target.node === group[0]?.pod.nodeName
  const pods = group.map(({ pod }) => pod)
  const isMeant = !target.isNamed || subjectPods(cluster).length === 0 || ownOf(cluster, group).length > 0
  return isOfPod || isOfNode || (isMeant && isCounted(subject, cluster, pods))
}

function ownOf(cluster: ClusterScene, group: readonly Eviction[]): readonly Eviction[] {
  const own = subjectPods(cluster)
  return cluster.target.isNamed ? group.filter(({ pod }) => own.some((one) => isSame(one, pod))) : []
}

/** The pod or the pods of the workload that the alert names; none where it names neither. */
function meantOf(cluster: ClusterScene, group: readonly Eviction[]): readonly Eviction[] {
  const named = ofNamedPod(cluster, group)
  return named.length > 0 ? named : ownOf(cluster, group)
}

function ofNamedPod({ target }: ClusterScene, group: readonly Eviction[]): readonly Eviction[] {
  return group.filter(({ pod }) => target.pod !== undefined && isSame(pod, target.pod))
}

type Scope = { node?: string; owner?: string }

/** An alert about a node means what that node threw out, one about a pod or a workload the pods of its owner there. */
function scopesOf(cluster: ClusterScene, group: readonly Eviction[]): Scope[] {
  const { target, nodes } = cluster
  const nodeName = group[0]?.pod.nodeName
  const place = nodeName === undefined ? {} : { node: nodeName }
  const own = meantOf(cluster, group)
  const owners = new Set(own.map(({ pod: { owner } }) => (owner ? `${owner.kind}/${owner.name}` : '')))
  if (owners.size > 0) return [...owners].map((owner) => ({ ...place, ...(owner !== '' && { owner }) }))
  // What another node has thrown out and goes on throwing out is a witness that is still needed.
  const isElsewhereToo = evictionsOn(cluster).some(
    ({ pod }) => pod.nodeName !== nodeName && nodes.some((one) => one.name === pod.nodeName && isShort(one)),
  )
  return [target.node === nodeName || isElsewhereToo ? place : {}]
}

function isShort(node: NodeView): boolean {
  return pressuresOf(node).length > 0 || !node.isReady
}

/** While the node is still short, its records are the least of it. */
function gate(
  group: readonly Eviction[],
  cluster: ClusterScene,
  { now }: Scene,
  node: Shown<NodeView> | undefined,
): Gated {
  if (node && isShort(node)) return cordonGate({ cluster, now, node, why: `Node ${node.name} still evicts pods.` })
  const all = [...new Set(group.map(({ pod }) => pod.namespace))].slice(0, NAMESPACES_MAX)
  const own = cluster.target.namespace
  const namespaces = own !== undefined && all.includes(own) ? [own] : all
  const whyGone = (namespace: string) =>
    `The records of evicted pods in namespace ${namespace} serve nobody any more and the node is well again.`
  const gated = namespaces.flatMap((namespace) =>
    scopesOf(cluster, group).map((scope) =>
      evictedGate({ cluster, now, namespace, ...scope, why: whyGone(namespace) }),
    ),
  )
  const actions = gated.flatMap((one) => one.actions)
  return actions.length > 0 ? { actions } : (gated[0] ?? noAction('There is nothing left to clean up.'))
}

// Whether pods in a certain state are those the alert counts: by the state it names, and by there being no others in
// it.

const STATE_LABEL = /phase|reason|status|state|condition/i
const FAILED =
  /\bphase\W{0,4}(?:is )?["']?Failed\b|\bFailed phase\b|\b(?:pods?|replicas?) (?:(?:is|are|in|have|has|state) )*failed\b|\bfailed pods?\b/i

/** `pods` are those of one state, such as the evicted ones of a node. */
function isCounted(subject: Subject, cluster: ClusterScene, pods: readonly PodView[]): boolean {
  const named = wordsOf(subject)
  const reasons = new Set(pods.flatMap(({ reason }) => (reason ? [reason.toLowerCase()] : [])))
  if ([...reasons].some((reason) => named.some((word) => word.includes(reason.replace(/ed$/, ''))))) return true
  return namesFailure(subject) && isSameSet(subject, cluster, pods)
}

/** Values of labels that tell a state, and what is said in words. */
function wordsOf({ alertName, text, labels }: Subject): string[] {
  const states = Object.entries(labels).flatMap(([name, value]) => (STATE_LABEL.test(name) ? [value] : []))
  return [alertName, text, ...states].map((one) => one.toLowerCase())
}

function namesFailure({ alertName, text, labels, expressions = [] }: Subject): boolean {
  const isLabelled = Object.entries(labels).some(([name, value]) => STATE_LABEL.test(name) && /^failed$/i.test(value))
  return isLabelled || [spelled(alertName), text, ...expressions].some((one) => FAILED.test(one))
}

/** All that failed where the alert looks are of this kind, or as many as it counts. */
function isSameSet(subject: Subject, cluster: ClusterScene, pods: readonly PodView[]): boolean {
  const own = subjectPods(cluster)
  const place = subject.namespace ?? cluster.target.namespace
  const isMeant = (pod: PodView) =>
    cluster.target.isNamed && own.length > 0 ? own.some((one) => isSame(one, pod)) : pod.namespace === place
  const failed = cluster.pods.filter((pod) => pod.phase === 'Failed' && isMeant(pod))
  const kinds = new Set(pods.map(({ reason }) => reason))
  const alike = failed.filter(({ reason }) => kinds.has(reason))
  if (alike.length === 0 || !pods.some(isMeant)) return false
  return alike.length === failed.length || new RegExp(`(?<![\\d.])${alike.length} pods?\\b`).test(subject.text)
}
