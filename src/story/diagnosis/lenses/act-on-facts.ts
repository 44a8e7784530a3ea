/**
 * One judge of all steps: the one for which most speaks is wanted, if its plugin's own gate lets it through, and what a rule
 * wants is held against the same weights. What a rule wants although the facts clear it stays undone.
 */
import type { DiagnosisOutcome, KeyFinding } from '../../incident/diagnosis.ts'
import type { ClearedStep, WantedAction } from '../../incident/wanted-step.ts'
import type { Finding } from '../finding.ts'
import type { Hands } from '../gates/judge-step.ts'
import { isSomebodyLabelled } from '../gates/stated-subject.ts'
import { isStranger, type Scene } from '../scene.ts'
import type { Candidate, Signs } from './candidates/candidate.ts'
import { type WeighedCandidate, weighedCandidates } from './candidates/weighed-steps.ts'
import type { Family } from './candidates/weights.ts'
import { hasName } from './candidates/written-signs.ts'
import { isAkin } from './entity-of.ts'
import { GUESS_MAX } from './grade.ts'
import type { Seen } from './look-through.ts'
import {
  isGuessedRelease,
  isLikely,
  isNear,
  isOutdone,
  isRivalled,
  isSameStep,
  judgeStep,
  openSteps,
} from './open-steps.ts'
import { clearedRecords } from './steps/cleared-records.ts'
import { whyInnocent } from './steps/innocence.ts'
import { isOnlyTrouble, isOwnMatter, whyForeign } from './steps/own-matter.ts'
import { releaseOf } from './steps/release.ts'
import type { Sight } from './steps/sight.ts'
import { isGuess } from './tell-facts.ts'
import { voicesOf } from './voices.ts'

type Given = { scene: Scene; seen: Seen; findings: readonly Finding[]; hands: Hands; personSaid: string }

/** A step rests on no less. */
const ACTING = 0.6

/** It was there before him. */
export function acquits({ kind, subject }: Finding, released: string): boolean {
  return kind === 'release_not_guilty' && isAkin(subject.name, released)
}

export function actOnFacts(concluded: DiagnosisOutcome, given: Given): DiagnosisOutcome {
  const outcome = withoutInnocent(concluded, given)
  // What is over needs nothing.
  if (!OPEN.has(outcome.diagnosis.situation)) return outcome
  if (given.seen.over) return outcome.wanted.length > 0 ? withoutStep(outcome, '', OVER) : outcome
  try {
    const weighed = outcome.wanted.length > 0 ? heldAgainstWeights(outcome, given) : actOnWeights(outcome, given)
    return heedAnnounced(weighed, given)
  } catch (error) {
    return withFailure(outcome, error as Error)
  }
}

const OVER = 'Nothing is changed for what is over.'
const OPEN = new Set(['fault', 'unclear', 'not_found'])

const MEANT = 'Nothing is changed for a trial that was announced; whoever announced it decides.'

/** A trial of the very one a step would touch is left to who makes it; what he wrote is quoted with the answer. */
function heedAnnounced(outcome: DiagnosisOutcome, { scene, seen }: Given): DiagnosisOutcome {
  const touched = outcome.wanted.flatMap(({ parameters: { namespace: _, ...whom } }) => Object.values(whom))
  const names = touched.filter((one) => typeof one === 'string')
  if (names.length === 0) return outcome
  const trials = voicesOf(scene, seen, seen.over?.at).filter(({ isExpected }) => isExpected)
  const isMeant = trials.some(({ text }) => names.some((name) => hasName(text, name)))
  return isMeant ? withoutStep(outcome, '', MEANT) : outcome
}

/** What was concluded stands, and that nothing was weighed is said. */
function withFailure({ diagnosis, wanted }: DiagnosisOutcome, { message }: Error): DiagnosisOutcome {
  const notSeen = [...diagnosis.notSeen, `weighing: this lens failed on what was seen (${message}).`]
  return { wanted, diagnosis: { ...diagnosis, notSeen } }
}

