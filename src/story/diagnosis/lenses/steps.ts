/**
 * Steps that need no fault's name: undo what was changed right before the trouble, where nothing else was; replace the one
 * that alone differs from its siblings; close the host that does. Each is only wanted: the plugin's own gate judges it, and
 * where none fits a person is told in words.
 */
import type { StepObject } from '../../../plugins/gate.ts'
import type { WantedAction } from '../../incident/wanted-step.ts'
import type { ClusterScene, PodView } from '../cluster/cluster-scene.ts'
import { rollbackGate } from '../cluster/gates.ts'
import { podsOf, workloadOf } from '../cluster/pods/workload-pods.ts'
import { minutesBetween } from '../cluster/saying/say-time.ts'
import type { Scene } from '../scene.ts'
import type { Weighed } from '../weigh.ts'
import { isAkin, ownerName } from './entity-of.ts'
import type { Seen } from './look-through.ts'

/** With the object that the facts show at fault. */
export type LensStep = { action: WantedAction; atFault: StepObject }

const BEFORE_MINUTES = 30
/** A line of such strength tells of an error. */
const COMPLAINS = 0.7
const AFTER_MINUTES = 3
/** So far from whom the alert names a change is still on its path. */
const NEAR = 2

/** `isAcquitted` where a rule has found that no release did it. */
type Heard = { isAcquitted: boolean }

export function lensStep(scene: Scene, seen: Seen, heard: Heard): LensStep | undefined {
  const { cluster } = scene
  if (!cluster) return undefined
  return undoneChange(scene, cluster, seen, heard) ?? oddPod(cluster, seen) ?? oddNode(cluster, seen)
}

/** The one thing that was changed shortly before; where there are two, nobody knows which of them it was. */
function undoneChange(scene: Scene, cluster: ClusterScene, seen: Seen, heard: Heard): LensStep | undefined {
  const timely = seen.facts.filter(
    ({ lens, at, score }) => lens === 'changed' && isTimely(at, seen.onset) && score > 0.1,
  )
  const [deed] = timely.filter((one) => one.deed && one.deed.kind !== 'written' && isNear(one, cluster, seen))
  if (!deed?.deed || isWrittenUnder(deed, seen)) return undefined
  const others = timely.filter(({ entity, names }) => ![entity, ...names].some((name) => isAkin(name, deed.entity)))
  if (others.some((one) => one.score >= deed.score * 0.6)) return undefined
  if (deed.deed.kind !== 'release') return undoneScaling(cluster, seen, deed)
  return heard.isAcquitted ? undefined : undoneRelease(scene, cluster, seen, deed)
}

const WRITTEN_MINUTES = 180

/** What it reads was written as well: an older revision would read the same. */
function isWrittenUnder({ entity }: Weighed, { facts, onset }: Seen): boolean {
  return facts.some(
    (one) =>
      one.deed?.kind === 'written' &&
      one.entity === entity &&
      one.at &&
      minutesBetween(one.at, onset) < WRITTEN_MINUTES,
  )
}

function isTimely(at: Date | undefined, onset: Date): boolean {
  const minutes = at ? minutesBetween(at, onset) : Number.POSITIVE_INFINITY
  return minutes <= BEFORE_MINUTES && minutes >= -AFTER_MINUTES
}

/** It is whom the alert means, or stands near it and has shown something of its own since. */
function isNear({ entity }: Weighed, { target }: ClusterScene, seen: Seen): boolean {
  const isMeant = target.workloads.some(({ name }) => name === entity) || seen.ringOf(entity) === 0
  const hasSpoken = seen.facts.some(
    (one) =>
      isAkin(ownerName(one.entity), entity) &&
      (one.lens === 'said' || one.lens === 'moved' || one.lens === 'differs') &&
      one.score > 0.08 &&
      (one.at === undefined || minutesBetween(seen.onset, one.at) > -BEFORE_MINUTES),
  )
  const ring = seen.hypotheses.find((one) => isAkin(one.entity, entity))?.ring ?? Number.POSITIVE_INFINITY
  return isMeant || (hasSpoken && ring <= NEAR + 0.5)
}

function undoneRelease(
  { now }: Scene,
  cluster: ClusterScene,
  { onset, facts }: Seen,
  fact: Weighed,
): LensStep | undefined {
  if (fact.deed?.kind !== 'release' || fact.deed.differences.length === 0 || !isSuffering(facts)) return undefined
  if (!beganWith(fact, facts)) return undefined
  const { workload, differences } = fact.deed
  const why = `The trouble began at ${onset.toISOString().slice(11, 16)} UTC, shortly after this revision, and nothing else was changed then.`
  const [action] = rollbackGate({ cluster, now }, { workload, since: onset, guilty: differences, why }).actions
  return action && { action, atFault: workload }
}

const SOON_MINUTES = 15

