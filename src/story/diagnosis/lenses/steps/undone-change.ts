/** The one thing that was changed right before the trouble is taken back: a release, a scaling. */
import { allowedReplicas } from '../../../../guidance/policy/replica-change.ts'
import type { ClusterScene, Difference } from '../../cluster/cluster-scene.ts'
import { rollbackGate } from '../../cluster/gates.ts'
import { accusedPod } from '../../cluster/pods/workload-pods.ts'
import { showsSoonEnough } from '../../cluster/releases/shows-soon.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { UNTIED, type Weighed } from '../../weigh.ts'
import { isAkin, ownerName } from '../entity-of.ts'
import type { Seen } from '../look-through.ts'
import type { LensStep, Sight } from './sight.ts'

const BEFORE_MINUTES = 30
/** A line of such strength tells of an error or warns. */
const COMPLAINS = 0.6
const AFTER_MINUTES = 3

/**
 * The one thing that was changed shortly before; where there are two, nobody knows which of them it was. A release that ran
 * well for a while, or of which nothing is seen since, is no such thing where another shows its trouble from the first minute.
 */
export function undoneChange(sight: Sight): LensStep | undefined {
  const { seen } = sight
  const timely = seen.facts.filter(
    ({ lens, at, score }) => lens === 'changed' && isTimely(at, seen.onset) && score > LEAST,
  )
  const deeds = timely.filter((one) => one.deed && one.deed.kind !== 'written' && isNear(one, sight))
  const [deed] = deeds.filter((one) => isSuspect(one, sight))
  if (!deed) return undefined
  const cleared = deeds.filter((one) => one.deed?.kind === 'release' && isCleared(one, deed, seen))
  const others = timely.filter(
    (one) => ![deed, ...cleared].some(({ entity }) => [one.entity, ...one.names].some((name) => isAkin(name, entity))),
  )
  if (others.some((one) => one.score >= deed.score * RIVAL)) return undefined
  return deed.deed?.kind === 'release' ? undoneRelease(sight, deed) : undoneScaling(sight, deed)
}

/** So weak, a change is no rival of one that may be undone, or none at all. */
const RIVAL = 0.6
const LEAST = 0.1

/** Its own trouble, or that of whoever names it, began with it, and an older revision would do otherwise. */
function isSuspect(fact: Weighed, { cluster, seen, heard }: Sight): boolean {
  if (fact.deed?.kind === 'scaling') return true
  if (isWrittenUnder(fact, seen) || isRefusedEntry(fact, cluster) || heard.isAcquitted || ranWell(fact, seen))
    return false
  const { facts } = seen
  if (facts.some((one) => one.stoodBeyond && !isFarFromUsual({ ...one, lens: 'moved' }))) return false
  return isSuffering(fact, facts) && beganWith(fact, facts) && !isAnothers(fact, facts, cluster)
}

function ranWell({ deed, at }: Weighed, { onset }: Seen): boolean {
  return deed?.kind === 'release' && at !== undefined && !showsSoonEnough(deed.differences, minutesBetween(at, onset))
}

const RAN_WELL_MINUTES = 3

