/** All lenses over one scene: the strongest facts, near ones first, and what they add up to. One that fails is named, alone. */
import type { ClusterScene } from '../cluster/cluster-scene.ts'
import { allWorkloads } from '../cluster/subject/resolve-target.ts'
import { Graph, registriesIn, tieCluster, tieEnvironment } from '../graph.ts'
import { knownFacts } from '../known/recall-knowledge.ts'
import { isStranger, type Scene } from '../scene.ts'
import { type Hypothesis, hypothesesOf, type RingOf, ringsAround, UNTIED, type Weighed, weighFacts } from '../weigh.ts'
import { changedFacts } from './changed.ts'
import { echoOf } from './echo.ts'
import { entityOf, isAkin, ownerName, plainName } from './entity-of.ts'
import type { Fact } from './fact.ts'
import { type Moved, movedIn } from './figures.ts'
import { firedFacts, firedMoves, ownMoves } from './fired.ts'
import { isKind, isMeantByWords } from './meant-by-words.ts'
import { movedFacts } from './moved.ts'
import { objectFacts } from './objects.ts'
import { onsetOf, seenOnset } from './onset.ts'
import { type Over, overOf } from './over.ts'
import { heardIn, linesOf, NOTHING_HEARD, newComplaints, saidFacts } from './said.ts'
import { sessionFacts } from './sessions.ts'
import { stateFacts } from './states.ts'
import { type Whom, whomToAsk } from './whom-to-ask.ts'

export type Seen = {
  onset: Date
  /** Undefined where it was only reckoned back from the alert. */
  onsetSeen: Date | undefined
  whom: Whom
  /** Under which names the alert's subject is known. */
  starts: readonly string[]
  /** Who runs here and complains in the words of an alert that names nobody. */
  echo: string | undefined
  graph: Graph
  ringOf: RingOf
  /** The strongest first. */
  facts: readonly Weighed[]
  hypotheses: readonly Hypothesis[]
  /** Where what the alert tells of has passed. */
  over: Over | undefined
  /** Lenses that failed, in a sentence each. */
  failures: readonly string[]
}

const NOBODY: Whom = { names: [], isOfWords: false }
const KNOWN = new WeakMap<Scene, Seen>()

/** A scene does not change: who looks again sees the same. */
export function lookThrough(scene: Scene): Seen {
  const seen = KNOWN.get(scene) ?? lookAt(scene)
  KNOWN.set(scene, seen)
  return seen
}

function lookAt(scene: Scene): Seen {
  const failures: string[] = []
  const through = <Found>(lens: string, look: () => Found, nothing: Found): Found => {
    try {
      return look()
    } catch (error) {
      failures.push(`${lens}: this lens failed on what was seen (${(error as Error).message}).`)
      return nothing
    }
  }
  const moved = through('moved', () => movedIn(scene.exhibits), [] as Moved[])
  const lines = through('said', () => linesOf(scene), [])
  const heard = through('said', () => heardIn(lines), NOTHING_HEARD)
  const fired = ownMoves(firedMoves(moved, scene.subject), scene.subject)
  const whom = through('subject', () => whomToAsk(scene), NOBODY)
  const named = through('subject', () => startsOf(scene, whom), [...whom.names])
  const complaints = newComplaints(heard, named)
  const echo = through('said', () => echoOf(scene, { names: named, complaints, moved }), undefined)
  const starts = echo === undefined ? named : [echo, ...named]
  // What began with a stranger says nothing of when the alert's own trouble did.
  const isOwn = (name: string) => !isStranger(scene, name)
  const onsetSeen = seenOnset(
    scene,
    fired.length > 0 ? fired : moved.filter(({ labels }) => isOwn(entityOf(labels) ?? '')),
    lines.filter(({ speaker }) => isOwn(speaker)),
    complaints.filter(({ speaker }) => isOwn(speaker)),
  )
  const onset = onsetOf(scene, onsetSeen)
  const facts = [
    ...through('known', () => knownFacts(scene, starts), [] as Fact[]),
    ...through('fired', () => firedFacts(moved, scene.subject), [] as Fact[]),
    ...through('moved', () => movedFacts(moved, onset, scene.now), [] as Fact[]),
    ...through('said', () => saidFacts(heard, onset), [] as Fact[]),
    ...through('changed', () => changedFacts(scene, onset), [] as Fact[]),
    ...through('state', () => (scene.cluster ? stateFacts(scene.cluster, scene.now) : []), [] as Fact[]),
    ...through('objects', () => (scene.cluster ? objectFacts(scene.cluster, scene.now) : []), [] as Fact[]),
    ...through('sessions', () => (scene.database ? sessionFacts(scene.database) : []), [] as Fact[]),
  ]
  const graph = through('graph', () => graphOf(scene, facts), new Graph())
  const ringOf = ringsAround(graph, starts)
  const weighed = once(weighFacts(facts, ringOf, onset))
  return {
    onset,
    onsetSeen,
    whom,
    starts,
    echo,
    graph,
    ringOf,
    facts: weighed,
    hypotheses: hypothesesOf(weighed).filter(({ entity }) => isOwn(entity)),
    over: through('over', () => overOf(scene, ringOf), undefined),
    failures: [...new Set(failures)],
  }
}

const TOGETHER_MS = 4 * 60_000

