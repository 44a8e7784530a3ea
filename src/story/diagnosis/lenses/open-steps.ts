/** Of all steps that were weighed those that may be taken, the likeliest first, and whether one of them is likely enough. */
import type { StepObject } from '../../../plugins/gate.ts'
import type { ClearedStep, WantedAction } from '../../incident/wanted-step.ts'
import type { Finding } from '../finding.ts'
import { createStepJudge, type Hands } from '../gates/judge-step.ts'
import type { Scene } from '../scene.ts'
import type { Candidate } from './candidates/candidate.ts'
import { stepOf, type WeighedCandidate } from './candidates/weighed-steps.ts'
import { isAkin, ownerName } from './entity-of.ts'
import type { Seen } from './look-through.ts'
import { provenTie } from './steps/proven-tie.ts'
import type { LensStep } from './steps/sight.ts'

type Given = { scene: Scene; seen: Seen; findings: readonly Finding[]; hands: Hands; personSaid: string }
type OpenStep = WeighedCandidate & { cleared: ClearedStep; why: string }

/** What is less likely speaks against nothing. */
const LEAST = 0.3

export function openSteps(weighed: readonly WeighedCandidate[], given: Given): OpenStep[] {
  const open = weighed
    .filter(({ chance }) => chance >= LEAST)
    .flatMap((one) => {
      const step = stepOf(one.candidate, given)
      const judged = step && judgeStep(step, given)
      return step && judged && 'step' in judged ? [{ ...one, cleared: judged.step, why: step.action.why }] : []
    })
  return open.filter((one) => !open.some((other) => leadsFurther(other, one)))
}

/** Where two releases of one workload are likely to have brought it, the way back that undoes both is right whichever it was. */
export function leadsFurther(other: WeighedCandidate, { candidate, chance }: WeighedCandidate): boolean {
  const { action, atFault, family } = other.candidate
  const { revision: to } = action.parameters
  const { revision: from = Number.POSITIVE_INFINITY } = candidate.action.parameters
  const isSame = atFault.name === candidate.atFault.name && atFault.namespace === candidate.atFault.namespace
  const areLikely = Math.min(chance, other.chance) >= LIKELY_OF_WISHES
  return family === 'rollback' && candidate.family === 'rollback' && isSame && areLikely && Number(to) < Number(from)
}

/** By the gate of its plugin, as any step is. */
export function judgeStep({ action, atFault, tie }: LensStep, given: Given) {
  const proven = provenTie(given.scene, given.seen)
  const isIt = ({ kind, namespace = '', name }: StepObject) =>
    kind === atFault.kind && name === atFault.name && namespace === (atFault.namespace ?? '')
  const isItsDatabase = ({ kind }: StepObject) => kind === 'Database' && IN_DATABASE.includes(atFault.kind)
  const tieOf = (object: StepObject) => (isIt(object) || isItsDatabase(object) ? tie : undefined) ?? proven(object)
  return createStepJudge({ ...given, onset: given.seen.onsetSeen, isProven: isIt, tieOf })(action)
}

/** A step on them touches their database. */
const IN_DATABASE = ['Session', 'Table']

/** A release and a number of replicas are somebody's wish; one host, replica, session or table less is sooner made good. */
const LIKELY = 0.46
const LIKELY_OF_WISHES = 0.5
/** A rule that is sure and wants none has read the same sessions: one that is merely at work is then nobody's trouble. */
const LIKELY_AGAINST_RULE = 0.62
const IN_THE_WAY = ['named', 'waiters1', 'ownMoved', 'baseMoved']
const WISHES: readonly string[] = ['rollback', 'scale', 'fewer']

export function isLikely(one: WeighedCandidate, all: readonly WeighedCandidate[], isRuleSure: boolean): boolean {
  const { family, signs } = one.candidate
  if (family === 'session' && isRuleSure && !IN_THE_WAY.some((sign) => (signs[sign] ?? 0) > 0)) return false
  const against = family === 'session' && isRuleSure ? LIKELY_AGAINST_RULE : LIKELY
  return one.chance >= (WISHES.includes(family) ? LIKELY_OF_WISHES : against) && !isRivalled(one, all)
}

