/** A question of a person about an incident, put to the model. */
import { readFile } from 'node:fs/promises'
import type { ModelCall, ModelMessage, ModelTool, ModelTurn } from '../../../ports/language-model.ts'
import type { KeyFinding } from '../../incident/diagnosis.ts'
import type { IncidentEvent, NewEvent } from '../../incident/incident-event.ts'
import { countTokens } from '../../incident/model-usage.ts'
import type { AskedAbout, Question } from '../../incident/question.ts'
import type { Steps } from '../../incident/steps.ts'
import { type MindParts, recordedCall, whatIsTold } from '../diagnose-incident.ts'
import { Evidence, type Exhibit } from '../evidence.ts'
import { spelledOut } from '../gates/fitting-parameters.ts'
import type { GivesOrders } from '../instructions/gives-orders.ts'
import { answerCalls, toolAnswer } from '../model/answer-calls.ts'
import { offeredPlugins } from '../model/ask-model.ts'
import { describeAlert } from '../model/brief.ts'
import { checkEvidence } from '../model/check-submission.ts'
import { tellCalls } from '../model/compact-result.ts'
import type { Grounds } from '../model/mind.ts'
import { FINDINGS, toolsOf } from '../model/model-tools.ts'
import { createShown, cutToTokens, plainText, type Shown } from '../model/shown.ts'
import { type ClaimedFinding, objectsIn, readFinding } from '../model/submission.ts'
import { createTurnTaker, type Speech } from '../model/turn-taker.ts'
import { readSubject } from '../subject.ts'
import type { Known } from './known-of.ts'

// A short talk with the model about one question: it may look further with the plugins that only read, and answers with quotes.

const TURNS_MAX = 5
const CALLS_MAX = 10
/** Of all questions of an incident together. */
const INCIDENT_CALLS_MAX = 60

type Given = Asking & {
  exhibits: readonly Exhibit[]
  /** Calls that questions have made on this incident so far. */
  callsBefore: number
  /** Calls that this very question has made, where it is taken up again. */
  ownCallsBefore: number
  known: Known | undefined
  givesOrders: GivesOrders
}

export async function askAbout(parts: QuestionParts, given: Given): Promise<CheckedAnswer | { failure: string }> {
  const talk = await openTalk(parts, given)
  const { messages, speech, takeTurn, evidence } = talk
  let hasReplied = false
  let answered: CheckedAnswer | undefined
  for (let turns = 1; turns <= TURNS_MAX; turns += 1) {
    const mustSubmit = hasReplied || turns >= TURNS_MAX - 1
    const taken = await takeTurn(speech, { number: turns, messages, mustSubmit })
    if ('failure' in taken) return answered ?? taken
    const { turn } = taken
    if (turn.ending === 'refused') return answered ?? { failure: 'The model refused to answer.' }
    messages.push({ role: 'assistant', text: turn.text, calls: turn.calls })
    const said = answerIn(turn)
    if (said) {
      const checked = checkAnswer(said, { exhibits: evidence.exhibits, givesOrders: given.givesOrders })
      if (checked.problems.length === 0 || hasReplied) return better(checked, answered)
      answered = checked
      hasReplied = true
      messages.push(...repairs(turn.calls, checked.problems))
    } else messages.push(...(await talk.answer(turn.calls)))
  }
  return answered ?? { failure: `The model gave no answer in ${TURNS_MAX} turns.` }
}

function better(checked: CheckedAnswer, before: CheckedAnswer | undefined): CheckedAnswer {
  return before && before.findings.length > checked.findings.length ? before : checked
}

function repairs(calls: readonly ModelCall[], problems: readonly string[]): ModelMessage[] {
  const text = `This does not hold: ${problems.slice(0, 8).join('; ')}. Correct it and answer once more.`
  return calls.length === 0 ? [{ role: 'user', text }] : calls.map((call) => toolAnswer(call, text, true))
}

async function openTalk(parts: QuestionParts, given: Given) {
  const { mind } = parts
  const { question, incident, exhibits, callsBefore, ownCallsBefore, givesOrders, signal } = given
  const plugins = await offeredPlugins(mind)
  const shown = createShown({ redactor: mind.redactor, givesOrders, marker: mind.newMarker() })
  const steps = recordingSteps(given)
  const evidence = new Evidence(recordedCall(parts.door, { steps, signal }), {
    ...{ by: 'question', known: exhibits, startAt: ownCallsBefore, spellOut: spelledOut(mind.plugins()) },
    nameOf: (number) => `Q${question.number}.${number}`,
    callsMax: Math.max(0, Math.min(CALLS_MAX, INCIDENT_CALLS_MAX - callsBefore)),
  })
  const now = parts.clock.now()
  const takeTurn = createTurnTaker(mind, {
    ...{ steps, signal, exhibits: () => evidence.exhibits, look: { number: 1, since: now } },
    tokensBefore: countTokens(incident.usage),
  })
  const { environment, clusterName } = await whatIsTold(parts)
  const subject = readSubject({ incident, environment, clusterName })
  const seen = new Set<string>()
  let calls = 0
  const answer = (wanted: readonly ModelCall[]) => {
    const callsLeft = CALLS_MAX - calls
    calls += wanted.length
    const desk = { plugins, evidence, shown, redactor: mind.redactor, subject, environment, seen, endWith: ANSWER }
    return answerCalls(wanted, { ...desk, callsLeft })
  }
  const opening = questionMessage({ ...given, shown, now })
  const messages: ModelMessage[] = [{ role: 'user', text: opening }]
  return { messages, speech: await speechOf(toolsOf(plugins)), takeTurn, evidence, answer }
}

