/**
 * One diagnosis of two opinions. The model speaks where it proves something; where the analysis has proven something else, a
 * person sees both, the surer one first, each with its evidence and its own plan. A plan is always the plan of the conclusion
 * it stands under: no step of the analysis stands under what a model concludes, least of all where that is to do nothing. No
 * opinion of a model closes an incident in which the analysis sees a fault.
 */
import canonicalize from 'canonicalize'
import type { Diagnosis, DiagnosisOutcome, KeyFinding, OtherView } from '../../incident/diagnosis.ts'
import type { ClearedStep } from '../../incident/wanted-step.ts'
import type { Analysis } from '../analyse.ts'
import type { CheckedSubmission } from './check-submission.ts'

/** From here on the analysis is sure enough to be heard against the model. */
const SURE = 0.7
const KEY_FINDINGS_MAX = 10
/** Text that gives orders often wants nothing to be done; with such about, a model's all-clear closes nothing. */
const ALL_CLEAR_BESIDE_ORDERS_MAX = 0.7
/** What is not there may be called otherwise; what was seen of another cluster says little. */
const NOT_FOUND_MAX = 0.6
const FOREIGN_CLUSTER_MAX = 0.4
const QUOTED_CHARACTERS_MAX = 400

export function settle(found: Analysis, checked: CheckedSubmission): DiagnosisOutcome {
  const analysis = withPast(found, checked)
  const unusable = unusableBecause(checked)
  if (unusable !== undefined)
    return { diagnosis: { ...analysis.diagnosis, modelFailure: unusable }, wanted: analysis.wanted }
  if (checked.keyFindings.length === 0) return tellUnproven(analysis, checked)
  const disagreement = disagreementOf(analysis, checked)
  return doesAnalysisLead(analysis, checked, disagreement)
    ? analysisLeads(analysis, checked, disagreement)
    : modelLeads(analysis, checked, disagreement)
}

/** Where it is surer, or where only its own step may be taken: that one belongs under its own conclusion. */
function doesAnalysisLead(
  { diagnosis, wanted }: Analysis,
  checked: CheckedSubmission,
  disagreement: string | undefined,
): boolean {
  if (disagreement !== undefined && diagnosis.confidence > checked.confidence) return true
  return wanted.length > 0 && checked.actions.length === 0 && !checked.wantsNothing
}

const MODEL_HOLDS = 'The model holds:'
const ANALYSIS_HOLDS = 'The analysis holds:'

function unusableBecause({ isTainted, keyFindings, conclusion, past }: CheckedSubmission): string | undefined {
  if (isTainted) return 'What the model said repeats orders found in text from outside, so it is left out.'
  if (conclusion === '') return 'The model submitted no conclusion.'
  return keyFindings.length === 0 && past.length > 0
    ? 'The model spoke of what was seen before the interruption and does not show any more, so it is left out.'
    : undefined
}

/** Whoever concludes, a person is told what does not show any more. */
function withPast(analysis: Analysis, { past }: CheckedSubmission): Analysis {
  const notSeen = [...analysis.diagnosis.notSeen, ...past.map((one) => `${one}.`)]
  return { ...analysis, diagnosis: { ...analysis.diagnosis, notSeen } }
}

function analysisLeads(
  analysis: Analysis,
  checked: CheckedSubmission,
  disagreement: string | undefined,
): DiagnosisOutcome {
  const { conclusion, confidence, keyFindings, refusals } = checked
  const opposed = disagreement ?? `What the model wanted is not proposed: ${refusals[0] ?? 'nothing bears it.'}`
  const otherView = { conclusion, confidence, keyFindings, source: 'model' as const }
  return {
    diagnosis: {
      ...analysis.diagnosis,
      disagreement: `${opposed} ${MODEL_HOLDS} ${shorten(conclusion)}`,
      ...(disagreement !== undefined && { otherView }),
    },
    wanted: analysis.wanted,
    ...alternativeTo(analysis.wanted, checked.actions),
  }
}

/** The same steps twice are one plan. */
function alternativeTo(first: readonly ClearedStep[], other: readonly ClearedStep[]) {
  const calls = (steps: readonly ClearedStep[]) =>
    canonicalize(steps.map(({ plugin, parameters }) => ({ plugin, parameters })))
  return first.length > 0 && other.length > 0 && calls(first) !== calls(other) ? { alternative: other } : {}
}

function disagreementOf({ diagnosis, findings: [first] }: Analysis, checked: CheckedSubmission): string | undefined {
  const { situation } = checked
  if (!first || first.confidence < SURE) return undefined
  if (situation !== undefined && isHarmless(situation) !== isHarmless(diagnosis.situation))
    return 'Analysis and model disagree on whether anything is wrong.'
  return isAboutTheSame(first, checked) ? undefined : 'Analysis and model name different causes.'
}

function isHarmless(situation: Diagnosis['situation']): boolean {
  return situation === 'recovered' || situation === 'works_as_designed'
}

/** They speak of the same object, or rest on the same words. */
function isAboutTheSame(
  { subject, evidence }: Analysis['findings'][number],
  { conclusion, keyFindings }: CheckedSubmission,
): boolean {
  const said = [conclusion, ...keyFindings.map(({ text }) => text)].join(' ').toLowerCase()
  if (said.includes(subject.name.toLowerCase())) return true
  const quoted = keyFindings.flatMap((finding) => finding.evidence)
  return evidence.some((one) =>
    quoted.some(
      (other) => one.call === other.call && (one.quote.includes(other.quote) || other.quote.includes(one.quote)),
    ),
  )
}

