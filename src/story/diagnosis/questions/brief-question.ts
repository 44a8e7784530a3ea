/** What a model is told before it answers: the incident as it stands, what was seen, and what is asked. */
import type { IncidentEvent } from '../../incident/incident-event.ts'
import type { AskedAbout, Question } from '../../incident/question.ts'
import type { Exhibit } from '../evidence.ts'
import { describeAlert } from '../model/brief.ts'
import { tellCalls } from '../model/compact-result.ts'
import { cutToTokens, type Shown } from '../model/shown.ts'
import type { Known } from './known-of.ts'

type Given = AskedAbout & {
  question: Question
  exhibits: readonly Exhibit[]
  known: Known | undefined
  shown: Shown
  now: Date
}

const ALERT_TOKENS_MAX = 500
const DIAGNOSIS_TOKENS_MAX = 1_200
const KNOWN_TOKENS_MAX = 500
const EARLIER_TOKENS_MAX = 600
const EARLIER_SHOWN = 3

export function questionMessage(given: Given): string {
  const { incident, question, known, shown, now } = given
  const plan = incident.proposal?.steps.join('\n') ?? ''
  return [
    `Incident ${incident.id}, ${incident.status}. It is ${now.toISOString()}.`,
    shown.value('alert', describeAlert(incident), ALERT_TOKENS_MAX),
    'What was concluded:',
    shown.value('diagnosis', conclusionOf(given), DIAGNOSIS_TOKENS_MAX),
    ...(plan === '' ? ['There is no plan.'] : ['The plan:', shown.text('plan', plan)]),
    ...earlierPart(given),
    'What was seen, call by call, shortened; quote from it:',
    shown.trusted('calls', callsOf(given)),
    ...(known ? ['What the lenses saw of those the question names:', factsOf(known, shown)] : []),
    'The person asks:',
    shown.trusted('question', question.text),
  ].join('\n\n')
}

function conclusionOf({ incident: { diagnosis } }: Given): unknown {
  if (!diagnosis) return 'There is no diagnosis yet.'
  const { conclusion, confidence, source, keyFindings, ruledOut, notSeen, noActionReason } = diagnosis
  return { conclusion, confidence, source, keyFindings, ruledOut, notSeen, noActionReason }
}

function callsOf({ incident: { diagnosis }, exhibits, shown }: Given): string {
  const findings = diagnosis?.keyFindings ?? []
  const cited = new Set(findings.flatMap(({ evidence }) => evidence.map(({ call }) => call)))
  const clean = exhibits.map((exhibit) => ({ ...exhibit, result: shown.clean(exhibit.result) }))
  const calls = tellCalls(clean, cited)
  return calls.map(({ asked, answered }) => `${asked}: ${answered}`).join('\n') || 'None.'
}

function factsOf({ text }: Known, shown: Shown): string {
  return shown.text('facts', cutToTokens(text, KNOWN_TOKENS_MAX))
}

/** What was said before, so that "and the other one?" is understood. */
function earlierPart({ events, question, shown }: Given): string[] {
  const said = events
    .filter(({ kind, data }) => isQuestionEvent(kind) && Number(data.question) < question.number)
    .slice(-2 * EARLIER_SHOWN)
    .map(({ kind, data }) => `${kind === 'question_asked' ? 'Asked' : 'Answered'}: ${String(data.text)}`)
  if (said.length === 0) return []
  return ['What was asked before:', shown.text('earlier', cutToTokens(said.join('\n'), EARLIER_TOKENS_MAX))]
}

function isQuestionEvent(kind: IncidentEvent['kind']): boolean {
  return kind === 'question_asked' || kind === 'question_answered'
}
