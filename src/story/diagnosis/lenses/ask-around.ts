/**
 * What the lenses ask, within what others left of the calls: the alert's own figure, everything that bears its subject's
 * name, what stands around it, what was changed there; then the same of those whom the answers name.
 */

import { call, isObjectName, readObject } from '../cluster/asking/looking.ts'
import type { ClusterScene, ObjectKey } from '../cluster/cluster-scene.ts'
import { unplacedPods } from '../cluster/placement/placement.ts'
import { isSame } from '../cluster/pods/workload-pods.ts'
import { readClusterScene } from '../cluster/reading/read-cluster-scene.ts'
import { minutesBetween } from '../cluster/saying/say.ts'
import { allWorkloads } from '../cluster/subject/resolve-target.ts'
import { blamesDatabase, topicsIn } from '../database/asking/points-to-database.ts'
import { observeDatabase } from '../database/observe-database.ts'
import { metricsOf } from '../expressions.ts'
import type { Observation, Scene } from '../scene.ts'
import { openAsking, type SignalQuestion, type Span, spanOf } from '../signals/signal-question.ts'
import { UNTIED } from '../weigh.ts'
import { isAkin, ownerName } from './entity-of.ts'
import { leftSide } from './fired.ts'
import { firstSaidQuestions } from './first-said.ts'
import { furtherNames, lookThrough } from './look-through.ts'
import { namesOfSuspects } from './session-orders.ts'
import { sufferingHost } from './steps/one-host.ts'
import { hasSessions } from './steps/own-matter.ts'
import { isComplaint } from './steps/release.ts'

const CALLS_MAX = 15
const LINES_MAX = 500
const MINUTE = 60_000

export async function askAround(observation: Observation): Promise<Partial<Scene>> {
  const { evidence, scene, now, subject, environment } = observation
  const { ask } = openAsking(evidence, Math.min(CALLS_MAX, evidence.callsLeft))
  const span = spanOf(now, subject.startedAt)
  let last: Scene | undefined
  const seen = (): Scene => {
    if (last?.exhibits.length === evidence.exhibits.length) return last
    last = {
      ...{ ...scene, subject, environment, now, exhibits: [...evidence.exhibits] },
      ...(scene.cluster && { cluster: readClusterScene(evidence.exhibits, subject) }),
    }
    return last
  }
  await ask(closedQuestions(scene))
  const { names } = lookThrough(seen()).whom
  await ask([...firedQuestions(scene, span), ...aboutQuestions(names, span)])
  await ask([...placeQuestions(seen(), span), ...everywhereQuestions(lookThrough(seen()).onset, span)])
  if (isLongAgo(seen()))
    await ask([lines(names.join(','), { ...span, start: new Date(now.getTime() - LONG_AGO_MS) }, true)])
  await ask(firstSaidQuestions(seen()))
  await ask(releaseQuestions(seen()))
  const further = furtherNames(seen(), names)
  await ask(aboutQuestions(further, span))
  const chain = await chainsEnd({ ...observation, scene: seen() })
  await ask(aboutQuestions(unknownBehind(seen(), [...names, ...further]), span))
  await ask(listingQuestions(seen()))
  await ask([...releaseQuestions(seen()), ...ledgerQuestions(seen())])
  await ask(closerQuestions(seen()))
  const unasked =
    scene.database || chain.database ? {} : await observeDatabase({ ...observation, scene: seen(), isLastLook: true })
  await openAsking(evidence, evidence.callsLeft).ask([...orderQuestions(seen()), ...sequelQuestions(seen(), span)])
  const cluster = scene.cluster && withSuspected(scene.cluster, readClusterScene(evidence.exhibits, subject))
  return { ...chain, ...unasked, ...(cluster && { cluster }) }
}

const CLOSED_MS = 72 * 60 * MINUTE

/** What was said of nodes that are closed to new pods while some wait: whether the work there is over. */
function closedQuestions(scene: Scene): SignalQuestion[] {
  const isClosing = unplacedPods(scene).some(({ refusals }) => refusals.some(({ kind }) => kind === 'cordon'))
  const closed = isClosing ? (scene.cluster?.nodes ?? []).filter(({ isUnschedulable }) => isUnschedulable) : []
  const names = closed.slice(0, NEIGHBOURS).map(({ name }) => name)
  if (names.length === 0) return []
  return [lines(names.join(','), { start: new Date(scene.now.getTime() - CLOSED_MS) }, true)]
}

