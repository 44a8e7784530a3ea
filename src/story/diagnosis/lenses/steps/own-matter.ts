/**
 * Whether a step that a rule wants is the alert's own matter: a lock that only strangers wait for, or a host on which neither
 * whom the alert names nor anybody he depends on stands, is somebody else's incident, however certain it is.
 */
import type { StepObject } from '../../../../plugins/gate.ts'
import type { WantedAction } from '../../../incident/wanted-step.ts'
import { podsOf, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { allWorkloads } from '../../cluster/subject/resolve-target.ts'
import { blockingRoots } from '../../database/locks/blocking-roots.ts'
import { isPlaceMeant } from '../../gates/stated-subject.ts'
import { registriesIn } from '../../graph.ts'
import type { Scene } from '../../scene.ts'
import type { Weighed } from '../../weigh.ts'
import { isTimely } from '../candidates/workload-signs.ts'
import { hasName, isWrittenWith } from '../candidates/written-signs.ts'
import { isAkin, ownerName } from '../entity-of.ts'
import { isMeantByWords } from '../meant-by-words.ts'
import { wordsOf } from '../telling-words.ts'
import { tieTo } from '../voices.ts'
import { sharesPhrase } from '../whom-to-ask.ts'
import { bearsName, isComplaint, isFar, labelled } from './release.ts'
import type { Sight } from './sight.ts'

/** Undefined where it is, and where the alert names nobody. */
export function whyForeign(step: WantedAction, sight: Sight): string | undefined {
  const { cluster } = sight
  if (!cluster.target.isNamed || cluster.target.workloads.length === 0) return undefined
  // Of a node that is to be opened nobody runs there yet.
  if (step.parameters.uncordon === true) return undefined
  if (step.plugin === 'cordon_node') return foreignHost(String(step.parameters.node), sight)
  return 'pid' in step.parameters ? foreignLock(Number(step.parameters.pid), sight) : undefined
}

function foreignHost(node: string, sight: Sight): string | undefined {
  const { cluster } = sight
  if ([cluster.target.node, ...cluster.target.nodesBeside].includes(node)) return undefined
  const near = allWorkloads(cluster).filter(({ name }) => isConcerned(name, sight))
  const isUsed = near.some((workload) => podsOf(cluster, workload).some(({ nodeName }) => nodeName === node))
  return isUsed ? undefined : `But nothing that the alert is about runs on ${node}.`
}

/** Of sessions that were found through the namespace alone, those who wait must have to do with whom the alert names. */
function foreignLock(pid: number, sight: Sight): string | undefined {
  const { scene, cluster } = sight
  const { locks, concern } = scene.database ?? {}
  const found = locks && blockingRoots(locks.thing).find(({ root }) => root.pid === pid)
  if (!found || concern !== 'possible') return undefined
  const programs = found.waiters.flatMap((waiter) => {
    const { application_name: name = '', client_addr: address = null } = waiter as Partial<Session>
    const pod = address === null ? undefined : cluster.pods.find(({ podIP }) => podIP === address)
    return [pod && workloadOf(cluster, pod)?.name, name].filter((one) => typeof one === 'string' && one !== '')
  })
  const isForeign = programs.length > 0 && !programs.some((name) => isConcerned(String(name), sight))
  const names = [...new Set(programs)].slice(0, 2).join(' and ')
  return isForeign
    ? `But those who wait for pid ${pid} (${names}) have nothing to do with whom the alert names.`
    : undefined
}

type Session = { application_name: string | null; client_addr: string | null }

/** He is meant, or calls and complaints lead to him; that two share a host or a namespace makes neither the other's matter. */
function isConcerned(name: string, sight: Sight): boolean {
  const { starts } = sight.seen
  if (starts.some((start) => isAkin(start, name))) return true
  return [...ringsOf(sight).keys()].some((known) => isAkin(known, name))
}

const RINGS = new WeakMap<Sight['seen'], ReadonlyMap<string, number>>()

/** Over no host, no registry and no namespace, however they came to be named: they hold and serve whoever there is. */
function ringsOf(sight: Sight): ReadonlyMap<string, number> {
  const { seen } = sight
  const rings = RINGS.get(seen) ?? ringsAbout(seen.starts, sight)
  RINGS.set(seen, rings)
  return rings
}

function ringsAbout(starts: readonly string[], { cluster, seen }: Sight): ReadonlyMap<string, number> {
  const places = cluster.pods.map(({ namespace }) => namespace)
  const shared = [...cluster.nodes.map(({ name }) => name), ...places, ...registriesIn(cluster)]
  const ends = new Set(shared.map((name) => name.toLowerCase()))
  return seen.graph.rings(starts, (tie) => tie !== 'runs_on', ends)
}

/** What belongs to the alert, and what stands in the place that is all its labels name. */
export function isOwnMatter({ name, namespace }: StepObject, sight: Sight): boolean {
  const { scene } = sight
  if (isConcerned(name, sight) || isMeantByWords(scene.subject.text, name)) return true
  if (isOnMeantHost(name, namespace, sight) || isCountedByMeant(name, sight)) return true
  if (isWrittenWith(name, sight, (sentence, other) => hasName(sentence, other) || isMeantByWords(sentence, other)))
    return true
  if (isPlaceMeant(scene.subject, sight.cluster) && isOfPlace(name, namespace, sight)) return true
  return hasSessions(name, scene.database) && sight.seen.starts.some((start) => hasSessions(start, scene.database))
}

/** Who lives in the place that is all the labels name, and who is told or known to call somebody there. */
function isOfPlace(name: string, namespace: string | undefined, sight: Sight): boolean {
  const { cluster, scene } = sight
  const place = scene.subject.namespace
  if (namespace !== undefined && namespace === place) return true
  const there = allWorkloads(cluster).filter((one) => one.namespace === place)
  const near = ringsAbout(
    there.map((one) => one.name),
    sight,
  )
  return [...near].some(([other, ring]) => ring <= 1 && isAkin(other, name))
}

/** Of a host that the alert is about, whoever runs there may be the matter. */
function isOnMeantHost(name: string, namespace: string | undefined, { cluster, scene }: Sight): boolean {
  const host = cluster.target.node ?? scene.subject.node
  return cluster.pods.some((pod) => {
    const isThere = host !== undefined && pod.nodeName === host && pod.namespace === namespace
    return isThere && (pod.name === name || workloadOf(cluster, pod)?.name === name)
  })
}

/** What somebody whom the alert means, or whom that one calls, counts under this name went far: what he is asked, sent or handed by it. */
function isCountedByMeant(name: string, sight: Sight): boolean {
  const { facts, starts, onset } = sight.seen
  const called = [...ringsOf(sight)].flatMap(([other, ring]) => (ring <= 1 ? other : []))
  const isOfMeant = (one: Weighed) => [...starts, ...called].some((who) => bearsName(one, who)) && isTimely(one, onset)
  return facts.some((one) => isFar(one) && isOfMeant(one) && labelled(one.text).some((value) => isAkin(value, name)))
}

const TOGETHER_MINUTES = 4
const MINUTE_MS = 60_000

/**
 * His trouble and that of whom the alert is about began together, nobody else is in any who has not to do with either, and whom
 * the alert is about complains of nothing else: two troubles of the same minutes are one, as long as there is no third.
 */
export function isOnlyTrouble({ name }: StepObject, sight: Sight): boolean {
  const { facts, onset, starts } = sight.seen
  const owner = ownerName(name)
  const troubles = facts.filter((one) => isTrouble(one) && isTimely(one, onset))
  const first = (isWho: (one: Weighed) => boolean) =>
    Math.min(...troubles.filter(isWho).map(({ at }) => at?.getTime() ?? Number.POSITIVE_INFINITY))
  const isHis = ({ entity }: Weighed) => isAkin(ownerName(entity), owner)
  const isMeant = ({ lens, entity }: Weighed) => lens === 'fired' || starts.some((start) => isAkin(start, entity))
  const isTogether = Math.abs(first(isHis) - first(isMeant)) <= TOGETHER_MINUTES * MINUTE_MS
  // Whoever complains says himself what of.
  const complaints = troubles.filter((one) => isMeant(one) && isComplaint(one))
  const isQuoted = (one: Weighed) => troubles.some((other) => isHis(other) && isSharing(one, other))
  if (!isTogether || (complaints.length > 0 && !complaints.some(isQuoted))) return false
  const near = [...ringsAbout([owner], sight)].flatMap(([other, ring]) => (ring <= 1 ? other : []))
  const isTheirs = (who: string) => isConcerned(who, sight) || near.some((other) => isAkin(other, who))
  const isHere = (who: string) => allWorkloads(sight.cluster).some((one) => isAkin(one.name, who))
  const troubled = troubles.map(({ entity }) => ownerName(entity)).filter(isHere)
  return troubled.every(isTheirs)
}

const SHARED_LEAST = 2

function isSharing({ text }: Weighed, other: Weighed): boolean {
  const words = /: "(.*)"/s.exec(other.text)?.[1] ?? ''
  return sharesPhrase(text, words) || tieTo(new Set(wordsOf(text)), words) >= SHARED_LEAST
}

function isTrouble(one: Weighed): boolean {
  return isComplaint(one) || isFar(one) || one.lens === 'state'
}

/** Two programs that meet in a database need no other tie. */
export function hasSessions(name: string, database: Scene['database']): boolean {
  const groups = database?.connections?.thing.groups ?? []
  return groups.some(({ application_name: program }) => program !== null && program !== '' && isAkin(program, name))
}
