/** From what a diagnosis wants to a plan: what policy refuses may be thought over once, and the other view may stand in. */
import canonicalize from 'canonicalize'
import type { Diagnosis, DiagnosisOutcome } from '../incident/diagnosis.ts'
import type { NewEvent } from '../incident/incident-event.ts'
import type { ProposalAttempt, ProposalDraft, Refusal } from '../incident/proposal.ts'
import type { WantedAction } from '../incident/wanted-step.ts'
import type { Look } from './begin-look.ts'
import type { Consultation } from './model/ask-model.ts'

/** Makes a plan of what a diagnosis wants, or says why policy refuses it, under the name of that step. */
export type Consider = (outcome: DiagnosisOutcome, step: string) => Promise<ProposalAttempt>

/** `attempt` is undefined where nothing is wanted. */
export type Diagnosed = {
  diagnosis: Diagnosis
  attempt: ProposalAttempt | undefined
  /** The plan of the other view; only beside a plan of the first. */
  alternative?: ProposalDraft
}

/** What policy refuses goes back to the model once with the reason; then a person must look. */
export async function considerTwice(
  { outcome, reconsider }: Consultation,
  { consider, look: { steps, prefix } }: { consider: Consider; look: Pick<Look, 'steps' | 'prefix'> },
): Promise<Diagnosed> {
  const { diagnosis, wanted } = outcome
  if (wanted.length === 0) return { diagnosis, attempt: undefined }
  const attempt = await consider(outcome, `${prefix}propose`)
  if ('draft' in attempt) return { diagnosis, attempt, ...(await considerOther(outcome, consider, prefix)) }
  const again = await reconsider(attempt.refusals.map(({ sentence }) => sentence))
  const isNew = again !== undefined && again.wanted.length > 0 && !isSame(again.wanted, wanted)
  const tellRefusal = () =>
    steps.act(
      'tell the first refusal',
      async () => null,
      () => attempt.refusals.map(refusedEvent),
    )
  if (!isNew) return (await otherStands(outcome, { consider, prefix, tellRefusal })) ?? { diagnosis, attempt }
  await tellRefusal()
  const second = await consider(again, `${prefix}propose again`)
  if ('draft' in second)
    return {
      diagnosis: again.diagnosis,
      attempt: second,
      ...(await considerOther(again, consider, `${prefix}again `)),
    }
  const standing = await otherStands(again, { consider, prefix: `${prefix}again `, tellRefusal: async () => null })
  return standing ?? { diagnosis: again.diagnosis, attempt: second }
}

type Standing = { consider: Consider; prefix: string; tellRefusal(): Promise<unknown> }

/** Where only the plan of the other view may be taken, it is the plan, and its view the one it stands under. */
async function otherStands(
  outcome: DiagnosisOutcome,
  { consider, prefix, tellRefusal }: Standing,
): Promise<Diagnosed | undefined> {
  const { alternative } = await considerOther(outcome, consider, prefix)
  const { diagnosis } = outcome
  const { otherView } = diagnosis
  if (!alternative || !otherView) return undefined
  await tellRefusal()
  const { conclusion, confidence, keyFindings, source } = diagnosis
  const swapped = { ...diagnosis, ...otherView, otherView: { conclusion, confidence, keyFindings, source } }
  return { diagnosis: swapped, attempt: { draft: alternative } }
}

/** What policy refuses of the other view is no plan; the view itself stands all the same. */
async function considerOther(
  { diagnosis, alternative = [] }: DiagnosisOutcome,
  consider: Consider,
  prefix: string,
): Promise<{ alternative?: ProposalDraft }> {
  const { otherView } = diagnosis
  if (!otherView || alternative.length === 0) return {}
  const other = { diagnosis: { ...diagnosis, conclusion: otherView.conclusion }, wanted: alternative }
  const attempt = await consider(other, `${prefix}propose the alternative`)
  return 'draft' in attempt ? { alternative: attempt.draft } : {}
}

function isSame(one: readonly WantedAction[], other: readonly WantedAction[]): boolean {
  const calls = (wanted: readonly WantedAction[]) => wanted.map(({ plugin, parameters }) => ({ plugin, parameters }))
  return canonicalize(calls(one)) === canonicalize(calls(other))
}

function refusedEvent({ plugin, parameters, reason, sentence }: Refusal): NewEvent {
  return { kind: 'policy_refused', data: { plugin, parameters, reason, sentence } }
}
