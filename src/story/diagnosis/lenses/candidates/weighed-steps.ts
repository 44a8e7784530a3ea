/**
 * Of all steps that could be taken those for which most speaks. Every release, replica, deployment, host, session and table
 * near the alert is a candidate; what is seen of it is weighed alike for all, and the sum is the chance that it is the right one.
 */
import { rollbackGate } from '../../cluster/gates.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import type { Scene } from '../../scene.ts'
import type { Seen } from '../look-through.ts'
import { releaseOf } from '../steps/release.ts'
import type { LensStep, Sight } from '../steps/sight.ts'
import type { Candidate, Signs } from './candidate.ts'
import { fewerCandidates } from './fewer-hands.ts'
import { handsCandidates } from './hands.ts'
import { agentAmong } from './host-agent.ts'
import { hostCandidates } from './hosts.ts'
import { releaseCandidates } from './releases.ts'
import { replicaCandidates } from './replicas.ts'
import { sessionCandidates } from './sessions.ts'
import { sayings } from './sign-words.ts'
import { tableCandidates } from './tables.ts'
import { WEIGHTS } from './weights.ts'

type Given = { scene: Scene; seen: Seen; heard: Sight['heard'] }
export type WeighedCandidate = { candidate: Candidate; chance: number }

/** The likeliest first. */
export function weighedCandidates(given: Given): WeighedCandidate[] {
  const candidates = candidatesOf(given)
  const agent = agentAmong(candidates, given)
  const all = candidates.map((candidate) => ({ candidate, chance: chanceOf(candidate) }))
  return all
    .map((one) => (one.candidate === agent ? asAgent(one) : { ...one, chance: chanceBeside(one, all, agent, given) }))
    .sort((one, other) => other.chance - one.chance)
}

/** Signs that are rare are worth little by the sum; of whom they speak nobody was innocent so far. */
const TOLD_ITSELF = 0.6

function asAgent({ candidate, chance }: WeighedCandidate): WeighedCandidate {
  return {
    candidate: { ...candidate, signs: { ...candidate.signs, hostAgent: 1 } },
    chance: Math.max(chance, TOLD_ITSELF),
  }
}

/** A replica near the alert of itself; or a log of an old session, by its number, that waits for nobody. */
function isTold({ family, signs }: Candidate): boolean {
  if (family === 'session') return signs.named === 1 && signs.old10 === 1 && signs.waiter !== 1
  if (signs.lostAlone === 1) return signs.ring0 === 1 || signs.ring1 === 1
  return signs.stillAlone === 1 && (signs.ring0 === 1 || signs.ring1 === 1 || signs.home === 1)
}

function chanceBeside(
  { candidate, chance }: WeighedCandidate,
  all: readonly WeighedCandidate[],
  agent: Candidate | undefined,
  given: Given,
): number {
  if (candidate.family === 'cordon' && agent) return 0
  return (isTold(candidate) ? Math.max(chance, TOLD_ITSELF) : chance) * (1 - hostsPart(candidate, all, given))
}

/** How likely it is that a replica's trouble is its host's, of which a new process there would get as much. */
function hostsPart({ family, atFault }: Candidate, all: readonly WeighedCandidate[], { scene }: Given): number {
  const pod = scene.cluster?.pods.find(
    ({ namespace, name }) => namespace === atFault.namespace && name === atFault.name,
  )
  if (family !== 'restart' || pod?.nodeName === undefined) return 0
  const host = all.find(({ candidate }) => candidate.family === 'cordon' && candidate.atFault.name === pod.nodeName)
  return host && isOddPlace(host.candidate.signs) ? host.chance : 0
}

/** Only there anybody suffers, while their like is well elsewhere: of several workloads, or on a host that is unlike the others. */
function isOddPlace({ all, split, splitSeveral, strangeIll }: Signs): boolean {
  return all === 1 && split === 1 && (splitSeveral === 1 || strangeIll === 1)
}

/** A release lies near to nearly every trouble; a session or a table at fault is rare and speaks against all else. */
export function candidatesOf({ scene, seen, heard }: Given): Candidate[] {
  const sight = scene.cluster && { scene, cluster: scene.cluster, seen, heard }
  const ofCluster = sight
    ? [releaseCandidates, replicaCandidates, handsCandidates, fewerCandidates, hostCandidates].flatMap((list) =>
        list(sight),
      )
    : []
  const ofDatabase = [...sessionCandidates(scene, seen), ...tableCandidates(scene, seen)]
  const database = Math.max(0, ...ofDatabase.map(chanceOf))
  return [...ofCluster.map((one) => ({ ...one, signs: { ...one.signs, database } })), ...ofDatabase]
}

function chanceOf({ family, signs }: Candidate): number {
  const { bias, signs: weights } = WEIGHTS[family]
  const sum = Object.entries(weights).reduce((all, [sign, weight]) => all + weight * (signs[sign] ?? 0), bias)
  return 1 / (1 + Math.exp(-sum))
}

type Found = Pick<Given, 'scene' | 'seen'>

export function stepOf(candidate: Candidate, given: Found): LensStep | undefined {
  const { family, action, atFault, signs, says } = candidate
  const tie = tieOf(signs)
  if (family === 'rollback') return undoing(candidate, given, tie)
  const why = `Of all steps that were weighed, ${says} fits best what was seen: ${sayings(family, signs)}.`
  return { action: { ...action, why }, atFault, ...tie }
}

const FIGURES = ['far', 'stepped', 'figures', 'differs', 'ownFar', 'full', 'fill', 'moved', 'ownMoved', 'baseMoved']

/** Words alone tie nobody, for anybody may write them into a log; those of the environment context do, figures, and a release at home right before it began. */
function tieOf(signs: Candidate['signs']): { tie?: string } {
  if (FIGURES.some((sign) => (signs[sign] ?? 0) > 0)) return { tie: 'its figures moved with the trouble' }
  if (signs.strangeIll === 1 && signs.several === 1 && (signs.ring0 === 1 || signs.ring1 === 1))
    return { tie: 'several that suffer stand on it, and it is unlike the other hosts' }
  if (signs.hostAgent === 1) return { tie: 'it serves the only host whose pods suffer' }
  if (signs.writtenWith === 1) return { tie: 'people wrote of it together with whom the alert is about' }
  return signs.home === 1 && (signs.t0 === 1 || signs.prompt === 1)
    ? { tie: 'it was released where the alert is, right before it began' }
    : {}
}

function undoing(
  { action: { parameters }, atFault, signs }: Candidate,
  given: Found,
  tie: { tie?: string },
): LensStep | undefined {
  const { scene, seen } = given
  const { cluster, now } = scene
  const release = releaseOf(seen.facts, { ...atFault, revision: parameters.revision })
  if (!cluster || !release) return undefined
  const { workload, differences, backTo } = release.deed
  const began = seen.onset.toISOString().slice(11, 16)
  const since = signs.t0 === 1 && release.at > seen.onset ? release.at : seen.onset
  const why = `The trouble began at ${began} UTC, after ${backTo === undefined ? 'this' : 'an earlier'} revision of ${workload.name} (${sayChanges(differences)}), for which speaks: ${sayings('rollback', signs)}.`
  const [action] = rollbackGate({ cluster, now }, { workload, since, guilty: differences, backTo, why }).actions
  return action && { action, atFault: workload, ...tie }
}
