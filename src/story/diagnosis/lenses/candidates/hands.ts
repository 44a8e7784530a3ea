/** Every deployment near the alert as one that might need more hands, or those back that were taken from it. */
import { allowedReplicas } from '../../../../guidance/policy/replica-change.ts'
import type { DeploymentView, PodView } from '../../cluster/cluster-scene.ts'
import { podsOf } from '../../cluster/pods/workload-pods.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import { UNTIED, type Weighed } from '../../weigh.ts'
import { isAkin } from '../entity-of.ts'
import type { Deed } from '../fact.ts'
import { type Moved, movedIn } from '../figures.ts'
import type { Seen } from '../look-through.ts'
import { growthOf, isTrouble } from '../moved.ts'
import { coresOf, standAtBrim } from '../steps/at-brim.ts'
import { podFigures, stepsOf } from '../steps/compared-figures.ts'
import { fullReplicas, isAround } from '../steps/full-replicas.ts'
import { circlesIn, isCaught } from '../steps/in-circles.ts'
import { isAskedByOne, isOtherwiseExplained, isSlower, moreAsked } from '../steps/more-asked.ts'
import { bearsName, isComplaint, isOwn, isRelease } from '../steps/release.ts'
import type { Sight } from '../steps/sight.ts'
import { type Candidate, flag, type Signs } from './candidate.ts'
import { isTimely, workloadSigns } from './workload-signs.ts'

const GROWTH = 1.5
const QUEUE = /queue|backlog|lag|pending|waiting|depth|buffer|inflight|in_flight|backpressure|unacked|ready_messages/i
const FILL =
  /util|usage|busy|cpu|satur|in_use|used|active|occup|running|in_progress|workers|threads|slots|pool|concurrency|connections/i

export function handsCandidates(sight: Sight): Candidate[] {
  const { cluster, scene, seen } = sight
  const home = cluster.target.namespace ?? scene.subject.namespace
  const full = fullReplicas(cluster, scene.exhibits, seen).map(({ deployment }) => deployment)
  const moved = movedIn(scene.exhibits)
  const circles = circlesIn(scene.exhibits, seen.onset)
  return cluster.deployments
    .filter(({ name, namespace, replicas }) => (seen.ringOf(name) < UNTIED || namespace === home) && replicas > 0)
    .filter(({ name, namespace }) => !isCaught(name, namespace, seen.ringOf(name), circles))
    .flatMap((deployment) => candidateOf(deployment, { full, everything: moved }, sight) ?? [])
}

type Group = {
  deployment: DeploymentView
  pods: readonly PodView[]
  /** Its own figures. */
  moved: readonly Moved[]
} & Shared

/** Of all deployments: those that are full, and every figure. */
type Shared = { full: readonly DeploymentView[]; everything: readonly Moved[] }

function candidateOf(deployment: DeploymentView, shared: Shared, sight: Sight): Candidate | undefined {
  const { namespace, name, replicas } = deployment
  const pods = podsOf(sight.cluster, { ...deployment, kind: 'Deployment' })
  const moved = shared.everything.filter((one) => isItsOwn(one, name, pods))
  const here = shared.everything.filter((one) => one.labels.namespace === namespace && isOfNobody(one))
  if (isAskedByOne([...moved, ...here], sight.seen.onset)) return undefined
  const group = { deployment, pods, moved, ...shared }
  const scaling = scalingOf(deployment, sight.seen)
  const single = {
    ...workloadSigns(name, namespace, sight),
    ...fullSigns(group, sight),
    ...demandSigns(group, sight),
    ...otherwiseSigns(group, sight),
    ...scalingSigns(scaling, sight.seen),
  }
  const wanted = wantedReplicas(replicas, scaling?.deed, sight.heard.replicaChangeMax)
  return {
    family: 'scale',
    action: { plugin: 'scale_deployment', parameters: { namespace, deployment: name, replicas: wanted } },
    atFault: { kind: 'Deployment', namespace, name },
    says: `${wanted} replicas of ${name} instead of ${replicas}`,
    signs: { ...single, ...together(single) },
  }
}

