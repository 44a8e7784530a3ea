/**
 * Diagnosis with a model: it is briefed with what the analysis found, looks further with the same plugins, and submits; the
 * service checks what it submits and settles it with the analysis. Whatever goes wrong, the analysis stands.
 */
import type { EnvironmentMap } from '../../../guidance/environment/environment-map.ts'
import type { KnowledgeHit } from '../../../guidance/knowledge/knowledge-search.ts'
import type { Plugin } from '../../../plugins/plugin.ts'
import type { DiagnosisOutcome } from '../../incident/diagnosis.ts'
import type { Incident } from '../../incident/incident.ts'
import type { Steps } from '../../incident/steps.ts'
import type { Analysis } from '../analyse.ts'
import type { Evidence } from '../evidence.ts'
import { findOrders, textsOfExhibits } from '../instructions/find-orders.ts'
import { createRunbookRecogniser, type GivesOrders } from '../instructions/gives-orders.ts'
import { answerCalls } from './answer-calls.ts'
import { openingMessage, systemPrompt } from './brief.ts'
import { Conversation } from './conversation.ts'
import { createFence } from './fence.ts'
import type { Grounds } from './grounds.ts'
import { knownObjects } from './known-objects.ts'
import { toolsOf } from './model-tools.ts'
import { readPrompts } from './prompt-files.ts'
import { reachDiagnosis } from './reach-diagnosis.ts'
import { settle } from './settle.ts'
import { createShown, type Shown } from './shown.ts'
import { createTurnTaker, hourlyBudgetSpent, type TurnParts } from './turn-taker.ts'

export type Mind = TurnParts & {
  /** Without one, analysis is all there is. */
  isConfigured: () => Promise<boolean>
  /** All that are known; those taken out of use are not offered. */
  plugins: () => readonly Plugin[]
  searchKnowledge: (text: string) => Promise<readonly KnowledgeHit[]>
  /** Unguessable, and new at each call. */
  newMarker: () => string
}

type ModelTask = {
  incident: Incident
  /** What a person said who asked us to look again. */
  feedback: string | undefined
  analysis: Analysis
  evidence: Evidence
  environment: EnvironmentMap
  givesOrders: GivesOrders
  now: Date
  steps: Steps
  signal: AbortSignal
}

export type Consultation = {
  outcome: DiagnosisOutcome
  /** Tells the model once that its step is refused, and why; undefined where nothing new comes of it. */
  reconsider(reasons: readonly string[]): Promise<DiagnosisOutcome | undefined>
}

const TURNS_MAX = 12
const CALLS_MAX = 30

export async function askModel(mind: Mind, task: ModelTask): Promise<Consultation> {
  if (!(await mind.isConfigured())) return standing(task, 'No model is set up: LLM_API_KEY is unset.')
  const prompts = await readPrompts()
  const brief = await task.steps.act('brief the model', () => writeBrief(mind, task))
  if ('failure' in brief) return standing(task, brief.failure)
  const { DISABLED_PLUGINS } = await mind.currentSettings()
  const plugins = mind.plugins().filter(({ name }) => !DISABLED_PLUGINS.includes(name))
  const shown = shownFor(mind, task, brief.marker)
  const talk = await openTalk(mind, task, { ...brief, system: systemPrompt(prompts, plugins), plugins, shown })
  const grounds = () => groundsNow(task, plugins)
  const told = await reachDiagnosis(talk, grounds)
  if ('failure' in told) return standing(task, told.failure, prompts.version)
  const settled = (checked: typeof told.checked) => {
    const { diagnosis, wanted } = settle(flagged(task.analysis, grounds().flags), checked)
    return { diagnosis: { ...diagnosis, promptVersion: prompts.version }, wanted }
  }
  return {
    outcome: settled(told.checked),
    async reconsider(reasons) {
      if (!talk.canGoOn) return undefined
      talk.reply(refusalWords(reasons))
      const again = await reachDiagnosis(talk, grounds)
      return 'failure' in again ? undefined : settled(again.checked)
    },
  }
}

