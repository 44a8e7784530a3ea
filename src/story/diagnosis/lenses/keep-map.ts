/** The way from those the facts point to, to those the alert speaks of, small enough to be drawn and read at one glance. */

import type { FaultName, Guess } from '../../incident/diagnosis.ts'
import type { EntityMap, EntityTie, MappedEntity } from '../../incident/entity-map.ts'
import { allWorkloads } from '../cluster/subject/resolve-target.ts'
import { isTiedToAlert } from '../database/asking/points-to-database.ts'
import type { Finding } from '../finding.ts'
import type { Scene } from '../scene.ts'
import type { Hypothesis, Weighed } from '../weigh.ts'
import { acquits } from './act-on-facts.ts'
import { isAkin, ownerName } from './entity-of.ts'
import { againstOf, WEAKER } from './grade.ts'
import type { Seen } from './look-through.ts'
import { keyFindingOf, leading } from './tell-facts.ts'

const SUSPECTS = 3
const ENTITIES_MAX = 12
const TIES_MAX = 20
const FINDINGS_SHOWN = 2
const LEAST_SCORE = 0.1

type Sight = Pick<Seen, 'starts' | 'graph' | 'hypotheses'>
type IsThing = (name: string) => boolean
type RunsOn = (name: string, node: string) => boolean
type IsSpokenOf = (name: string) => boolean

/**
 * Undefined where nothing points to anybody, or no tie is known: boxes alone would say that nothing ties them. `isThing`
 * knows the things of this world: two that only share a word of their log lines are not tied by it. `isSpokenOf` knows whom
 * the alert names: where it names a place, who is in trouble there is where ways end, and may be a stranger to it.
 */
export function keptMap(
  sight: Sight,
  faults: readonly FaultName[],
  isThing: IsThing = () => true,
  runsOn: RunsOn = () => false,
  isSpokenOf: IsSpokenOf = () => true,
): EntityMap | undefined {
  const suspects = suspectsOf(sight, faults).filter(isThing)
  if (suspects.length === 0) return undefined
  const called = (name: string) =>
    subjectCalled(name, sight.starts) ?? suspects.find((one) => isOf(one, ownerName(name))) ?? ownerName(name)
  const isOfThings = (way: readonly EntityTie[]) => way.every(({ from, to }) => [from, to].every(isThing))
  const ways = suspects.map((name) => wayOf(name, sight)).filter(isOfThings)
  const ties = collapsed(asListed(ways.flat(), runsOn), called).slice(0, TIES_MAX)
  if (ties.length === 0) return undefined
  const [main = ''] = sight.starts
  // Whom no tie leads to stands there all the same, and that he stands apart is what there is to see.
  const names = once([...suspects.map(called), called(main), ...ties.flatMap(({ from, to }) => [from, to])])
  const entities = names
    .filter((name) => name !== '')
    .slice(0, ENTITIES_MAX)
    .map((name) => entityOf(name, { sight, suspects: suspects.map(called), isSpokenOf }))
  const isShown = (name: string) => entities.some((one) => one.name === name)
  return { entities, ties: ties.filter(({ from, to }) => isShown(from) && isShown(to)) }
}

/** The proven one first; then those whom the facts point to. */
function suspectsOf({ hypotheses }: Sight, faults: readonly FaultName[]): string[] {
  const proven = faults.slice(0, 1).map(({ object }) => object.split(' ').at(-1)?.split('/').at(-1) ?? '')
  const likely = hypotheses.filter(({ score }) => score >= LEAST_SCORE).map(({ entity }) => entity)
  return once([...proven, ...likely].filter((name) => name !== '').map(ownerName)).slice(0, SUSPECTS)
}

/** Along the calls where they lead there: beside them, a node that both run on explains nothing. */
function wayOf(suspect: string, { graph, starts }: Sight): readonly EntityTie[] {
  const isSubject = (name: string) => subjectCalled(name, starts) !== undefined
  const calling = graph.callersTo(suspect, isSubject)
  return calling.length > 0 ? calling : graph.wayTo(suspect, isSubject)
}

/** Pods and sets that bear the subject's name are drawn as the subject. */
function subjectCalled(name: string, starts: readonly string[]): string | undefined {
  return starts.find((start) => isAkin(start, name))
}

/** Where one is known to run on the other, whatever its lines say of that other does not make it a call. */
function asListed(ties: readonly EntityTie[], runsOn: RunsOn): EntityTie[] {
  return ties.map((one) => {
    if (runsOn(one.from, one.to)) return { ...one, tie: 'runs_on' }
    return runsOn(one.to, one.from) ? { from: one.to, to: one.from, tie: 'runs_on' } : one
  })
}

function collapsed(ties: readonly EntityTie[], called: (name: string) => string): EntityTie[] {
  const named = ties.map(({ from, to, tie }) => ({ from: called(from), to: called(to), tie }))
  const apart = named.filter(({ from, to }) => from !== to)
  return [...new Map(apart.map((one) => [[one.from, one.to].sort().join(' '), one])).values()]
}

type Around = { sight: Sight; suspects: readonly string[]; isSpokenOf: IsSpokenOf }

function entityOf(name: string, { sight, suspects, isSpokenOf }: Around): MappedEntity {
  const own = sight.hypotheses.filter(({ entity }) => isOf(entity, name))
  return {
    name,
    isSubject: subjectCalled(name, sight.starts) !== undefined && isSpokenOf(name),
    isSuspect: suspects.includes(name),
    findings: own.flatMap(({ facts }: Hypothesis) => facts.map(({ text }) => text)).slice(0, FINDINGS_SHOWN),
  }
}