const ORDERS_MS = 24 * 60 * MINUTE

function orderQuestions(scene: Scene): SignalQuestion[] {
  const names = namesOfSuspects(scene)
  return names === undefined ? [] : [lines(names, { start: new Date(scene.now.getTime() - ORDERS_MS) }, true)]
}

/** So far from the alert, a complaint is still part of its story. */
const IN_CHAIN = 2

/** Where those whom the complaints lead to complain of a database themselves, that is looked at as well, and what it shows is tied. */
async function chainsEnd(observation: Observation): Promise<Partial<Scene>> {
  const { scene } = observation
  const complaints = lookThrough(scene).facts.filter((one) => isComplaint(one) && one.ring <= IN_CHAIN)
  const led = topicsIn(complaints.map(({ text }) => text))
  const isOfClient = complaints.some(({ text, entity }) => blamesDatabase(text) && hasSessions(entity, scene.database))
  if ((led.length === 0 && !isOfClient) || (scene.database && scene.database.concern !== 'possible')) return {}
  return scene.database
    ? { database: { ...scene.database, concern: 'dependency' } }
    : observeDatabase({ ...observation, led })
}

const BLAMED = 6
const ASKED_MAX = 2
/** A word for what stands behind a program and then its name, or a name with a port. */
const BEHIND =
  /\b(?:queue|topic|stream|exchange|broker|host|server|cache|upstream|backend|database|bucket|shard)\s+["'`]?([a-z][a-z0-9]*(?:-[a-z0-9]+)+)|\b([a-z][a-z0-9]*(?:-[a-z0-9]+)+):\d{2,5}\b/gi

/** Whom those complain of who were asked about, and of whom nothing at all is known yet. */
function unknownBehind(scene: Scene, asked: readonly string[]): string[] {
  const { facts } = lookThrough(scene)
  const complaints = facts.filter((one) => isComplaint(one) && one.ring <= IN_CHAIN).slice(0, BLAMED)
  const blamed = complaints.flatMap(({ text }) =>
    [...text.matchAll(BEHIND)].flatMap(([, one, other]) => one ?? other ?? []),
  )
  const known = [...asked, ...facts.map(({ entity }) => entity)]
  return [...new Set(blamed)].filter((name) => !known.some((one) => isAkin(one, ownerName(name)))).slice(0, ASKED_MAX)
}

const LONG_AGO_MS = 72 * 60 * MINUTE

/** Nothing of whom the alert names stepped or was newly said in the last hours: what it tells of began before them. */
function isLongAgo(scene: Scene): boolean {
  const { facts, whom, onsetSeen } = lookThrough(scene)
  const isNews = ({ lens, ring, strength }: (typeof facts)[number]) =>
    ring <= 1 && strength >= NEWS && (lens === 'moved' || lens === 'said' || lens === 'changed' || lens === 'state')
  return whom.names.length > 0 && !whom.isOfWords && onsetSeen === undefined && !facts.some(isNews)
}

const NEWS = 0.6

function withSuspected(before: ClusterScene, cluster: ClusterScene): ClusterScene {
  const isKnown = (pod: ObjectKey) => before.described.some((one) => isSame(one.pod, pod))
  return { ...cluster, suspected: cluster.described.map(({ pod }) => pod).filter((pod) => !isKnown(pod)) }
}

function firedQuestions({ subject }: Scene, span: Span): SignalQuestion[] {
  const [expression] = subject.expressions ?? []
  if (expression === undefined) return []
  const names = metricsOf(expression).slice(0, 6)
  const place = subject.labels.namespace
  const within = place === undefined || !/namespace/.test(expression) ? '' : `,namespace=${JSON.stringify(place)}`
  return [
    ...(names.length === 0 ? [] : [moves(`{__name__=~${JSON.stringify(names.join('|'))}${within}}`, span)]),
    ...(/^[\w:]+(\{[^}]*\})?$/.test(leftSide(expression).left) ? [] : [moves(leftSide(expression).left, span)]),
  ]
}