function isItsOwn({ labels, name: figure }: Moved, name: string, pods: readonly PodView[]): boolean {
  const { deployment, service, app, job, workload } = labels
  return (
    pods.some((pod) => labels.pod === pod.name) ||
    [deployment, service, app, job, workload].includes(name) ||
    bearsName({ text: `${figure}{` }, name)
  )
}

/** Of the place as a whole: by client or by queue, and of no workload in particular. */
function isOfNobody({ labels }: Moved): boolean {
  return !WORKERS.some((label) => labels[label] !== undefined)
}

const WORKERS = ['pod', 'deployment', 'service', 'app', 'workload', 'container']

/** As many as it had, as far as people let it go at once; else half as many more. */
function wantedReplicas(now: number, deed: Scaling | undefined, changeMax: number): number {
  const half = Math.max(now + 1, Math.floor(now * GROWTH))
  if (!deed || deed.to >= deed.from || now !== deed.to) return half
  const { most = deed.from } = allowedReplicas({ from: now }, undefined, changeMax) ?? {}
  return Math.max(now + 1, Math.min(deed.from, most))
}

/** It has no room left, says so, or all its replicas filled up alike. */
function fullSigns({ deployment, pods, moved, full }: Group, { seen, cluster, scene }: Sight): Signs {
  const { name, namespace } = deployment
  const { facts, onset } = seen
  const risen = (pattern: RegExp, times: number) =>
    moved.some((one) => pattern.test(one.name) && !isTrouble(one) && hasRisen(one, times) && isAround(one.at, onset))
  const queues =
    risen(QUEUE, 2) ||
    facts.some((one) => (one.ring === 0 || isItsQueue(one, deployment)) && isAround(one.at, onset) && isQueueGrown(one))
  const isAsked = areAsked(pods, moved, onset) && !facts.some((one) => isRelease(one) && one.entity === name)
  const isBehind =
    (queues || isAsked) && standAtBrim(podFigures(moved, pods), pods, coresOf(deployment, cluster, scene.exhibits))
  return {
    behind: flag(isBehind),
    full: flag(isBehind || full.some((one) => one.name === name && one.namespace === namespace)),
    othersFull: flag(full.some((one) => one.name !== name)),
    limit: flag(
      facts.some((one) => one.isAtLimit && isAround(one.at, onset) && (isOwn(one, name) || bearsName(one, name))),
    ),
    queue: flag(risen(QUEUE, 2)),
    fill: flag(risen(FILL, FILLED)),
    allRisen: flag(isBehind || haveAllRisen(pods, moved)),
    blamesSelf: flag(
      facts.some((one) => isOwn(one, name) && isTimely(one, onset) && isComplaint(one) && SHORT.test(one.text)),
    ),
    saysFull: flag(
      facts.some((one) => one.lens === 'said' && one.isAtLimit && isOwn(one, name) && isAround(one.at, onset)),
    ),
  }
}

/** In its place, and called by the work that it is called by too: `review_queue_depth` of `review-worker`. */
function isItsQueue({ text, place }: Weighed, { name, namespace }: DeploymentView): boolean {
  const [work = ''] = name.split('-')
  return place === namespace && work.length > SHORT_WORD && text.startsWith(`${work}_`)
}

const SHORT_WORD = 3
const FILLED = 1.3
const SHORT = /queue|full|busy|capacity|saturat|backpressure|overload|too many|exhaust|wait|slow|shed|throttl|limit/i

function hasRisen({ from, last }: Moved, times: number): boolean {
  return last > 0 && last >= times * from
}

/** Of whomever the alert is about. */
function isQueueGrown({ lens, text, growth = 1, fromNothing = 0 }: Weighed): boolean {
  const isFigure = lens === 'moved' || lens === 'fired'
  return isFigure && QUEUE.test(text.split('{')[0] ?? '') && (growth >= 2 || fromNothing > 0)
}

function haveAllRisen(pods: readonly PodView[], moved: readonly Moved[]): boolean {
  return [...podFigures(moved, pods).values()].some(
    (byPod) =>
      pods.length > 0 &&
      byPod.size >= pods.length &&
      [...byPod.values()].every((one) => FILL.test(one.name) && !one.isRate && stepsOf(one) >= FILLED),
  )
}