/** The step for which most speaks; before all, what merely takes room. */
function actOnWeights(outcome: DiagnosisOutcome, given: Given): DiagnosisOutcome {
  const { cluster, now } = given.scene
  const records = cluster && clearedRecords(cluster, now)
  const verdict = records && judgeStep(records, given)
  if (records && verdict && 'step' in verdict) return acting(outcome, verdict.step, records.action.why)
  const isSure = isRuleSure(given)
  const weighed = weighedCandidates({ ...given, heard: heardOf(given) }).filter(isOfThisStory(given))
  const open = openSteps(weighed, given).filter((one) => !isGuessedRelease(one, given.seen))
  const [first] = open
  if (!first || !isLikely(first, open, isSure) || isOutdone(first, weighed))
    return isGuess(given.findings) ? unconfirmed(outcome) : outcome
  return acting(outcome, first.cleared, first.why, isSure ? ACTING : undefined)
}

/** What the lenses agree in is sure only where the weights want a step for it. */
function unconfirmed({ diagnosis, wanted }: DiagnosisOutcome): DiagnosisOutcome {
  return { wanted, diagnosis: { ...diagnosis, confidence: Math.min(GUESS_MAX, diagnosis.confidence) } }
}

/** Whoever nothing ties to the alert has a trouble of his own, even in its namespace. */
function isOfThisStory(given: Given): (one: WeighedCandidate) => boolean {
  const { cluster, subject } = given.scene
  if (!cluster) return () => true
  const [first] = given.findings
  const cause = first?.weight === 'cause' && first.confidence >= ACTING ? first : undefined
  const sight = { ...given, cluster, heard: heardOf(given) }
  const isTold = (name: string) =>
    cause !== undefined && (isAkin(cause.subject.name, name) || hasName(cause.statement, name))
  const isPlaced = cluster.target.isNamed || subject.namespace !== undefined
  const isVague = isPlaced && cause === undefined && !isSomebodyLabelled(subject, cluster)
  return (one) => {
    const { family, atFault, signs } = one.candidate
    if (isStranger(given.scene, atFault.name, atFault.namespace)) return false
    if (isTold(atFault.name)) return true
    if (NOT_IN_GRAPH.includes(family) || signs.hostAgent === 1) return isNear(one)
    // Where only words name somebody, they may name the wrong one of a place; a release there is no more than a chance.
    return (
      isOwnMatter(atFault, sight) ||
      (cause === undefined && isOnlyTrouble(atFault, sight)) ||
      (isVague && family !== 'rollback' && signs.home === 1)
    )
  }
}

/** Hosts and who serves them are found by who stands on them, sessions and tables by who waits. */
const NOT_IN_GRAPH: readonly Family[] = ['cordon', 'session', 'vacuum']

/** It names a cause, surely enough to act on. */
function isRuleSure({ findings: [first] }: Given): boolean {
  return first !== undefined && first.weight === 'cause' && first.confidence >= ACTING
}

/** So much likelier than what a rule wants, another step speaks against it. */
const AHEAD = 0.05
const MORE_SPEAKS = 'But more speaks for another step than for that one.'
const CHOOSE = 'A person should choose between them.'

/** Another step that is likelier is taken instead of what a rule wants; where that is not likely enough, or both are likely, none. */
function heldAgainstWeights(outcome: DiagnosisOutcome, given: Given): DiagnosisOutcome {
  const [wanted] = outcome.wanted
  const all = weighedCandidates({ ...given, heard: heardOf(given) })
  const own = wanted && all.find(({ candidate }) => isSameStep(candidate, wanted))
  if (!own) return outcome
  const open = openSteps(all.filter(isOfThisStory(given)).filter(mayRival(own, given)), given)
  const other = open.find(({ candidate }) => candidate !== own.candidate)
  const isLikelier = other !== undefined && other.chance > own.chance + AHEAD
  if (isLikelier && isLikely(other, open, isRuleSure(given)))
    return acting(withoutStep(outcome, MORE_SPEAKS), other.cleared, other.why, ACTING)
  if (isWishedFor(own, all)) return withoutStep(outcome, MORE_SPEAKS)
  if (!other || (!isLikelier && !isRivalled(own, open))) return outcome
  return withoutStep(outcome, `But much speaks for another step: ${other.candidate.says}.`, CHOOSE)
}