export function aboutQuestions(names: readonly string[], span: Span): SignalQuestion[] {
  if (names.length === 0) return []
  const query = names
    .map((name) => name.replaceAll(',', ' '))
    .join(',')
    .slice(0, 2000)
  return [moves(query, span, true), lines(query, span, true)]
}

function placeQuestions({ subject, cluster }: Scene, span: Span): SignalQuestion[] {
  const namespace = cluster?.target.namespace ?? subject.namespace
  if (namespace === undefined) return []
  const selector = `{namespace=${JSON.stringify(namespace)}}`
  return [moves(selector, span), lines(selector, span)]
}

/** What else moved and was said around the onset, whoever it is about: the reason need not bear the name of who suffers. */
function everywhereQuestions(onset: Date, span: Span): SignalQuestion[] {
  const [from, to] = [new Date(onset.getTime() - 25 * MINUTE), new Date(onset.getTime() + 15 * MINUTE)]
  const said = lines('*', { ...span, start: from }, true)
  return [{ ...said, parameters: { ...said.parameters, end: to.toISOString() } }, moves('*', span, true)]
}

const PLACES_MAX = 2
/** Below it nobody is suspected. */
const SUSPECTED = 0.15

/** What was released where those run whom the facts point to, where nobody has listed that place: a neighbour's change may be the reason. */
function listingQuestions(scene: Scene): SignalQuestion[] {
  const { cluster } = scene
  // Who is not where the alert says is looked for by nobody's namesake elsewhere.
  if (!cluster || cluster.target.absent.length > 0 || cluster.listedWhole.includes('*')) return []
  const known = new Set(allWorkloads(cluster).map(({ name }) => name))
  const unlisted = lookThrough(scene)
    .hypotheses.slice(0, NEIGHBOURS)
    .filter(({ entity, score }) => score >= SUSPECTED && !known.has(entity))
    .flatMap(({ facts }) => facts.flatMap(({ place }) => place ?? []).slice(0, 1))
  const places = [...new Set([...unlisted, ...agentPlaces(scene, cluster, known)])].filter(
    (place) => isObjectName(place) && !cluster.listedWhole.includes(place),
  )
  return places.slice(0, PLACES_MAX).map((namespace) => ({ about: 'lens', ...call('list_pods', { namespace }) }))
}

/** Where one host alone is felt, whoever complains and serves it may be why, however far he seems. */
function agentPlaces(scene: Scene, cluster: ClusterScene, known: ReadonlySet<string>): string[] {
  const seen = lookThrough(scene)
  if (sufferingHost(cluster, seen) === undefined) return []
  const complaining = seen.facts.filter(({ lens, isIll, entity }) => lens === 'said' && isIll && !known.has(entity))
  return complaining.flatMap(({ place }) => place ?? [])
}

const NEIGHBOURS = 5

const RELEASED_MINUTES = 35

/** What was released right before the trouble, and nobody has seen yet what it changed. */
function releaseQuestions(scene: Scene): SignalQuestion[] {
  const { facts, onset } = lookThrough(scene)
  const places = facts.flatMap(({ deed, at }) => {
    const minutes = at ? minutesBetween(at, onset) : Number.POSITIVE_INFINITY
    const isUnseen = deed?.kind === 'release' && deed.differences.length === 0 && minutes >= 0
    return isUnseen && minutes <= RELEASED_MINUTES ? [deed.workload.namespace] : []
  })
  return [...new Set(places)]
    .slice(0, PLACES_MAX)
    .map((place) => ({ about: 'lens', ...readObject(`get replicasets -n ${place} -o json`) }))
}

const SEQUELS_MAX = 2
const DAY_MINUTES = 24 * 60
const BEFORE_MS = 60 * MINUTE
const AFTER_MS = 30 * MINUTE

