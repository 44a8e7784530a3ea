/** A question of a person about an incident, put to the model. */
import { readFile } from 'node:fs/promises'
import { readEnvironment } from '../../../guidance/environment/environment-map.ts'
import type { ModelCall, ModelMessage, ModelTool } from '../../../ports/language-model.ts'
import type { NewEvent } from '../../incident/incident-event.ts'
import { countTokens } from '../../incident/model-usage.ts'
import type { AskedAbout, Question } from '../../incident/question.ts'
import type { Steps } from '../../incident/steps.ts'
import { type MindParts, recordedCall } from '../diagnose-incident.ts'
import { Evidence, type Exhibit } from '../evidence.ts'
import { spelledOut } from '../gates/fitting-parameters.ts'
import { createRunbookRecogniser, type GivesOrders } from '../instructions/gives-orders.ts'
import { answerCalls, toolAnswer } from '../model/answer-calls.ts'
import { offeredPlugins } from '../model/ask-model.ts'
import { toolsOf } from '../model/model-tools.ts'
import { strangeHostIn } from '../model/named-hosts.ts'
import { createFence, createShown } from '../model/shown.ts'
import { createTurnTaker, type Speech } from '../model/turn-taker.ts'
import { readSubject } from '../subject.ts'
import { questionMessage } from './brief-question.ts'
import type { Known } from './known-of.ts'
import { ANSWER, ANSWER_TOOL, answerIn, type CheckedAnswer, checkAnswer } from './read-answer.ts'

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
  const shown = createShown({
    ...{ redactor: mind.redactor, givesOrders, fence: createFence(mind.newMarker()) },
    isRunbookOrder: createRunbookRecogniser(),
  })
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
  const environment = readEnvironment(await parts.currentEnvironment())
  const { CLUSTER_NAME } = await parts.currentSettings()
  const subject = readSubject({ incident, environment, clusterName: CLUSTER_NAME || undefined })
  const seen = new Set<string>()
  let calls = 0
  const answer = (wanted: readonly ModelCall[]) => {
    const callsLeft = CALLS_MAX - calls
    calls += wanted.length
    const hostless = (command: string) => strangeHostIn(command, { subject, environment, exhibits: evidence.exhibits })
    const desk = { plugins, evidence, shown, redactor: mind.redactor, callsLeft, seen, endWith: ANSWER }
    return answerCalls(wanted, { ...desk, strangeHostIn: hostless })
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
