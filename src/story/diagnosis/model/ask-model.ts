/**
 * Diagnosis with a model: it is briefed with what the analysis found, looks further with the same plugins, and submits; the
 * service checks what it submits and settles it with the analysis. Whatever goes wrong, the analysis stands.
 */
import type { Redactor } from '../../../guidance/secrecy/redact.ts'
import type { Plugin } from '../../../plugins/plugin.ts'
import type { DiagnosisOutcome } from '../../incident/diagnosis.ts'
import type { Analysis } from '../analyse.ts'
import { findOrders, textsOfExhibits } from '../instructions/gives-orders.ts'
import { answerCalls } from './answer-calls.ts'
import {
  type Briefed,
  type Prompts,
  RECALL_TURNS_MAX,
  readPrompts,
  recallSpeech,
  systemPrompt,
  writeBrief,
} from './brief.ts'
import type { CheckedSubmission } from './check-submission.ts'
import { type Checking, Conversation, type Reached, reachDiagnosis } from './conversation.ts'
import type { Grounds, Mind, ModelTask } from './mind.ts'
import { toolsOf } from './model-tools.ts'
import { settle } from './settle.ts'
import { createShown } from './shown.ts'
import { createTurnTaker, type TakeTurn } from './turn-taker.ts'

export type Consultation = {
  outcome: DiagnosisOutcome
  /** Tells the model once that its step is refused, and why; undefined where nothing new comes of it. */
  reconsider(reasons: readonly string[]): Promise<DiagnosisOutcome | undefined>
}

const TURNS_MAX = 12
const CALLS_MAX = 30

export async function askModel(mind: Mind, task: ModelTask): Promise<Consultation> {
  if (!(await mind.isConfigured())) return standing(task.analysis, 'No model is set up: LLM_API_KEY is unset.')
  const brief = await task.look.steps.act('brief the model', () => writeBrief(mind, task))
  if ('failure' in brief) return standing(task.analysis, brief.failure)
  const flags = [...task.analysis.diagnosis.flags, ...brief.flags]
  return consult(mind, { ...task, analysis: flagged(task.analysis, flags) }, brief)
}

async function consult(mind: Mind, task: ModelTask, brief: Briefed): Promise<Consultation> {
  const prompts = await readPrompts()
  const plugins = await offeredPlugins(mind)
  const grounds = () => groundsNow(task, plugins)
  const analysisNow = () => flagged(task.analysis, grounds().flags)
  const checking = { evidence: task.evidence, grounds }
  task.evidence.handOver('model', CALLS_MAX)
  const { talk, reached } = await hold(mind, task, { brief, prompts, plugins, checking })
  if ('failure' in reached) return standing(analysisNow(), reached.failure, prompts.version)
  const settled = (checked: CheckedSubmission) => {
    const { diagnosis, wanted } = settle(analysisNow(), masked(checked, mind.redactor))
    return { diagnosis: { ...diagnosis, promptVersion: prompts.version }, wanted }
  }
  return {
    outcome: settled(reached.checked),
    async reconsider(reasons) {
      if (!talk.canGoOn) return undefined
      talk.reply(refusalWords(reasons))
      const again = await reachDiagnosis(talk, checking)
      return 'failure' in again ? undefined : settled(again.checked)
    },
  }
}

type Talking = { brief: Briefed; prompts: Prompts; plugins: readonly Plugin[]; checking: Checking }
type Held = { talk: Conversation; reached: Reached | { failure: string } }

/** Where the past shows again a short talk is tried first; what it does not prove is looked at in the long one. */
async function hold(mind: Mind, task: ModelTask, talking: Talking): Promise<Held> {
  const { evidence, look, runSteps: steps, signal } = task
  const takeTurn = createTurnTaker(mind, { look, exhibits: () => evidence.exhibits, steps, signal })
  const short = await recallTalk(mind, takeTurn, talking)
  const recalled = short && (await reachDiagnosis(short, talking.checking))
  if (short && recalled && 'checked' in recalled && recalled.checked.keyFindings.length > 0)
    return { talk: short, reached: recalled }
  const talk = await openTalk(mind, task, { ...talking, takeTurn, turnsBefore: short?.turns ?? 0 })
  return { talk, reached: await reachDiagnosis(talk, talking.checking) }
}