const UNLIKELY = 0.2
const CERTAIN = 0.9

/** Nearly all speaks for another step on the same workload, which may not be taken: a new process meets the same. */
function isWishedFor(own: WeighedCandidate, all: readonly WeighedCandidate[]): boolean {
  const better = all.filter(({ chance }) => chance >= CERTAIN)
  return own.chance < UNLIKELY && isOutdone(own, better)
}

const OF_DATABASE: readonly Family[] = ['session', 'vacuum']
const OF_MACHINES: readonly Family[] = ['cordon', 'restart']

/** Who asks about a database, and has been told who there is at fault, did not ask about hosts and pods; and who waits is freed by nobody who is in nobody's way. */
function mayRival({ candidate }: WeighedCandidate, { scene }: Given): (other: WeighedCandidate) => boolean {
  const isInDatabase = OF_DATABASE.includes(candidate.family) && scene.database?.concern === 'own'
  const isInTheWay = ({ waiters1, snapshot, old10 }: Signs) => waiters1 === 1 || (snapshot === 1 && old10 === 1)
  const isHarmless = ({ family, signs }: Candidate) => family === 'session' && !isInTheWay(signs)
  return ({ candidate: other }) =>
    !(isInDatabase && OF_MACHINES.includes(other.family)) && !(candidate.signs.waiters1 === 1 && isHarmless(other))
}

function acting({ diagnosis }: DiagnosisOutcome, step: ClearedStep, why: string, most = 1): DiagnosisOutcome {
  const { noActionReason, ...rest } = diagnosis
  const conclusion = `${noActionReason ? diagnosis.conclusion.replace(` ${noActionReason}`, '') : diagnosis.conclusion} ${why}`
  return {
    wanted: [step],
    diagnosis: {
      ...{ ...rest, conclusion, confidence: Math.min(most, Math.max(ACTING, diagnosis.confidence)) },
      keyFindings: diagnosis.keyFindings.toSorted((one, other) => isTold(one, conclusion) - isTold(other, conclusion)),
    },
  }
}

function heardOf({ findings, hands }: Given) {
  const isAcquitted = (released: string) => findings.some((one) => acquits(one, released))
  return { isAcquitted, replicaChangeMax: hands.replicaChangeMax }
}

/** What a rule would do although an older revision would meet the same, or for somebody else's trouble: it stays, and people read why. */
function withoutInnocent(outcome: DiagnosisOutcome, given: Given): DiagnosisOutcome {
  const { scene, seen } = given
  const { wanted } = outcome
  if (!scene.cluster || wanted.length === 0) return outcome
  const sight = { scene, cluster: scene.cluster, seen, heard: heardOf(given) }
  const reason = wanted.map((step) => whyNot(step, sight)).find((one) => one !== undefined)
  if (!reason) return outcome
  return withoutStep(outcome, reason.why, reason.instead)
}

/** What was wanted stays undone, and people read why. */
function withoutStep({ diagnosis }: DiagnosisOutcome, why: string, instead?: string): DiagnosisOutcome {
  const conclusion = [diagnosis.conclusion, why, instead].filter(Boolean).join(' ')
  const confidence = Math.min(ACTING, diagnosis.confidence)
  return {
    wanted: [],
    diagnosis: { ...diagnosis, conclusion, confidence, ...(instead && { noActionReason: instead }) },
  }
}

function whyNot(step: WantedAction, sight: Sight): { why: string; instead: string } | undefined {
  const { deployment: name, revision } = step.plugin === 'rollback_deployment' ? step.parameters : {}
  const release = releaseOf(sight.seen.facts, { name, revision })
  const innocent = release && whyInnocent(release, sight)
  if (innocent) return { why: innocent, instead: 'Undoing that release would not help.' }
  const foreign = whyForeign(step, sight)
  return foreign ? { why: foreign, instead: 'Nothing is changed for it here.' } : undefined
}

/** What the reason of the step has told already is proven last: each line a person reads is a further fact. */
function isTold({ text }: KeyFinding, conclusion: string): number {
  const [, what] = /\((.{20,})\)\.?$/.exec(text) ?? []
  return what !== undefined && conclusion.includes(what) ? 1 : 0
}
