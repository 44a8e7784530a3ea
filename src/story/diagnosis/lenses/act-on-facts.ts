/**
 * Where nobody wants a step yet: the step that the facts bear out, whatever rule or lens concluded, if its plugin's own gate
 * lets it through. A rule that says why that very kind of step would not help is heard.
 */
import type { StepObject } from '../../../plugins/gate.ts'
import type { DiagnosisOutcome, KeyFinding } from '../../incident/diagnosis.ts'
import type { ClearedStep, WantedAction } from '../../incident/wanted-step.ts'
import type { Finding } from '../finding.ts'
import { createStepJudge, type Hands } from '../gates/judge-step.ts'
import type { Scene } from '../scene.ts'
import { weighedSteps } from './candidates/weighed-steps.ts'
import { isAkin } from './entity-of.ts'
import type { Seen } from './look-through.ts'
import { whyInnocent } from './steps/innocence.ts'
import { lensStep } from './steps/lens-step.ts'
import { whyForeign } from './steps/own-matter.ts'
import { provenTie } from './steps/proven-tie.ts'
import { isRelease } from './steps/release.ts'
import type { LensStep, Sight } from './steps/sight.ts'
import { doubtOf } from './temper.ts'

type Given = { scene: Scene; seen: Seen; findings: readonly Finding[]; hands: Hands; personSaid: string }

/** Who is so sure must at least speak of whom the step touches. */
const SURE = 0.7
/** A step rests on no less. */
const ACTING = 0.6

/** It was there before him, or only those on one host suffer. */
export function acquits({ kind, subject }: Finding, released: string): boolean {
  return kind === 'failing_node' || (kind === 'release_not_guilty' && isAkin(subject.name, released))
}

/** The step that a rule or the lenses want, else the one for which most speaks of all that could be taken. */
export function actOnFacts(concluded: DiagnosisOutcome, given: Given): DiagnosisOutcome {
  const outcome = actOnLenses(concluded, given)
  if (outcome.wanted.length > 0) return outcome
  try {
    return actOnWeights(outcome, concluded, given)
  } catch (error) {
    return withFailure(outcome, error as Error)
  }
}

/** What was concluded stands, without a step; that none was weighed is said. */
function withFailure({ diagnosis, wanted }: DiagnosisOutcome, { message }: Error): DiagnosisOutcome {
  const notSeen = [...diagnosis.notSeen, `weighing: this lens failed on what was seen (${message}).`]
  return { wanted, diagnosis: { ...diagnosis, notSeen } }
}

/** So likely the right one, a step is proposed; more where a rule that is sure wants none. */
const LIKELY = 0.45
const LIKELY_AGAINST_RULE = 0.62

