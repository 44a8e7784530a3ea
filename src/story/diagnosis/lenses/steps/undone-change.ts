/** The one thing that was changed right before the trouble is taken back: a release, a scaling. */
import { allowedReplicas } from '../../../../guidance/policy/replica-change.ts'
import { rollbackGate } from '../../cluster/gates.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { UNTIED, type Weighed } from '../../weigh.ts'
import { isAkin, ownerName } from '../entity-of.ts'
import type { Seen } from '../look-through.ts'
import { fullReplicas } from './full-replicas.ts'
import { type Guilt, guiltOf } from './guilt.ts'
import { COMPLAINS, isRelease, movedFirst, stepped } from './release.ts'
import type { LensStep, Sight } from './sight.ts'

const BEFORE_MINUTES = 60
const AFTER_MINUTES = 3
/** So much must speak for a release, and so much less for any other. */
const ENOUGH = 5
const AHEAD = 2
const SUSPECT = 2
/** So weak, a change is no rival of one that may be undone, or none at all. */
const RIVAL = 0.6
const LEAST = 0.1

/** Of releases the one for which clearly the most speaks, else what was scaled; and neither beside another change as near. */
export function undoneChange(sight: Sight): LensStep | undefined {
  const { facts, onset } = sight.seen
  const timely = facts.filter(({ lens, at, score }) => lens === 'changed' && isTimely(at, onset) && score > LEAST)
  const guilts = timely
    .filter(isRelease)
    .map((one) => guiltOf(one, sight))
    .sort((one, other) => other.weight - one.weight)
  const [guilt, next] = guilts
  const cleared = guilts.filter(({ weight }) => weight === 0).map(({ release }) => release.entity)
  const rivals = timely.filter((one) => !isRelease(one) && !cleared.some((name) => isAbout(one, name)))
  if (guilt && guilt.weight >= ENOUGH && guilt.weight - (next?.weight ?? 0) >= AHEAD)
    return guilt.weight <= ENOUGH && isRivalled(guilt.release, rivals) ? undefined : undoneRelease(sight, guilt)
  const suspects = guilts.filter(({ weight }) => weight >= SUSPECT).map(({ release }) => release)
  const scaling = timely.find(
    (one) =>
      one.deed?.kind === 'scaling' && isSoonEnough(one, sight) && (isNear(one, sight) || isMissedSince(one, facts)),
  )
  // Whom others miss by name since it was put away needs no other reason, nor does who is full since it has fewer hands.
  const isReason = scaling && (isMissedSince(scaling, facts) || isFullSince(scaling, sight))
  const others = isReason ? [] : [...suspects, ...rivals]
  return scaling && !isRivalled(scaling, others) ? undoneScaling(sight, scaling) : undefined
}

function isTimely(at: Date | undefined, onset: Date): boolean {
  const minutes = at ? minutesBetween(at, onset) : Number.POSITIVE_INFINITY
  return minutes <= BEFORE_MINUTES && minutes >= -AFTER_MINUTES
}

const SCALED_MINUTES = 35
const SCALED_UP_MINUTES = 10

/** More hands are mostly added because of a trouble: they bring one only to others, and right after they came. */
function isSoonEnough({ entity, at, deed }: Weighed, { seen: { onset, ringOf } }: Sight): boolean {
  const minutes = at ? minutesBetween(at, onset) : Number.POSITIVE_INFINITY
  const isUp = deed?.kind === 'scaling' && deed.to > deed.from
  return isUp ? minutes >= 0 && minutes <= SCALED_UP_MINUTES && ringOf(entity) > 0 : minutes <= SCALED_MINUTES
}

function isRivalled(deed: Weighed, others: readonly Weighed[]): boolean {
  return others.some((one) => one.score >= deed.score * RIVAL && !isAbout(one, deed.entity))
}

function isAbout({ entity, names }: Weighed, whom: string): boolean {
  return [entity, ...names].some((name) => isAkin(ownerName(name), whom))
}