/** What began with others at that minute, whom nothing ties to the alert, marks no beginning of it; where it names nobody, all may be meant. */
export function ownOnset({ onsetSeen, facts, starts }: Pick<Seen, 'onsetSeen' | 'facts' | 'starts'>): Date | undefined {
  if (!onsetSeen || starts.length === 0) return onsetSeen
  const isThen = (at: Date | undefined) => at && Math.abs(at.getTime() - onsetSeen.getTime()) <= TOGETHER_MS
  return facts.some(({ lens, ring, at }) => (lens === 'fired' || ring < UNTIED) && isThen(at)) ? onsetSeen : undefined
}

function startsOf({ subject, cluster, noted }: Scene, whom: Whom): string[] {
  const { pod, service, workload, node, instance, database, claim } = subject
  const named = [
    pod,
    service,
    workload?.name,
    node,
    instance,
    database,
    claim,
    ...(isMeant(subject, cluster) ? (cluster?.target.workloads ?? []) : []).map(({ name }) => name),
  ]
  const names = whom.isOfWords && cluster ? namesMeant(subject.text, whom.names, cluster) : whom.names
  const isPlace = (name: string) => cluster?.pods.some(({ namespace }) => namespace === name) ?? false
  const isProgram = (name: string) =>
    !isPlace(name) || (cluster !== undefined && allWorkloads(cluster).some((one) => isAkin(one.name, name)))
  return [
    ...new Set([
      ...names.filter(isProgram),
      ...(noted?.names ?? []),
      ...named.flatMap((name) => (name ? [plainName(name)] : [])),
    ]),
  ]
}

/** Where words mean somebody who runs here, what kind of thing he may be means nobody else. */
function namesMeant(text: string, names: readonly string[], cluster: ClusterScene): readonly string[] {
  const meant = allWorkloads(cluster).flatMap(({ name }) => (isMeantByWords(text, name) ? [name] : []))
  return meant.length === 0 ? names : [...new Set([...meant, ...names.filter((name) => !isKind(name))])]
}

/** Whoever is in trouble somewhere is not meant by an alert that names neither him nor his place. */
function isMeant({ namespace }: Scene['subject'], cluster: Scene['cluster']): boolean {
  return cluster?.target.isNamed === true || namespace !== undefined
}

function graphOf(scene: Scene, facts: readonly Fact[]): Graph {
  const graph = new Graph()
  if (scene.cluster) tieCluster(graph, scene.cluster)
  tieEnvironment(graph, scene.environment)
  const known = knownNames(scene)
  const registries = scene.cluster ? registriesIn(scene.cluster) : new Set<string>()
  for (const { lens, entity, names, text } of facts) {
    const isSaid = lens === 'said' || lens === 'state'
    const spoken = isSaid ? (text.toLowerCase().match(WORD) ?? []).filter((word) => known.has(word)) : []
    // Of a registry one may complain; that an image came from there says nothing.
    const named = [...names, ...spoken].filter((name) => isSaid || !registries.has(name.toLowerCase()))
    for (const name of named) graph.tie(ownerName(entity), name, isSaid ? 'calls' : 'same')
  }
  return graph
}

const WORD = /[a-z][a-z0-9-]{2,}/g

/** A plain word in a line is somebody's name where a listing or people say so. */
function knownNames({ cluster, environment }: Scene): ReadonlySet<string> {
  const listed = cluster ? allWorkloads(cluster).map(({ name }) => name) : []
  const services = cluster?.described.flatMap(({ services: all }) => all.map(({ name }) => name)) ?? []
  return new Set([...listed, ...services, ...environment.services.map(({ name }) => name)])
}

/** What two lenses saw alike is told once, by the stronger; what the alert fires on, as that. */
function once(facts: readonly Weighed[]): Weighed[] {
  const known = new Map<string, Weighed>()
  for (const fact of facts) {
    const key = fact.text.replace(/\s*\((?:it fires|and \d+ more).*$/, '').slice(0, 160)
    const same = known.get(key)
    if (!same || (fact.lens === 'fired' && same.lens === 'moved')) known.set(key, fact)
  }
  return [...known.values()].sort((one, other) => other.score - one.score)
}

const FURTHER_MAX = 5

/** Whom the strongest facts name and nobody has been asked about; first where the odd one runs. */
export function furtherNames(scene: Scene, asked: readonly string[]): string[] {
  const { facts } = lookThrough(scene)
  const strong = facts.slice(0, 12)
  const hosts = strong
    .filter(({ lens }) => lens === 'differs')
    .flatMap(({ names, entity }) => hostsOf([entity, ...names], scene))
  const named = [...strong.map(({ entity }) => entity), ...strong.flatMap(({ names }) => names)]
  const fresh = [...new Set([...hosts, ...named].map((name) => ownerName(plainName(name))))].filter(
    (name) =>
      /[a-z]{4}|\d\.\d|^[a-z]+-?\d+$/i.test(name) && !NO_THING.test(name) && !asked.some((one) => isAkin(one, name)),
  )
  return fresh.slice(0, FURTHER_MAX)
}

const NO_THING = /\.(go|py|js|java|php|rb|ts|rs|c|service|scope|slice)$|^http_/i

function hostsOf(names: readonly string[], { cluster }: Scene): string[] {
  const pods = (cluster?.pods ?? []).filter(({ name }) => names.includes(name))
  const nodes = [...new Set(pods.flatMap(({ nodeName }) => nodeName ?? []))]
  return nodes.flatMap((node) => [node, cluster?.nodes.find(({ name }) => name === node)?.address ?? ''])
}
