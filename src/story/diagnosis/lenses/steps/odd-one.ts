/** The one of several that alone differs: a pod that its siblings can do without for a moment, or the host under it. */
import type { ClusterScene, PodView } from '../../cluster/cluster-scene.ts'
import { accusedPod, podsOf, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import type { Weighed } from '../../weigh.ts'
import { isAkin, ownerName } from '../entity-of.ts'
import { sufferingHost } from './one-host.ts'
import { isComplaint } from './release.ts'
import type { LensStep, Sight } from './sight.ts'

const SIBLINGS_LEAST = 2
const ODD_SCORE = 0.25
const FAINT_SCORE = 0.15
const FIGURES_LEAST = 2
const COMPLAINS = 0.6
const AROUND_MINUTES = 30

/**
 * One pod of several whose own figures and words differ; where its host differs too, or others there do, it is not the pod.
 * Of two that differ, the one whom errors of others name; one that has a store of its own only where they do.
 */
export function oddPod({ cluster, seen }: Sight): LensStep | undefined {
  const { facts, onset } = seen
  const odd = facts.filter(({ lens, score }) => lens === 'differs' && score >= FAINT_SCORE)
  const pods = cluster.pods.filter((one) => isClearlyOdd(one, odd, facts))
  const accused = pods.filter((one) => isAccused(one, cluster, facts))
  const [pod, ...more] = accused.length > 0 ? accused : pods
  if (!pod || more.length > 0 || !bearsAlone(pod, cluster)) return undefined
  if (accused.length === 0 && (isYoung(pod, onset) || pod.owner?.kind === 'StatefulSet')) return undefined
  if (isOfOneClient(pod, facts) || isGivenAllWork(pod, cluster, facts)) return undefined
  if (odd.some(({ entity }) => entity === pod.nodeName) || !hasComplained(pod, facts, onset)) return undefined
  if (sufferingHost(cluster, seen) !== undefined) return undefined
  const { namespace, name } = pod
  const why = `${name} alone differs from its siblings, which bear the load meanwhile; a new process begins without what it holds.`
  return {
    action: { plugin: 'restart_pod', parameters: { namespace, pod_name: name }, why },
    atFault: { kind: 'Pod', namespace, name },
    calledBy: /restart/i,
    isOdd: true,
    ...(hasStepped(pod, facts, onset) && { tie: 'it alone differs since it began' }),
  }
}

/** Far from whom the alert names, only where two of its figures differ, or one and what it alone complains of. */
function isClearlyOdd({ name }: PodView, odd: readonly Weighed[], facts: readonly Weighed[]): boolean {
  const own = odd.filter(({ entity, names }) => [entity, ...names].includes(name))
  if (own.some(({ score }) => score >= ODD_SCORE)) return true
  const complains = facts.some((one) => isComplaint(one) && one.pods?.length === 1 && one.pods[0] === name)
  return own.length > 0 && new Set(own.map(figureOf)).size + Number(complains) >= FIGURES_LEAST
}

function isAccused(pod: PodView, cluster: ClusterScene, facts: readonly Weighed[]): boolean {
  const isSpoken = ({ lens, strength, entity, text }: Weighed) =>
    lens === 'said' && strength > COMPLAINS && accusedPod(cluster, text, entity)?.name === pod.name
  return facts.some(isSpoken)
}

const STEPPED_MINUTES = 6

/** By its figures: words alone tie nobody. */
function hasStepped({ name }: PodView, facts: readonly Weighed[], onset: Date): boolean {
  return facts.some(
    ({ lens, entity, names, at }) =>
      (lens === 'fired' || lens === 'moved') &&
      [entity, ...names].includes(name) &&
      at !== undefined &&
      Math.abs(minutesBetween(onset, at)) <= STEPPED_MINUTES,
  )
}

/** Its trouble began with it: it is new to the work already, and one newer still would be no better. */
function isYoung({ createdAt, containers }: PodView, onset: Date): boolean {
  const begun = [createdAt, ...containers.map(({ running }) => running?.startedAt)].flatMap((one) => one ?? [])
  return begun.some((one) => minutesBetween(one, onset) < AROUND_MINUTES)
}

function bearsAlone(pod: PodView, cluster: ClusterScene): boolean {
  const workload = workloadOf(cluster, pod)
  const siblings = workload ? podsOf(cluster, workload).filter((one) => one.name !== pod.name) : []
  const isAlike = siblings.every(({ templateHash }) => templateHash === pod.templateHash)
  return isAlike && siblings.length >= SIBLINGS_LEAST && siblings.every(({ isReady }) => isReady)
}

const SIBLINGS_FALL = 0.5
const DEMAND_RISES = 2

/** Its siblings have little left to do, or ever more is asked of it: the work is uneven, and a new process gets the same share. */
function isGivenAllWork(pod: PodView, cluster: ClusterScene, facts: readonly Weighed[]): boolean {
  const workload = workloadOf(cluster, pod)
  const siblings = workload ? podsOf(cluster, workload).filter(({ name }) => name !== pod.name) : []
  return facts.some(({ lens, entity, names, growth = 1, demand = 1, isGone, isOfRollout }) => {
    if (lens !== 'moved' || isGone || isOfRollout) return false
    const isAbout = ({ name }: PodView) => entity === name || names.includes(name)
    return isAbout(pod)
      ? demand >= DEMAND_RISES && Number.isFinite(demand)
      : growth <= SIBLINGS_FALL && siblings.some(isAbout)
  })
}

const CLIENT =
  /\b(tenant|customer|account|org|organi[sz]ation|project|merchant|shop|user|client|device|site|shard|key)(?:_?id)?["']?[=:]\s*["']?([\w.-]+)/gi

/** What it has to do with one and the same client finds a new process as well. */
function isOfOneClient({ name }: PodView, facts: readonly Weighed[]): boolean {
  const isOwn = ({ lens, entity, names }: Weighed) =>
    lens === 'said'
      ? [name, ownerName(name)].includes(entity) || name.startsWith(`${entity}-`)
      : [entity, ...names].includes(name)
  const named = facts
    .filter((one) => isOwn(one) && one.score > 0.2)
    .map(({ text }) => clientsIn(text).filter((client) => !isAkin(client.split('=')[1] ?? '', ownerName(name))))
  const clients = new Set(named.flat())
  return [...clients].some((client) => named.filter((one) => one.includes(client)).length >= 2)
}

function clientsIn(text: string): string[] {
  return [...text.matchAll(CLIENT)].map(([, kind = '', value = '']) => `${kind}=${value}`.toLowerCase())
}

/** Its own figure stepped at the onset, or a complaint of its own began then. */
function hasComplained({ name }: PodView, facts: readonly Weighed[], onset: Date): boolean {
  return facts.some(
    ({ lens, entity, names, at }) =>
      (lens === 'fired' || lens === 'moved' || lens === 'said') &&
      (entity === name || names.includes(name)) &&
      at !== undefined &&
      Math.abs(minutesBetween(onset, at)) <= AROUND_MINUTES,
  )
}

/** So many signs close a host: it speaks of itself, its figures moved, differ, two of them do, what the alert means stands near or only there. */
const ENOUGH = 4

/** The one host for which enough speaks, where it tells of itself or two of its figures are far from its siblings'. */
export function oddNode({ cluster, seen }: Sight): LensStep | undefined {
  const { facts, ringOf, onset } = seen
  if (cluster.nodes.length <= SIBLINGS_LEAST) return undefined
  const meant = cluster.pods.filter(({ name }) => ringOf(name) === 0)
  const suffering = new Set(sufferingPods(cluster, meant, facts, onset).map(({ nodeName }) => nodeName))
  const host = sufferingHost(cluster, seen)
  const odd = cluster.nodes.filter(({ name }) => {
    const own = facts.filter(({ entity, names }) => entity === name || names.includes(name))
    const figures = new Set(own.filter((one) => one.lens === 'differs' && one.entity === name).map(figureOf)).size
    const isAlone = host === name || (suffering.size === 1 && suffering.has(name))
    const speaks = own.some(({ lens }) => lens === 'said')
    const differs = own.some(({ lens }) => lens === 'differs')
    const isTelling = speaks || figures > 1 || host === name
    const signs = [isAlone, isAlone || ringOf(name) <= 1, differs, figures > 1, isTelling, own.some(hasHappened)]
    return isTelling && (differs || isAlone) && signs.filter(Boolean).length >= ENOUGH
  })
  const [node, ...more] = odd
  if (!node || more.length > 0) return undefined
  const why = `${node.name} alone among its siblings differs, and what runs on it suffers; closed to new pods it does no more harm.`
  return {
    action: { plugin: 'cordon_node', parameters: { node: node.name }, why },
    atFault: { kind: 'Node', name: node.name },
    calledBy: /cordon/i,
  }
}

/** Its figures moved, or it was started anew, changed or is in a state that is told. */
function hasHappened({ lens }: Weighed): boolean {
  return lens === 'moved' || lens === 'state' || lens === 'changed'
}

function figureOf({ text }: Weighed): string {
  return text.slice(0, text.indexOf('{'))
}

/** Of the workloads the alert is about, the pods that are not ready or whose figures stepped with the trouble. */
function sufferingPods(
  cluster: ClusterScene,
  meant: readonly PodView[],
  facts: readonly Weighed[],
  onset: Date,
): PodView[] {
  const own = cluster.target.workloads.flatMap((workload) => podsOf(cluster, workload))
  return [...own, ...meant].filter(
    ({ name, phase, isReady }) =>
      (phase === 'Running' && !isReady) ||
      facts.some(
        ({ lens, entity, names, at, growth = 1 }) =>
          (lens === 'fired' || lens === 'moved') &&
          [entity, ...names].includes(name) &&
          (growth >= 2 || growth <= 0.5) &&
          at !== undefined &&
          Math.abs(minutesBetween(onset, at)) <= AROUND_MINUTES,
      ),
  )
}