function modelLeads(
  analysis: Analysis,
  checked: CheckedSubmission,
  disagreement: string | undefined,
): DiagnosisOutcome {
  const { actions: wanted, ruledOut } = checked
  const { noActionReason: _, ...own } = analysis.diagnosis
  const conclusion = checked.past.length > 0 ? `${PARTLY_PAST} ${checked.conclusion}` : checked.conclusion
  const isLeftOut = analysis.wanted.length > 0 && wanted.length === 0
  const opposed = disagreement ?? (isLeftOut ? 'The model proposes no step; the analysis does.' : undefined)
  return {
    diagnosis: {
      ...own,
      conclusion,
      confidence: confidenceOf(analysis, checked),
      keyFindings: disagreement === undefined ? together(checked.keyFindings, own.keyFindings) : checked.keyFindings,
      suggestedActions: [...new Set([...checked.suggestedActions, ...own.suggestedActions])].slice(0, KEY_FINDINGS_MAX),
      source: 'model',
      situation: situationOf(analysis, checked),
      ruledOut,
      ...(wanted.length === 0 && { noActionReason: noActionReason(analysis, checked) }),
      ...(opposed !== undefined && {
        disagreement: `${opposed} ${ANALYSIS_HOLDS} ${shorten(own.conclusion)}`,
        otherView: viewOf(own),
      }),
    },
    wanted,
    ...(disagreement !== undefined && alternativeTo(wanted, analysis.wanted)),
  }
}

function viewOf({ conclusion, confidence, keyFindings, source }: Diagnosis): OtherView {
  return { conclusion, confidence, keyFindings, source }
}

const PARTLY_PAST = 'Concluded before the diagnosis was interrupted, from what in part does not show any more:'

/** An all-clear does not stand against a fault the analysis is sure of. */
function situationOf({ diagnosis, findings: [first] }: Analysis, { situation }: CheckedSubmission) {
  if (situation === undefined) return diagnosis.situation
  const isSureOfFault = first?.situation === 'fault' && first.confidence >= SURE
  return isHarmless(situation) && isSureOfFault ? 'fault' : situation
}

function confidenceOf({ diagnosis, subject }: Analysis, { confidence, situation }: CheckedSubmission): number {
  const isDoubtful = situation !== undefined && isHarmless(situation) && diagnosis.flags.length > 0
  const most = Math.min(
    isDoubtful ? ALL_CLEAR_BESIDE_ORDERS_MAX : 1,
    situation === 'not_found' ? NOT_FOUND_MAX : 1,
    subject.foreignCluster === undefined ? 1 : FOREIGN_CLUSTER_MAX,
  )
  return Math.round(Math.min(confidence, most) * 100) / 100
}

function together(ofModel: readonly KeyFinding[], ofAnalysis: readonly KeyFinding[]): KeyFinding[] {
  const all = [...ofModel, ...ofAnalysis]
  return [...new Map(all.map((one) => [one.text, one])).values()].slice(0, KEY_FINDINGS_MAX)
}

function noActionReason({ diagnosis, wanted }: Analysis, { refusals: [refusal] }: CheckedSubmission): string {
  if (refusal !== undefined) return `What the model wanted is not proposed: ${refusal}`
  if (wanted.length > 0)
    return 'The model holds that nothing should be changed, and the analysis does not act against it.'
  return diagnosis.noActionReason ?? 'The model proposes no step.'
}

function shorten(text: string): string {
  return text.length <= QUOTED_CHARACTERS_MAX ? text : `${text.slice(0, QUOTED_CHARACTERS_MAX)}…`
}

// What a model says without quoting anything that was seen: worth more than silence, and less than whatever is proven.

/** The most that is believed of it. */
const UNPROVEN_MAX = 0.4
const FINDINGS_MAX = 5

function tellUnproven(analysis: Analysis, checked: CheckedSubmission): DiagnosisOutcome {
  const { diagnosis, wanted, findings } = analysis
  const confidence = Math.min(checked.confidence, UNPROVEN_MAX)
  if (!findings[0] || findings[0].confidence < confidence) return inPlaceOfNothing(diagnosis, checked, confidence)
  const disagreement = `The model holds, unproven: ${checked.conclusion.slice(0, QUOTED_CHARACTERS_MAX)}`
  return { diagnosis: { ...diagnosis, modelFailure: PROVED_NOTHING, disagreement }, wanted }
}

const PROVED_NOTHING = 'The model proved nothing of what it said, so the analysis stands.'

function inPlaceOfNothing(own: Diagnosis, checked: CheckedSubmission, confidence: number): DiagnosisOutcome {
  const { conclusion, situation, ruledOut, suggestedActions } = checked
  return {
    diagnosis: {
      ...own,
      conclusion: `Unproven, the model quotes nothing that was seen: ${conclusion}`,
      confidence,
      keyFindings: [...unprovenFindings(checked), ...own.keyFindings],
      suggestedActions: [...suggestedActions, ...own.suggestedActions],
      source: 'model',
      // Nobody's word alone makes an incident harmless.
      situation: situation === 'fault' ? 'fault' : 'unclear',
      ruledOut,
      noActionReason: 'What the model says is not proven, so nothing is proposed.',
    },
    wanted: [],
  }
}

function unprovenFindings({ unproven, conclusion }: CheckedSubmission): KeyFinding[] {
  const unsaid = unproven.filter((text) => text !== '' && !conclusion.startsWith(text.replace(/…$/, '')))
  return unsaid.slice(0, FINDINGS_MAX).map((text) => ({ text: `Unproven: ${text}`, evidence: [] }))
}
