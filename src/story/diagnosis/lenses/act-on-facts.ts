/** Where no rule is sure and none wants a step: the step of the lenses, if its plugin's own gate lets it through. */
import type { StepObject } from '../../../plugins/gate.ts'
import type { DiagnosisOutcome } from '../../incident/diagnosis.ts'
import type { Finding } from '../finding.ts'
import { createStepJudge, type Hands } from '../gates/judge-step.ts'
import type { Scene } from '../scene.ts'
import type { Seen } from './look-through.ts'
import { type LensStep, lensStep } from './steps.ts'
import { doubtOf } from './temper.ts'

type Given = { scene: Scene; seen: Seen; findings: readonly Finding[]; hands: Hands; personSaid: string }

/** Who is so sure has said himself what is to be done. */
const SURE = 0.7
/** A step rests on no less. */
const ACTING = 0.6

export function actOnFacts(outcome: DiagnosisOutcome, given: Given): DiagnosisOutcome {
  const { diagnosis, wanted } = outcome
  const isOpen = diagnosis.situation === 'fault' || diagnosis.situation === 'unclear'
  if (wanted.length > 0 || !isOpen || diagnosis.confidence >= SURE || doubtOf(given.findings, given.seen))
    return outcome
  const isAcquitted = given.findings.some(({ kind }) => kind === 'release_not_guilty')
  const step = lensStep(given.scene, given.seen, { isAcquitted })
  if (!step || isRuledOut(step.action.plugin, given.findings)) return outcome
  const judged = createStepJudge({ ...given, isProven: (object) => isSameObject(object, step.atFault) })(step.action)
  if ('refusal' in judged) return advised(outcome, step, judged.refusal)
  const { noActionReason, ...rest } = diagnosis
  const conclusion = `${noActionReason ? diagnosis.conclusion.replace(` ${noActionReason}`, '') : diagnosis.conclusion} ${step.action.why}`
  return {
    wanted: [judged.step],
    diagnosis: { ...rest, conclusion, confidence: Math.max(ACTING, diagnosis.confidence) },
  }
}

/** A person may do what is not proposed, and hears why it is not. */
function advised(outcome: DiagnosisOutcome, { action, atFault }: LensStep, refusal: string): DiagnosisOutcome {
  const advice = `Consider undoing it by hand at ${atFault.kind} ${atFault.name}: ${action.why} It is not proposed: ${refusal}`
  const { diagnosis } = outcome
  return { ...outcome, diagnosis: { ...diagnosis, suggestedActions: [advice, ...diagnosis.suggestedActions] } }
}

/** Where a rule says that a restart would not help: what ends by itself each time, or finds the same full disk. */
function isRuledOut(plugin: string, findings: readonly Finding[]): boolean {
  const said = findings.filter(({ weight }) => weight !== 'context').map(({ noActionReason = '' }) => noActionReason)
  return plugin === 'restart_pod' && said.some((reason) => /restart/i.test(reason))
}

function isSameObject(one: StepObject, other: StepObject): boolean {
  return one.kind === other.kind && one.name === other.name && (one.namespace ?? '') === (other.namespace ?? '')
}