/** What moved when somebody near was released, where that was before all that was looked at: what came with it stands there since. */
function sequelQuestions(scene: Scene, { start, stepSeconds }: Span): SignalQuestion[] {
  const { facts, onset } = lookThrough(scene)
  const releases = facts.flatMap(({ deed, at, ring }) =>
    deed?.kind === 'release' && at && ring < UNTIED && minutesBetween(at, onset) <= DAY_MINUTES
      ? [{ at, place: deed.workload.namespace }]
      : [],
  )
  const unseen = releases.filter(({ at }) => at.getTime() < start.getTime() + SEEN_BEFORE * stepSeconds * 1000)
  return unseen.slice(0, SEQUELS_MAX).map(({ at, place }) => {
    const asked = moves(`{namespace=${JSON.stringify(place)}}`, {
      start: new Date(at.getTime() - BEFORE_MS),
      stepSeconds,
    })
    const end = new Date(at.getTime() + AFTER_MS).toISOString()
    return { ...asked, parameters: { ...asked.parameters, end } }
  })
}

/** Of fewer points there is no before. */
const SEEN_BEFORE = 4

function ledgerQuestions(scene: Scene): SignalQuestion[] {
  const { subject, cluster, exhibits } = scene
  const isThere = exhibits.some(({ plugin, result }) => plugin === 'list_pods' && result.success)
  if (!isThere) return []
  const suspected = suspects(scene).map(({ namespace }) => namespace)
  const [first, ...others] = [...new Set([cluster?.target.namespace ?? subject.namespace, ...suspected])].filter(
    isObjectName,
  )
  const asked = [
    ...(first === undefined ? [] : [`get replicasets -n ${first} -o json`, `get configmaps -n ${first} -o json`]),
    ...others.slice(0, 1).map((place) => `get replicasets -n ${place} -o json`),
  ]
  return asked.map((command) => ({ about: 'lens', ...readObject(command) }))
}

const CLOSER_MAX = 2

/** What the suspected read and when it was written, and what was done with them, as far as nobody has looked yet. */
function closerQuestions(scene: Scene): SignalQuestion[] {
  const { cluster, exhibits } = scene
  if (!cluster) return []
  const all = suspects(scene)
  const unseen = all.filter((one) => !cluster.described.some(({ pod }) => isOf(pod, one)))
  const pods = unseen.flatMap((one) => cluster.pods.find((pod) => isOf(pod, one) && pod.phase === 'Running') ?? [])
  const hasEvents = (place: string) =>
    exhibits.some(({ plugin, parameters }) => plugin === 'get_events' && parameters.namespace === place)
  const places = [...new Set(all.map(({ namespace }) => namespace))].filter((place) => !hasEvents(place))
  return [
    ...places.slice(0, 1).map((namespace) => ({ about: 'lens' as const, ...call('get_events', { namespace }) })),
    ...pods.slice(0, CLOSER_MAX).map(({ namespace, name }) => ({
      about: 'lens' as const,
      ...call('describe_pod', { namespace, pod_name: name }),
    })),
  ]
}

type Suspect = { namespace: string; name: string }

function isOf(pod: Suspect, { namespace, name }: Suspect): boolean {
  return pod.namespace === namespace && (pod.name === name || ownerName(pod.name) === name)
}

const SUSPECTS = 3

/** The workloads that the facts point to. */
function suspects(scene: Scene): Suspect[] {
  const { deployments = [], statefulSets = [] } = scene.cluster ?? {}
  return lookThrough(scene)
    .hypotheses.slice(0, SUSPECTS)
    .flatMap(({ entity }) => [...deployments, ...statefulSets].find(({ name }) => name === entity) ?? [])
}

function moves(query: string, { start, stepSeconds }: Span, isName = false): SignalQuestion {
  const parameters = {
    query,
    ...(isName && { by_name: true }),
    changes: true,
    start: start.toISOString(),
    step: `${stepSeconds}s`,
  }
  return { about: 'lens', plugin: 'metrics.query_range', parameters }
}

function lines(query: string, { start }: Pick<Span, 'start'>, isName = false): SignalQuestion {
  const parameters = { query, ...(isName && { by_name: true }), start: start.toISOString(), limit: LINES_MAX }
  return { about: 'lens', plugin: 'logs.query', parameters }
}