/** Of each of them. */
function areAsked(pods: readonly PodView[], moved: readonly Moved[], onset: Date): boolean {
  const asked = moved.filter((one) => isAround(one.at, onset) && isAskedMore(growthOf(one).demand))
  return pods.every(({ name }) => asked.some(({ labels }) => labels.pod === name))
}

function isAskedMore(demand = 1): boolean {
  return Number.isFinite(demand) && demand >= GROWTH
}

/** More is asked of it, or of those around it. */
function demandSigns({ moved, everything }: Group, { cluster, scene, seen }: Sight): Signs {
  const { facts, onset } = seen
  const home = cluster.target.namespace ?? scene.subject.namespace
  const own = moved.filter((one) => isAround(one.at, onset)).map((one) => growthOf(one).demand)
  return {
    demandOwn: flag(own.some(isAskedMore)),
    demandHome: flag(moreAsked(seen, home, everything) !== undefined),
    demandAny: flag(facts.some(({ demand = 1, at }) => demand >= GROWTH && isAround(at, onset))),
  }
}

const HOUR_MINUTES = 60
const NEAR_MINUTES = 10

/** What else may have filled it. */
function otherwiseSigns({ deployment, pods, moved }: Group, { seen }: Sight): Signs {
  const { facts, onset, starts } = seen
  const { name } = deployment
  const releases = facts.filter(isRelease).map((one) => ({ ...one, minutes: minutesBetween(one.at, onset) }))
  return {
    explained: flag(isOtherwiseExplained(name, seen)),
    slower: flag(facts.some((one) => isSlower(one, [name, ...starts]) && isAround(one.at, onset))),
    releasedOwn: flag(
      releases.some(({ entity, minutes }) => entity === name && minutes < HOUR_MINUTES && minutes > -5),
    ),
    releasedNear: flag(releases.some(({ entity, minutes }) => entity !== name && Math.abs(minutes) < NEAR_MINUTES)),
    missed: flag(isMissed(name, facts)),
    single: flag(pods.length === 1),
    notReady: flag(pods.some(({ isReady }) => !isReady)),
    oneDiffers: flag(facts.some(({ lens, entity }) => lens === 'differs' && pods.some((pod) => pod.name === entity))),
    errors: flag(moved.some((one) => isTrouble(one) && one.last > one.from && isAround(one.at, onset))),
  }
}

/** Somebody else complains of it by name. */
function isMissed(name: string, facts: readonly Weighed[]): boolean {
  const named = new RegExp(`(?<![\\w-])${name}(?![\\w-])`)
  return facts.some((one) => isComplaint(one) && !isAkin(one.entity, name) && named.test(one.text))
}

type Scaling = Extract<Deed, { kind: 'scaling' }>

function scalingOf({ name, namespace }: DeploymentView, { facts }: Seen) {
  for (const { deed, at } of facts)
    if (deed?.kind === 'scaling' && deed.deployment === name && deed.namespace === namespace) return { deed, at }
  return undefined
}

const SHORTLY_MINUTES = 35

function scalingSigns(scaling: { deed: Scaling; at: Date | undefined } | undefined, { onset }: Seen): Signs {
  if (!scaling) return {}
  const { deed, at } = scaling
  const minutes = at ? minutesBetween(at, onset) : Number.POSITIVE_INFINITY
  const isDown = deed.to < deed.from
  return {
    scaledDown: flag(isDown && minutes <= SHORTLY_MINUTES && minutes >= -3),
    scaledUp: flag(deed.to > deed.from),
  }
}

/** What tells only together with another, or where another is not. */
function together(signs: Signs): Signs {
  const has = (...names: readonly string[]) => names.some((name) => (signs[name] ?? 0) > 0)
  return {
    fullAsked: flag(has('full', 'allRisen', 'limit') && has('demandOwn', 'demandHome')),
    fillAsked: flag(has('fill') && has('demandAny') && !has('releasedOwn')),
    fillQuiet: flag(has('fill', 'queue') && !has('slower', 'releasedNear', 'releasedOwn')),
    fewer: flag(has('scaledDown') && has('full', 'allRisen', 'limit', 'fill', 'queue')),
    hot: flag(has('fill') && !has('othersFull', 'blames')),
  }
}