function actOnWeights(outcome: DiagnosisOutcome, concluded: DiagnosisOutcome, given: Given): DiagnosisOutcome {
  const { scene, seen, findings } = given
  const { diagnosis } = outcome
  // What was taken back is not brought back, and what is over needs nothing.
  if (concluded.wanted.length > 0 || !['fault', 'unclear', 'not_found'].includes(diagnosis.situation)) return outcome
  const [first] = findings
  const isSure = first !== undefined && first.weight === 'cause' && first.confidence >= ACTING
  const likely = isSure ? LIKELY_AGAINST_RULE : LIKELY
  for (const { step, chance } of weighedSteps({ scene, seen, heard: heardOf(given) })) {
    if (chance < likely) return outcome
    const judged = createStepJudge({
      ...given,
      onset: seen.onsetSeen,
      isProven: (object) => isSameObject(object, step.atFault),
      tieOf: (object) => (isSameObject(object, step.atFault) ? step.tie : undefined),
    })(step.action)
    if ('step' in judged) return acting(outcome, judged.step, step.action.why, isSure ? ACTING : undefined)
  }
  return outcome
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

function actOnLenses(concluded: DiagnosisOutcome, given: Given): DiagnosisOutcome {
  const { scene, seen, findings } = given
  const outcome = withoutInnocent(concluded, given)
  const { diagnosis, wanted } = outcome
  const isOpen = diagnosis.situation === 'fault' || diagnosis.situation === 'unclear'
  const isMereRelief = wanted.length > 0 && wanted.every(({ plugin }) => plugin === 'scale_deployment')
  if (!isOpen || (wanted.length > 0 && !isMereRelief)) return outcome
  const step = lensStep(scene, seen, heardOf(given))
  // More hands give way to undoing what brought the load, where figures prove that.
  if (isMereRelief && !(step?.tie && step.action.plugin === 'rollback_deployment')) return outcome
  const doubt = doubtOf(findings, seen)
  if (!step || (doubt && !isAkin(doubt.against.entity, step.atFault.name))) return outcome
  if (isRuledOut(step, findings) || (!isMereRelief && isAnotherStory(step, outcome, given))) return outcome
  const proven = provenTie(scene, seen)
  const judged = createStepJudge({
    ...given,
    onset: seen.onsetSeen,
    isProven: (object) => isSameObject(object, step.atFault),
    tieOf: (object) => (isSameObject(object, step.atFault) ? step.tie : undefined) ?? proven(object),
  })(step.action)
  if ('refusal' in judged) return isMereRelief ? outcome : advised(outcome, step, judged.refusal)
  return acting(outcome, judged.step, step.action.why)
}

function heardOf({ findings, hands }: Given) {
  const isAcquitted = (released: string) => findings.some((one) => acquits(one, released))
  return { isAcquitted, replicaChangeMax: hands.replicaChangeMax }
}

/** What a rule would do although an older revision would meet the same, or for somebody else's trouble: it stays, and people read why. */
function withoutInnocent(outcome: DiagnosisOutcome, given: Given): DiagnosisOutcome {
  const { scene, seen } = given
  const { diagnosis, wanted } = outcome
  if (!scene.cluster || wanted.length === 0) return outcome
  const sight = { scene, cluster: scene.cluster, seen, heard: heardOf(given) }
  const reason = wanted.map((step) => whyNot(step, sight)).find((one) => one !== undefined)
  if (!reason) return outcome
  const conclusion = `${diagnosis.conclusion} ${reason.why} ${reason.instead}`
  const confidence = Math.min(ACTING, diagnosis.confidence)
  return { wanted: [], diagnosis: { ...diagnosis, conclusion, confidence, noActionReason: reason.instead } }
}

function whyNot(step: WantedAction, sight: Sight): { why: string; instead: string } | undefined {
  const undone = step.plugin === 'rollback_deployment' ? step.parameters.deployment : undefined
  const release = sight.seen.facts.filter(isRelease).find(({ entity }) => entity === undone)
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

/** A person may do what is not proposed, and hears why it is not. */
function advised(outcome: DiagnosisOutcome, { action, atFault }: LensStep, refusal: string): DiagnosisOutcome {
  const advice = `Consider a step by hand at ${atFault.kind} ${atFault.name}: ${action.why} It is not proposed: ${refusal}`
  const { diagnosis } = outcome
  return { ...outcome, diagnosis: { ...diagnosis, suggestedActions: [advice, ...diagnosis.suggestedActions] } }
}

/** It blames whom the pod calls; the siblings of an odd one call the same and are well. */
const OF_DEPENDENCY = /^(failing_dependency|dependency_unreachable)$/

/** Where a rule says that such a step would not help: what ends by itself each time, or finds the same full disk. */
function isRuledOut({ calledBy, isOdd, atFault }: LensStep, findings: readonly Finding[]): boolean {
  const heard = findings.filter(
    ({ weight, kind, subject }) =>
      weight !== 'context' && !(isOdd === true && OF_DEPENDENCY.test(kind)) && isAbout(subject, atFault),
  )
  return heard.some(({ noActionReason = '' }) => calledBy.test(noActionReason))
}

/** What would not help one workload says nothing of another. */
function isAbout({ kind, name }: Finding['subject'], atFault: StepObject): boolean {
  return (
    !OF_WORKLOAD.test(kind) || atFault.kind === 'Node' || atFault.kind === 'Namespace' || isAkin(name, atFault.name)
  )
}

const OF_WORKLOAD = /^(Deployment|StatefulSet|DaemonSet|ReplicaSet|Pod)$/

/** A sure rule speaks of somebody, and neither it nor the strongest facts of whom the step would touch. */
function isAnotherStory({ atFault }: LensStep, { diagnosis }: DiagnosisOutcome, { seen, findings }: Given): boolean {
  if (diagnosis.confidence < SURE) return false
  const sure = findings.filter(({ weight, confidence }) => weight !== 'context' && confidence >= SURE)
  const isSpokenOf = sure.some(
    ({ subject, statement }) =>
      isAkin(subject.name, atFault.name) || subject.namespace === atFault.name || statement.includes(atFault.name),
  )
  const [best] = seen.hypotheses
  const isOfCaller = seen.ringOf(atFault.name) <= 1 && sure.some(({ subject }) => isOverrun(subject.name, seen))
  return !isSpokenOf && !isOfCaller && !(best && isAkin(best.entity, atFault.name))
}

const OVERRUN = 3

/** Many times as much is asked of him: his trouble is the story of who asks. */
function isOverrun(name: string, { facts }: Seen): boolean {
  return facts.some(({ demand = 1, entity }) => demand >= OVERRUN && isAkin(entity, name))
}

function isSameObject(one: StepObject, other: StepObject): boolean {
  return one.kind === other.kind && one.name === other.name && (one.namespace ?? '') === (other.namespace ?? '')
}