/** It came well before the one that is suspected, and nothing of its own began with it. */
function isCleared(release: Weighed, suspect: Weighed, { facts }: Seen): boolean {
  const isEarlier = release.at && suspect.at && minutesBetween(release.at, suspect.at) >= RAN_WELL_MINUTES
  return isEarlier === true && !beganWith(release, facts)
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
function isNear(fact: Weighed, sight: Sight): boolean {
  const { cluster, seen } = sight
  const { entity } = fact
  const isMeant = cluster.target.workloads.some(({ name }) => name === entity) || seen.ringOf(entity) === 0
  const hasSpoken = seen.facts.some(
    (one) =>
      isAkin(ownerName(one.entity), entity) &&
      (one.lens === 'said' || one.lens === 'moved' || one.lens === 'differs') &&
      one.score > 0.08 &&
      (one.at === undefined || minutesBetween(seen.onset, one.at) > -BEFORE_MINUTES),
  )
  const isClose = seen.ringOf(entity) < UNTIED || isHousemate(fact, sight)
  return isMeant || (isClose && (hasSpoken || tieByFigures(fact, seen) !== undefined))
}

/** Strangers share a node as well: whose release is tied by no more than that must live in the same namespace too. */
function isHousemate({ entity, deed }: Weighed, { scene: { subject }, cluster, seen }: Sight): boolean {
  const ring = seen.hypotheses.find((one) => isAkin(one.entity, entity))?.ring ?? Number.POSITIVE_INFINITY
  const homes = [subject.namespace, ...cluster.target.workloads.map(({ namespace }) => namespace)]
  return ring < UNTIED && (deed?.kind !== 'release' || homes.includes(deed.workload.namespace))
}

function undoneRelease({ scene: { now }, cluster, seen }: Sight, fact: Weighed): LensStep | undefined {
  if (fact.deed?.kind !== 'release' || fact.deed.differences.length === 0) return undefined
  const { workload, differences } = fact.deed
  const { onset } = seen
  const why = `The trouble began at ${onset.toISOString().slice(11, 16)} UTC, shortly after this revision of ${workload.name} (${sayChanges(differences)}), and nothing else was changed then.`
  const [action] = rollbackGate({ cluster, now }, { workload, since: onset, guilty: differences, why }).actions
  const tie = tieByFigures(fact, seen)
  return action && { action, atFault: workload, calledBy: /rollback|roll(ed|ing)? back|revision/i, ...(tie && { tie }) }
}

const VERY_SOON_MINUTES = 6

/**
 * What was done to it changed its own figures, and the trouble began then: either in those very minutes, or it complains
 * itself as well. Words alone tie nobody.
 */
function tieByFigures({ entity, at: done }: Weighed, { facts, onset }: Seen): string | undefined {
  if (!done) return undefined
  const own = facts.filter(
    ({ entity: other, at }) => isAkin(ownerName(other), entity) && at && minutesBetween(done, at) >= 0,
  )
  const figures = own.filter((one) => one.lens === 'moved' && one.isOfRollout !== true && isFarFromUsual(one))
  const isAtOnce = figures.some(({ at }) => at && minutesBetween(done, at) <= VERY_SOON_MINUTES)
  const complains = own.some(({ lens, strength }) => lens === 'said' && strength > COMPLAINS)
  const isThen = Math.abs(minutesBetween(done, onset)) <= VERY_SOON_MINUTES
  return (isAtOnce && isThen) || (figures.length > 0 && complains)
    ? 'its figures changed with what was done to it, right before it began'
    : undefined
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
function beganWith({ entity, at: released, deed, names }: Weighed, facts: readonly Weighed[]): boolean {
  const troubles = facts.filter(
    ({ lens, strength, isOfRollout }) =>
      (lens === 'said' && strength > COMPLAINS) || (lens === 'moved' && !isOfRollout) || lens === 'state',
  )
  const first = troubles.flatMap(({ at }) => at ?? []).toSorted((one, other) => one.getTime() - other.getTime())[0]
  if (released && first && minutesBetween(released, first) > SOON_MINUTES) return false
  const within = deed?.kind === 'release' && deed.differences.some(isOfBehaviour) ? BEFORE_MINUTES : SOON_MINUTES
  return troubles.some(
    ({ at, ...one }) =>
      (isOf(one, entity) || isSpelledOut(one, names)) &&
      isFarFromUsual(one) &&
      (!at || !released || minutesBetween(released, at) <= within),
  )
}

function isOf({ entity, names }: Pick<Weighed, 'entity' | 'names'>, released: string): boolean {
  return [entity, ...names].some((name) => isAkin(ownerName(name), released))
}

const NAME_LEAST = 5

/** What the difference itself spells out: a queue that is no longer read, a host that is called instead. */
function isSpelledOut({ entity }: Pick<Weighed, 'entity'>, names: readonly string[]): boolean {
  return entity.length >= NAME_LEAST && names.some((name) => name.toLowerCase() === entity.toLowerCase())
}

function isFarFromUsual({ lens, growth = 1 }: Pick<Weighed, 'lens' | 'growth'>): boolean {
  return lens !== 'moved' || growth >= TIMES || growth <= 1 / TIMES
}

/** Where more than the image was changed it is known how it behaves otherwise, and its own trouble may come later than others'. */
function isOfBehaviour({ field }: Difference): boolean {
  return !field.endsWith('.image')
}

/** A figure that is no longer measured shows no trouble: something must complain, fail, or stand elsewhere than before. */
function isSuffering({ entity: released }: Weighed, facts: readonly Weighed[]): boolean {
  const isMeasured = !facts.some(({ isGone }) => isGone)
  return facts.some((one) => {
    const { lens, strength, ring, isOfRollout } = one
    return (
      (lens === 'said' && strength > COMPLAINS) ||
      lens === 'state' ||
      (lens === 'fired' && isMeasured) ||
      (lens === 'moved' &&
        (ring === 0 || isOf(one, released)) &&
        !isOfRollout &&
        one.growth !== undefined &&
        isFarFromUsual(one))
    )
  })
}

/** So far from where it stood, a figure of whom the alert means or of whom was released is trouble. */
const TIMES = 3

function undoneScaling({ cluster, seen, heard }: Sight, fact: Weighed): LensStep | undefined {
  if (fact.deed?.kind !== 'scaling') return undefined
  const { onset, facts } = seen
  const { deployment: name, namespace, from, to } = fact.deed
  if (to === 0 && !isMissed(name, facts)) return undefined
  const found = cluster.deployments.find((one) => one.name === name && one.namespace === namespace)
  if (found?.replicas !== to) return undefined
  const most = to === 0 ? from : (allowedReplicas({ from: to }, undefined, heard.replicaChangeMax)?.most ?? from)
  const replicas = Math.max(Math.min(from, most), to)
  const first =
    replicas === from || replicas === to ? '' : ` As many as may be added at once come first; ${from} is the aim.`
  const why = `${name} was scaled from ${from} to ${to} shortly before the trouble began at ${onset.toISOString().slice(11, 16)} UTC, and nothing else was changed then.${first}`
  const action = {
    plugin: 'scale_deployment',
    parameters: { namespace, deployment: name, replicas: replicas === to ? from : replicas },
    why,
    began: onset,
  }
  const tie = tieByFigures(fact, seen)
  return { action, atFault: { kind: 'Deployment', namespace, name }, calledBy: /replicas/i, ...(tie && { tie }) }
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