function refusalWords(reasons: readonly string[]): string {
  return `Policy refuses the step: ${reasons.join(' ')} Submit once more: with another step if one is right, else with remediation null.`
}

/** The analysis as the diagnosis, with why no model speaks. */
function standing({ analysis }: ModelTask, modelFailure: string, promptVersion?: string): Consultation {
  const told = { modelFailure, ...(promptVersion !== undefined && { promptVersion }) }
  const { diagnosis, wanted } = analysis
  return { outcome: { diagnosis: { ...diagnosis, ...told }, wanted }, reconsider: async () => undefined }
}

type Brief = { marker: string; opening: string } | { failure: string }

/** Recorded, so that a talk that is taken up again begins with the same words behind the same fence. */
async function writeBrief(mind: Mind, task: ModelTask): Promise<Brief> {
  const spent = await hourlyBudgetSpent(mind)
  if (spent !== undefined) return { failure: spent }
  const { incident, analysis, environment, evidence, feedback } = task
  const marker = mind.newMarker()
  const shown = shownFor(mind, task, marker)
  const knowledge = await mind.searchKnowledge(wordsToSearch(analysis)).catch(() => [])
  const now = mind.clock.now()
  const { flags } = analysis.diagnosis
  const exhibits = evidence.exhibits
  return {
    marker,
    opening: openingMessage({ incident, analysis, exhibits, environment, knowledge, flags, feedback, now, shown }),
  }
}

/** The alert's name and whom it is about; whole sentences would find everything. */
function wordsToSearch({ subject, findings: [first] }: Analysis): string {
  const { alertName, service, workload, database } = subject
  const words = alertName.replaceAll(/([a-z])([A-Z])/g, '$1 $2')
  return [words, service, workload?.name, database, first?.kind.replaceAll('_', ' ')].filter(Boolean).join(' ')
}

function shownFor({ redactor }: Mind, { givesOrders }: ModelTask, marker: string): Shown {
  return createShown({ redactor, givesOrders, isRunbookOrder: createRunbookRecogniser(), fence: createFence(marker) })
}

type Talk = { opening: string; system: string; plugins: readonly Plugin[]; shown: Shown }

async function openTalk(mind: Mind, task: ModelTask, { opening, system, plugins, shown }: Talk): Promise<Conversation> {
  const { evidence, now: since, steps, signal } = task
  const { LLM_TURNS_MAX } = await mind.currentSettings()
  evidence.handOver('model', CALLS_MAX)
  const seen = new Set<string>()
  return new Conversation(opening, {
    takeTurn: createTurnTaker(mind, { system, tools: toolsOf(plugins), since, steps, signal }),
    answer: (calls, callsLeft) =>
      answerCalls(calls, { plugins, evidence, shown, redactor: mind.redactor, callsLeft, seen }),
    turnsMax: Math.min(LLM_TURNS_MAX, TURNS_MAX),
    callsMax: CALLS_MAX,
  })
}

/** With everything that was seen up to now. */
function groundsNow(task: ModelTask, plugins: readonly Plugin[]): Grounds {
  const { analysis, evidence, environment, givesOrders, feedback } = task
  const { exhibits } = evidence
  const seen = findOrders(textsOfExhibits(exhibits), givesOrders)
  const known = new Set(analysis.diagnosis.flags.map(({ text }) => text))
  const flags = [...analysis.diagnosis.flags, ...seen.filter(({ text }) => !known.has(text))]
  const named = knownObjects({ subject: analysis.subject, environment, exhibits, givesOrders })
  return { analysis, exhibits, plugins, flags, givesOrders, known: named, feedback }
}

function flagged(analysis: Analysis, flags: Grounds['flags']): Analysis {
  return { ...analysis, diagnosis: { ...analysis.diagnosis, flags } }
}