/** The tools of a diagnosis, with another way to end. */
async function speechOf(tools: readonly ModelTool[]): Promise<Speech> {
  const system = (await readFile(new URL('../prompts/question.md', import.meta.url), 'utf8')).trim()
  return { system, tools: [...tools.slice(0, -1), ANSWER_TOOL], endWith: ANSWER }
}

/** Nothing is done twice, and nothing is recalled: who takes a question up again asks anew and is told as such. */
function recordingSteps({ tell }: Asking): Steps {
  return {
    async act(_step, work, words) {
      const result = await work()
      await tell(words?.(result) ?? [])
      return result
    },
  }
}

/** What it takes to answer a question, and the question with all that is known of its incident. */
export type QuestionParts = MindParts & {
  /** The records of an incident in plain sentences, as far as a question asks for them. */
  inPlainWords(about: AskedAbout, question: string): string
}

export type Asking = AskedAbout & {
  question: Question
  /** Writes down what happens on the way to the answer. */
  tell(events: readonly NewEvent[]): Promise<void>
  signal: AbortSignal
}

// What a model is told before it answers: the incident as it stands, what was seen, and what is asked.

type Briefing = AskedAbout & {
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

function questionMessage(given: Briefing): string {
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

function conclusionOf({ incident: { diagnosis } }: Briefing): unknown {
  if (!diagnosis) return 'There is no diagnosis yet.'
  const { conclusion, confidence, source, keyFindings, ruledOut, notSeen, noActionReason } = diagnosis
  return { conclusion, confidence, source, keyFindings, ruledOut, notSeen, noActionReason }
}

function callsOf({ incident: { diagnosis }, exhibits, shown }: Briefing): string {
  const findings = diagnosis?.keyFindings ?? []
  const cited = new Set(findings.flatMap(({ evidence }) => evidence.map(({ call }) => call)))
  const clean = exhibits.map((exhibit) => ({ ...exhibit, result: shown.clean(exhibit.result) }))
  const calls = tellCalls(clean, cited)
  return calls.map(({ asked, answered }) => `${asked}: ${answered}`).join('\n') || 'None.'
}

const TALK: readonly IncidentEvent['kind'][] = ['question_asked', 'question_answered']

function factsOf({ text }: Known, shown: Shown): string {
  return shown.text('facts', cutToTokens(text, KNOWN_TOKENS_MAX))
}

/** What was said before, so that "and the other one?" is understood. */
function earlierPart({ events, question, shown }: Briefing): string[] {
  const said = events
    .filter(({ kind, data }) => TALK.includes(kind) && Number(data.question) < question.number)
    .slice(-2 * EARLIER_SHOWN)
    .map(({ kind, data }) => `${kind === 'question_asked' ? 'Asked' : 'Answered'}: ${String(data.text)}`)
  if (said.length === 0) return []
  return ['What was asked before:', shown.text('earlier', cutToTokens(said.join('\n'), EARLIER_TOKENS_MAX))]
}

// What a model answers, read and checked: its words, and of what it quotes only what stands in the evidence.

const ANSWER = 'answer_question'

const ANSWER_CHARACTERS_MAX = 4_000
const FINDINGS_MAX = 10

const ANSWER_TOOL: ModelTool = {
  name: ANSWER,
  description: 'Answer the question. This ends the work.',
  parameters: {
    type: 'object',
    properties: {
      answer: { type: 'string' },
      findings: FINDINGS,
    },
    required: ['answer', 'findings'],
  },
}

type ClaimedAnswer = { text: string; findings: readonly ClaimedFinding[] }

/** By its tool, as JSON within a text, or in plain words; undefined where it only wants to look. */
function answerIn({ calls, text }: Pick<ModelTurn, 'calls' | 'text'>): ClaimedAnswer | undefined {
  const call = calls.find(({ tool }) => tool === ANSWER)
  const written = call?.malformed ?? (calls.length === 0 ? text : '')
  const fields = call && call.malformed === undefined ? call.parameters : [...objectsIn(written)].find(holdsAnswer)
  if (fields && holdsAnswer(fields)) return readAnswer(fields)
  const words = plainText(written, ANSWER_CHARACTERS_MAX)
  if (words === '') return undefined
  const finding = readFinding(words)
  return { text: words, findings: finding.evidence.length > 0 ? [finding] : [] }
}

function holdsAnswer(fields: Readonly<Record<string, unknown>>): boolean {
  return typeof fields.answer === 'string' && fields.answer.trim() !== ''
}

function readAnswer({ answer, findings }: Readonly<Record<string, unknown>>): ClaimedAnswer {
  const claimed = Array.isArray(findings) ? findings.slice(0, FINDINGS_MAX).map(readFinding) : []
  return { text: plainText(answer, ANSWER_CHARACTERS_MAX), findings: claimed }
}

type CheckedAnswer = { text: string; findings: readonly KeyFinding[]; problems: readonly string[] }

function checkAnswer(
  { text, findings }: ClaimedAnswer,
  seen: Pick<Grounds, 'exhibits' | 'givesOrders'>,
): CheckedAnswer {
  const { keyFindings, problems } = checkEvidence(findings, seen)
  const isBare = findings.length === 0 ? ['findings must hold at least one sentence with its quote'] : []
  return { text, findings: keyFindings, problems: [...isBare, ...problems] }
}