function isOf(entity: string, name: string): boolean {
  return entity.toLowerCase() === name.toLowerCase()
}

/** Names differ in their letters' case by where they were read. */
function once(names: readonly string[]): string[] {
  return names.filter((name, at) => names.findIndex((one) => isOf(one, name)) === at)
}

// The likeliest of what was seen, kept apart from the conclusion: where nothing is proven, a person begins with
// them.

const GUESSES_KEPT = 2

export function keptGuesses(
  { hypotheses, onset }: Pick<Seen, 'hypotheses' | 'onset'>,
  scene: Scene,
  findings: readonly Finding[] = [],
): Guess[] {
  const guesses = hypotheses
    .map((one) => withoutAcquitted(one, findings))
    .map((hypothesis) => ({
      entity: hypothesis.entity,
      findings: leading(hypothesis).flatMap((fact) => keyFindingOf(fact, scene)),
      cleared: clearedBy(hypothesis, findings),
      against: againstOf(hypothesis, onset),
    }))
    .filter((guess) => guess.findings.length > 0)
    .toSorted((one, other) => one.cleared.length - other.cleared.length)
  // Nobody stands before the first, so it is weaker than nobody.
  return guesses.slice(0, GUESSES_KEPT).map(({ entity, findings: seen, cleared, against }, at) => ({
    ...{ entity, findings: seen },
    against: [...new Set([...cleared, ...against.filter((words) => at > 0 || words !== WEAKER)])],
  }))
}

/** What was found of it, and does not explain the alert, is told by the finding; as a guess it comes after all others. */
function clearedBy({ entity, facts }: Hypothesis, findings: readonly Finding[]): string[] {
  const isOfIt = ({ subject: { name } }: Finding) =>
    isAkin(entity, name) || facts.some(({ text }) => IS_SESSION.test(name) && text.startsWith(`${name} `))
  return findings.flatMap((one) => (one.against !== undefined && isOfIt(one) ? [one.against] : [])).slice(0, 1)
}

const IS_SESSION = /^pid \d+$/

/** A release that a rule has acquitted speaks for nobody's guilt. */
function withoutAcquitted(hypothesis: Hypothesis, findings: readonly Finding[]): Hypothesis {
  const isAcquitted = ({ deed }: Weighed) =>
    deed?.kind === 'release' &&
    deed.backTo === undefined &&
    findings.some((finding) => acquits(finding, deed.workload.name))
  return { ...hypothesis, facts: hypothesis.facts.filter((fact) => !isAcquitted(fact)) }
}

// Which names are things of this world, and which are only words of a log line.

/** `orders-db`, `api.partner.com`: what is called so may well be a thing that no listing shows. */
const LIKE_A_NAME = /^(?=.*[a-z])[a-z0-9]+(?:-[a-z0-9]+)+$/
const LIKE_A_HOST = /^(?:[a-z0-9-]+\.)+(?:[a-z]{2,})(?::\d+)?$/
/** Files, classes and fields bear dots too. */
const OF_CODE =
  /\.(?:go|java|py|rb|js|ts|php|cs|cpp|rs|kt|sh|sql|json|ya?ml|xml|html?|conf|log|lock|exception|error)$|^(?:java|javax|org|com|net|io)\./

/** Known are those a listing or people name, those the alert names, and whoever bears figures or speaks. */
export function thingsOf(scene: Scene, { facts, starts }: Pick<Seen, 'facts' | 'starts'>): (name: string) => boolean {
  const known = new Set([...namesIn(scene), ...starts, ...facts.map(({ entity }) => entity)].flatMap(bothNames))
  return (given) => {
    const name = given.toLowerCase()
    return known.has(name) || LIKE_A_NAME.test(name) || (LIKE_A_HOST.test(name) && !OF_CODE.test(name))
  }
}

/** By a label, or in its words. */
export function spokenOf(scene: Scene): IsSpokenOf {
  const { subject, noted, database } = scene
  // What looks like it and is told to be another matter is none of the alert's.
  const apart = database && !isTiedToAlert(scene) ? [database.database, `database ${database.database}`] : []
  const words = [...Object.values(subject.labels), ...subject.text.split(/[^\w.-]+/), ...(noted?.names ?? [])]
  return (name) => !apart.includes(name) && words.some((word) => isAkin(word, name))
}

/** Pods, their owners and what is called like them, each on the node that a listing shows it on. */
export function placesOf({ cluster }: Pick<Scene, 'cluster'>): RunsOn {
  const places = new Set(
    (cluster?.pods ?? []).flatMap(({ name, nodeName, owner }) =>
      nodeName ? [name, ownerName(name), owner?.name ?? name].map((one) => placeKey(one, nodeName)) : [],
    ),
  )
  return (name, node) => places.has(placeKey(name, node))
}

function placeKey(name: string, node: string): string {
  return `${name} ${node}`.toLowerCase()
}

function bothNames(name: string): string[] {
  return [name.toLowerCase(), ownerName(name).toLowerCase()]
}

function namesIn({ cluster, database, environment: { services, databases, middleware } }: Scene): string[] {
  const told = [...services, ...databases, ...middleware].map(({ name }) => name)
  if (!cluster) return [...told, database?.database ?? '']
  const { pods, nodes, objects, described, deployments } = cluster
  const routed = described.flatMap(({ services: all }) => all)
  const sets = deployments.flatMap(({ revisions }) => revisions)
  const listed = [...allWorkloads(cluster), ...pods, ...nodes, ...objects, ...routed, ...sets]
  return [...told, ...listed.map(({ name }) => name), database?.database ?? '']
}