/** It is whom the alert means, or stands near it and has shown something of its own since. */
function isNear({ entity }: Weighed, { cluster, seen }: Sight): boolean {
  const isMeant = cluster.target.workloads.some(({ name }) => name === entity) || seen.ringOf(entity) === 0
  const hasSpoken = seen.facts.some(
    ({ lens, score, at, ...one }) =>
      (lens === 'said' || lens === 'moved' || lens === 'differs') &&
      isAkin(ownerName(one.entity), entity) &&
      score > LEAST &&
      (at === undefined || minutesBetween(seen.onset, at) > -BEFORE_MINUTES),
  )
  const ring = seen.hypotheses.find((one) => isAkin(one.entity, entity))?.ring ?? UNTIED
  return isMeant || (Math.min(ring, seen.ringOf(entity)) < UNTIED && hasSpoken)
}

function undoneRelease({ scene: { now }, cluster, seen }: Sight, { release, signs }: Guilt): LensStep | undefined {
  const { workload, differences } = release.deed
  const { onset } = seen
  const why = `The trouble began at ${onset.toISOString().slice(11, 16)} UTC, after this revision of ${workload.name} (${sayChanges(differences)}), for which speaks: ${signs.join('; ')}.`
  const [action] = rollbackGate({ cluster, now }, { workload, since: onset, guilty: differences, why }).actions
  const calledBy = /rollback|roll(ed|ing)? back|revision/i
  const tie = movedFirst(release, seen) ? { tie: 'of all figures its own were the first to move' } : {}
  return action && { action, atFault: workload, calledBy, ...tie, ...tieByFigures(release, seen) }
}

/** Words alone tie nobody, for anybody may write them into a log; figures do, which changed right with what was done. */
function tieByFigures({ entity, at }: Weighed, seen: Seen): Pick<LensStep, 'tie'> {
  const hasStepped = at && stepped({ entity, at }, seen, TIE_MINUTES).length > 0
  return hasStepped ? { tie: 'its figures changed with what was done to it, right before it began' } : {}
}

const TIE_MINUTES = 6

function undoneScaling({ cluster, seen, heard }: Sight, fact: Weighed): LensStep | undefined {
  if (fact.deed?.kind !== 'scaling') return undefined
  const { onset, facts } = seen
  const { deployment: name, namespace, from, to } = fact.deed
  if (to === 0 && !isMissed(name, facts)) return undefined
  const found = cluster.deployments.find((one) => one.name === name && one.namespace === namespace)
  if (found?.replicas !== to) return undefined
  const { least = from, most = from } = allowedReplicas({ from: to }, undefined, heard.replicaChangeMax) ?? {}
  const replicas = to > from ? Math.max(from, least) : Math.max(Math.min(from, to === 0 ? from : most), to)
  const first =
    replicas === from || replicas === to ? '' : ` As many as may be changed at once come first; ${from} is the aim.`
  const why = `${name} was scaled from ${from} to ${to} shortly before the trouble began at ${onset.toISOString().slice(11, 16)} UTC, and nothing else was changed then.${first}`
  const action = {
    plugin: 'scale_deployment',
    parameters: { namespace, deployment: name, replicas: replicas === to ? from : replicas },
    why,
    began: onset,
  }
  return {
    action,
    atFault: { kind: 'Deployment', namespace, name },
    calledBy: /replicas/i,
    ...tieByFigures(fact, seen),
  }
}

function isMissedSince({ entity, deed }: Weighed, facts: readonly Weighed[]): boolean {
  return deed?.kind === 'scaling' && deed.to === 0 && isMissed(entity, facts)
}

function isFullSince({ deed }: Weighed, { scene: { exhibits }, cluster, seen }: Sight): boolean {
  if (deed?.kind !== 'scaling' || deed.to > deed.from) return false
  const full = fullReplicas(cluster, exhibits, seen).map(({ deployment }) => deployment)
  return full.some(({ name, namespace }) => name === deed.deployment && namespace === deed.namespace)
}

/** What was scaled to nothing is brought back only where somebody else complains of it by name. */
export function isMissed(name: string, facts: readonly Weighed[]): boolean {
  return facts.some(
    (one) =>
      one.lens === 'said' &&
      one.strength > COMPLAINS &&
      !isAkin(one.entity, name) &&
      new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(one.text),
  )
}
