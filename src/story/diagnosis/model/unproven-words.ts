/** What a model says without quoting anything that was seen: worth more than silence, and less than whatever is proven. */
import type { DiagnosisOutcome, KeyFinding } from '../../incident/diagnosis.ts'
import type { Analysis } from '../analyse.ts'
import type { CheckedSubmission } from './check-submission.ts'

/** The most that is believed of it. */
const UNPROVEN_MAX = 0.4
const FINDINGS_MAX = 5
const QUOTED_CHARACTERS_MAX = 400

export function tellUnproven(analysis: Analysis, checked: CheckedSubmission): DiagnosisOutcome {
  const confidence = Math.min(checked.confidence, UNPROVEN_MAX)
  const [first] = analysis.findings
  return first && first.confidence >= confidence
    ? besideAnalysis(analysis, checked)
    : inPlaceOfNothing(analysis, checked, confidence)
}

function besideAnalysis({ diagnosis, wanted }: Analysis, { conclusion }: CheckedSubmission): DiagnosisOutcome {
  const disagreement = `The model holds, unproven: ${conclusion.slice(0, QUOTED_CHARACTERS_MAX)}`
  return { diagnosis: { ...diagnosis, modelFailure: PROVED_NOTHING, disagreement }, wanted }
}

const PROVED_NOTHING = 'The model proved nothing of what it said, so the analysis stands.'

function inPlaceOfNothing(analysis: Analysis, checked: CheckedSubmission, confidence: number): DiagnosisOutcome {
  const { conclusion, situation, ruledOut, suggestedActions } = checked
  return {
    diagnosis: {
      ...analysis.diagnosis,
      conclusion: `Unproven, the model quotes nothing that was seen: ${conclusion}`,
      confidence,
      keyFindings: [...unprovenFindings(checked), ...analysis.diagnosis.keyFindings],
      suggestedActions: [...suggestedActions, ...analysis.diagnosis.suggestedActions],
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