export async function offeredPlugins({ currentSettings, plugins, offer }: Mind): Promise<Plugin[]> {
  const { DISABLED_PLUGINS } = await currentSettings()
  const enabled = plugins().filter(({ name }) => !DISABLED_PLUGINS.includes(name))
  return (await Promise.all(enabled.map(offer))).filter((plugin) => plugin !== undefined)
}

/** It was shown no secret, but what it writes passes the same door as everything that leaves us. */
function masked(checked: CheckedSubmission, { redact }: Redactor): CheckedSubmission {
  return {
    ...checked,
    conclusion: redact(checked.conclusion),
    keyFindings: checked.keyFindings.map(({ text, evidence }) => ({ text: redact(text), evidence })),
    unproven: checked.unproven.map(redact),
    ruledOut: checked.ruledOut.map(redact),
    suggestedActions: checked.suggestedActions.map(redact),
    past: checked.past.map(redact),
  }
}

function refusalWords(reasons: readonly string[]): string {
  return `Policy refuses the step: ${reasons.join(' ')} Submit once more: with another step if one is right, else with remediation null.`
}

/** The analysis as the diagnosis, with why no model speaks. */
function standing({ diagnosis, wanted }: Analysis, modelFailure: string, promptVersion?: string): Consultation {
  const reason = { modelFailure, ...(promptVersion !== undefined && { promptVersion }) }
  return { outcome: { diagnosis: { ...diagnosis, ...reason }, wanted }, reconsider: async () => undefined }
}

async function recallTalk(
  mind: Mind,
  takeTurn: TakeTurn,
  { brief, prompts, plugins }: Talking,
): Promise<Conversation | undefined> {
  const { LLM_TURNS_MAX } = await mind.currentSettings()
  // Enough must be left for the long talk to look and to submit.
  if (!brief.recall || LLM_TURNS_MAX < RECALL_TURNS_MAX + 2) return undefined
  const speech = recallSpeech(prompts.recall, plugins, brief.recall.deeds)
  return new Conversation(brief.recall.opening, {
    takeTurn: (question) => takeTurn(speech, question),
    turnsMax: RECALL_TURNS_MAX,
    callsMax: 0,
  })
}

async function openTalk(
  mind: Mind,
  task: ModelTask,
  { brief, prompts, plugins, takeTurn, turnsBefore }: Talking & { takeTurn: TakeTurn; turnsBefore: number },
): Promise<Conversation> {
  const { evidence } = task
  const { LLM_TURNS_MAX } = await mind.currentSettings()
  const speech = { system: systemPrompt(prompts, plugins), tools: toolsOf(plugins) }
  const shown = createShown({ redactor: mind.redactor, givesOrders: task.givesOrders, marker: brief.marker })
  const seen = new Set<string>()
  const { analysis, environment } = task
  const desk = { plugins, evidence, shown, redactor: mind.redactor, subject: analysis.subject, environment, seen }
  return new Conversation(brief.opening, {
    takeTurn: (question) => takeTurn(speech, question),
    answer: (calls, callsLeft) => answerCalls(calls, { ...desk, callsLeft }),
    turnsMax: Math.min(LLM_TURNS_MAX, TURNS_MAX),
    callsMax: CALLS_MAX,
    turnsBefore,
  })
}

/** With everything that was seen up to now. */
function groundsNow(task: ModelTask, plugins: readonly Plugin[]): Grounds {
  const { analysis, evidence, hands, givesOrders, feedback } = task
  const { exhibits } = evidence
  const seen = findOrders(textsOfExhibits(exhibits), givesOrders)
  const known = new Set(analysis.diagnosis.flags.map(({ text }) => text))
  const flags = [...analysis.diagnosis.flags, ...seen.filter(({ text }) => !known.has(text))]
  return { analysis, exhibits, plugins, flags, givesOrders, hands: { ...hands, plugins }, feedback }
}

function flagged(analysis: Analysis, flags: Grounds['flags']): Analysis {
  return { ...analysis, diagnosis: { ...analysis.diagnosis, flags } }
}
