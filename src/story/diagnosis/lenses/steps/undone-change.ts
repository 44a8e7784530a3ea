/** The one thing that was changed right before the trouble is taken back: a release, a scaling. */
import type { ClusterScene, Difference } from '../../cluster/cluster-scene.ts'
import { rollbackGate } from '../../cluster/gates.ts'
import { accusedPod } from '../../cluster/pods/accused-pod.ts'
import { minutesBetween } from '../../cluster/saying/say-time.ts'
import type { Scene } from '../../scene.ts'
import type { Weighed } from '../../weigh.ts'
import { isAkin, ownerName } from '../entity-of.ts'
import type { Seen } from '../look-through.ts'
import type { LensStep, Sight } from './sight.ts'

const BEFORE_MINUTES = 30
/** A line of such strength tells of an error. */
const COMPLAINS = 0.7
const AFTER_MINUTES = 3
/** So far from whom the alert names a change is still on its path. */
const NEAR = 2

/** The one thing that was changed shortly before; where there are two, nobody knows which of them it was. */
export function undoneChange({ scene, cluster, seen, heard }: Sight): LensStep | undefined {
  const timely = seen.facts.filter(
    ({ lens, at, score }) => lens === 'changed' && isTimely(at, seen.onset) && score > 0.1,
  )
  const [deed] = timely.filter((one) => one.deed && one.deed.kind !== 'written' && isNear(one, cluster, seen))
  if (!deed?.deed || isWrittenUnder(deed, seen) || isRefusedEntry(deed, cluster)) return undefined
  const others = timely.filter(({ entity, names }) => ![entity, ...names].some((name) => isAkin(name, deed.entity)))
  if (others.some((one) => one.score >= deed.score * 0.6)) return undefined
  if (deed.deed.kind !== 'release') return undoneScaling(cluster, seen, deed)
  return heard.isAcquitted ? undefined : undoneRelease(scene, cluster, seen, deed)
}

/** Where the cluster lets none of its pods in, it lets those of the revision before in no more. */
function isRefusedEntry({ entity }: Weighed, { events }: ClusterScene): boolean {
  return events.some(({ reason, name }) => reason === 'FailedCreate' && isAkin(name, entity))
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
  const { workload, differences } = fact.deed
  if (!beganWith(fact, facts) || isAnothers(fact, facts, cluster)) return undefined
  const why = `The trouble began at ${onset.toISOString().slice(11, 16)} UTC, shortly after this revision, and nothing else was changed then.`
  const [action] = rollbackGate({ cluster, now }, { workload, since: onset, guilty: differences, why }).actions
  return action && { action, atFault: workload, calledBy: /rollback|roll(ed|ing)? back|revision/i }
}

/** What the released complains of is one pod of somebody else. */
function isAnothers({ entity }: Weighed, facts: readonly Weighed[], cluster: ClusterScene): boolean {
  return facts.some(
    (one) =>
      one.lens === 'said' &&
      one.strength > COMPLAINS &&
      isAkin(ownerName(one.entity), entity) &&
      accusedPod(cluster, one.text, entity) !== undefined,
  )
}

const SOON_MINUTES = 10

/**
 * With every release the figures of the old pods end and new ones greet. What complains or stands elsewhere must begin with
 * it, and whoever was released must be among those, or be spoken of: a release before somebody else's trouble is no cause.
 */
function beganWith({ entity, at: released, deed }: Weighed, facts: readonly Weighed[]): boolean {
  const troubles = facts.filter(
    ({ lens, strength, isOfRollout }) =>
      (lens === 'said' && strength > COMPLAINS) || (lens === 'moved' && !isOfRollout) || lens === 'state',
  )
  const first = troubles.flatMap(({ at }) => at ?? []).toSorted((one, other) => one.getTime() - other.getTime())[0]
  if (released && first && minutesBetween(released, first) > SOON_MINUTES) return false
  const within = deed?.kind === 'release' && deed.differences.some(isOfBehaviour) ? BEFORE_MINUTES : SOON_MINUTES
  return troubles.some(
    ({ at, ...one }) =>
      isOf(one, entity) && isFarFromUsual(one) && (!at || !released || minutesBetween(released, at) <= within),
  )
}

function isOf({ entity, names }: Pick<Weighed, 'entity' | 'names'>, released: string): boolean {
  return [entity, ...names].some((name) => isAkin(ownerName(name), released))
}

function isFarFromUsual({ lens, growth = 1 }: Pick<Weighed, 'lens' | 'growth'>): boolean {
  return lens !== 'moved' || growth >= TIMES || growth <= 1 / TIMES
}

/** Where more than the image was changed it is known how it behaves otherwise, and its own trouble may come later than others'. */
function isOfBehaviour({ field }: Difference): boolean {
  return !field.endsWith('.image')
}

/** A figure that is no longer measured shows no trouble: something must complain, fail, or stand elsewhere than before. */
function isSuffering(facts: readonly Weighed[]): boolean {
  const isMeasured = !facts.some(({ isGone }) => isGone)
  return facts.some(
    ({ lens, strength, ring, isOfRollout, growth = 1 }) =>
      (lens === 'said' && strength > COMPLAINS) ||
      lens === 'state' ||
      (lens === 'fired' && isMeasured) ||
      (lens === 'moved' && ring === 0 && !isOfRollout && (growth >= TIMES || growth <= 1 / TIMES)),
  )
}

/** So far from where it stood, a figure of whom the alert means is trouble. */
const TIMES = 3

function undoneScaling(cluster: ClusterScene, { onset, facts }: Seen, fact: Weighed): LensStep | undefined {
  if (fact.deed?.kind !== 'scaling') return undefined
  const { deployment: name, namespace, from, to } = fact.deed
  if (to === 0 && !isMissed(name, facts)) return undefined
  const found = cluster.deployments.find((one) => one.name === name && one.namespace === namespace)
  if (found?.replicas !== to) return undefined
  const why = `It was scaled from ${from} to ${to} shortly before the trouble began at ${onset.toISOString().slice(11, 16)} UTC, and nothing else was changed then.`
  const action = {
    plugin: 'scale_deployment',
    parameters: { namespace, deployment: name, replicas: from },
    why,
    began: onset,
  }
  return { action, atFault: { kind: 'Deployment', namespace, name }, calledBy: /replicas/i }
}

/** What was scaled to nothing is brought back only where somebody else complains of it by name. */
function isMissed(name: string, facts: readonly Weighed[]): boolean {
  return facts.some(
    (one) =>
      one.lens === 'said' &&
      one.strength > COMPLAINS &&
      !isAkin(one.entity, name) &&
      new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(one.text),
  )
}