/** With every release the figures of the old pods end and new ones greet: what complains or stands elsewhere must begin with it. */
function beganWith({ at: released }: Weighed, facts: readonly Weighed[]): boolean {
  const troubles = facts.filter(
    ({ lens, strength, isOfRollout }) =>
      (lens === 'said' && strength > COMPLAINS) || (lens === 'moved' && !isOfRollout) || lens === 'state',
  )
  const first = troubles.flatMap(({ at }) => at ?? []).toSorted((one, other) => one.getTime() - other.getTime())[0]
  return !released || !first || minutesBetween(released, first) <= SOON_MINUTES
}

/** A figure that is no longer measured shows no trouble: something must complain, fail, or stand elsewhere than before. */
function isSuffering(facts: readonly Weighed[]): boolean {
  const isMeasured = !facts.some(({ isGone }) => isGone)
  return facts.some(
    ({ lens, strength }) =>
      (lens === 'said' && strength > COMPLAINS) || lens === 'state' || (lens === 'fired' && isMeasured),
  )
}

function undoneScaling(cluster: ClusterScene, { onset }: Seen, fact: Weighed): LensStep | undefined {
  if (fact.deed?.kind !== 'scaling') return undefined
  const { deployment: name, namespace, from, to } = fact.deed
  const found = cluster.deployments.find((one) => one.name === name && one.namespace === namespace)
  if (found?.replicas !== to) return undefined
  const why = `It was scaled from ${from} to ${to} shortly before the trouble began at ${onset.toISOString().slice(11, 16)} UTC, and nothing else was changed then.`
  const action = {
    plugin: 'scale_deployment',
    parameters: { namespace, deployment: name, replicas: from },
    why,
    began: onset,
  }
  return { action, atFault: { kind: 'Deployment', namespace, name } }
}

const SIBLINGS_LEAST = 2
const ODD_SCORE = 0.25

/** One pod of several whose own figures and words differ; where its host differs too, or others there do, it is not the pod. */
function oddPod(cluster: ClusterScene, { facts, onset }: Seen): LensStep | undefined {
  const odd = facts.filter(({ lens, score }) => lens === 'differs' && score >= ODD_SCORE)
  const pods = new Set(odd.flatMap(({ entity }) => cluster.pods.find(({ name }) => name === entity) ?? []))
  const [pod, ...more] = pods
  if (!pod || more.length > 0 || !bearsAlone(pod, cluster)) return undefined
  if (odd.some(({ entity }) => entity === pod.nodeName) || !hasComplained(pod, facts, onset)) return undefined
  const { namespace, name } = pod
  const why = `${name} alone differs from its siblings, which bear the load meanwhile; a new process begins without what it holds.`
  return {
    action: { plugin: 'restart_pod', parameters: { namespace, pod_name: name }, why },
    atFault: { kind: 'Pod', namespace, name },
  }
}

function bearsAlone(pod: PodView, cluster: ClusterScene): boolean {
  const workload = workloadOf(cluster, pod)
  const siblings = workload ? podsOf(cluster, workload).filter((one) => one.name !== pod.name) : []
  const isAlike = siblings.every(({ templateHash }) => templateHash === pod.templateHash)
  return isAlike && siblings.length >= SIBLINGS_LEAST && siblings.every(({ isReady }) => isReady)
}

/** Its own figure stepped at the onset, or a complaint of its own began then. */
function hasComplained({ name }: PodView, facts: readonly Weighed[], onset: Date): boolean {
  return facts.some(
    ({ lens, entity, names, at }) =>
      (lens === 'fired' || lens === 'moved' || lens === 'said') &&
      (entity === name || names.includes(name)) &&
      at !== undefined &&
      Math.abs(minutesBetween(onset, at)) <= BEFORE_MINUTES,
  )
}

/** A host that alone differs, complains itself, and carries what the alert is about. */
function oddNode(cluster: ClusterScene, { facts, ringOf }: Seen): LensStep | undefined {
  if (cluster.nodes.length <= SIBLINGS_LEAST) return undefined
  const lensesOf = (name: string) =>
    new Set(facts.filter(({ entity, names }) => entity === name || names.includes(name)).map(({ lens }) => lens))
  const odd = cluster.nodes.filter(({ name }) => {
    const lenses = lensesOf(name)
    const isMarked = facts.some(({ lens, entity, names }) => lens === 'differs' && [entity, ...names].includes(name))
    return isMarked && lenses.has('said') && lenses.has('moved') && ringOf(name) <= 1
  })
  const [node, ...more] = odd
  if (!node || more.length > 0) return undefined
  const why = `${node.name} alone among its siblings differs and complains; closed to new pods it does no more harm.`
  return {
    action: { plugin: 'cordon_node', parameters: { node: node.name }, why },
    atFault: { kind: 'Node', name: node.name },
  }
}