const NEARNESS = ['ring0', 'ring1', 'home', 'target', 'meant', 'all', 'host', 'hostAgent']

/** Where much goes on, something is always likely somewhere: only who stands near the alert speaks against a rule. */
export function isNear({ candidate: { family, signs } }: WeighedCandidate): boolean {
  return family === 'session' || family === 'vacuum' || NEARNESS.some((sign) => (signs[sign] ?? 0) > 0)
}

const RIVAL = 0.55
const CLOSE = 0.4

/** Nobody's wish is undone while something else is likely too. */
export function isRivalled({ candidate, chance }: WeighedCandidate, all: readonly WeighedCandidate[]): boolean {
  const rivals = all.filter(
    (one) => one.candidate !== candidate && !isQuieter(one.candidate, candidate) && !isSequel(one.candidate, candidate),
  )
  return WISHES.includes(candidate.family) && rivals.some((one) => one.chance >= RIVAL && chance - one.chance < CLOSE)
}

const TROUBLE = ['stepped', 'far', 'unwell', 'freshComplaint', 'blamed', 'named']

/** Another release of those minutes that shows nothing of it, beside one of whom the alert is whose own figures stepped. */
function isQuieter(other: Candidate, { family, signs }: Candidate): boolean {
  const isIt = signs.ring0 === 1 && signs.stepped === 1
  return (
    isIt && family === 'rollback' && other.family === family && !TROUBLE.some((sign) => (other.signs[sign] ?? 0) > 0)
  )
}

/** Somebody else is asked for more since that release: with it undone he needs no more hands. */
function isSequel(other: Candidate, { family, signs }: Candidate): boolean {
  const isCause = family === 'rollback' && signs.stepped === 1 && signs.t0 === 1
  return isCause && other.family === 'scale' && ['explained', 'releasedNear'].every((sign) => other.signs[sign] === 1)
}

const SHOWN = ['stepped', 'complains', 'blamed', 'freshComplaint', 'far', 'named', 'setting', 'spelled']

/** When it began was not seen, and who was released shows nothing of it: then that it came right before says nothing. */
export function isGuessedRelease({ candidate: { family, signs } }: WeighedCandidate, { onsetSeen }: Seen): boolean {
  return family === 'rollback' && onsetSeen === undefined && !SHOWN.some((sign) => (signs[sign] ?? 0) > 0)
}

/** A likelier step on the same workload may not be taken: what it would have cured, this one does not. */
export function isOutdone({ candidate, chance }: WeighedCandidate, all: readonly WeighedCandidate[]): boolean {
  const { family, atFault } = candidate
  const isIts = ({ name, namespace }: StepObject) =>
    namespace === atFault.namespace && isAkin(ownerName(atFault.name), name)
  return (
    family === 'restart' &&
    all.some((one) => one.chance > chance && WISHES.includes(one.candidate.family) && isIts(one.candidate.atFault))
  )
}

/** The same step on the same object, or another way to end the same session; how many more replicas is decided elsewhere. */
export function isSameStep({ action, family }: Candidate, wanted: WantedAction): boolean {
  const { replicas, database: _, ...whom } = action.parameters
  const isOtherCount = family === 'fewer' && replicas !== wanted.parameters.replicas
  const isOtherWay = isOtherCount || wanted.parameters.uncordon === true
  const isSameKind = !isOtherWay && (action.plugin === wanted.plugin || 'pid' in whom)
  return isSameKind && Object.entries(whom).every(([name, value]) => bare(wanted.parameters[name]) === bare(value))
}

/** `public.orders` is orders. */
function bare(value: unknown): string {
  return String(value).replace(/^public\./, '')
}
