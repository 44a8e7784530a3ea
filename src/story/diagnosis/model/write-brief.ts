/** Gathers what the model is told first, once for each diagnosis. */
import type { InstructionFlag } from '../../incident/diagnosis.ts'
import type { Analysis } from '../analyse.ts'
import type { Exhibit } from '../evidence.ts'
import { findOrders } from '../instructions/find-orders.ts'
import { createRunbookRecogniser } from '../instructions/gives-orders.ts'
import { RUNBOOKS } from '../known/recall-knowledge.ts'
import { openingMessage, recallMessage } from './brief.ts'
import { citedCalls, describePolicy } from './brief-parts.ts'
import { tellCalls } from './compact-result.ts'
import type { Mind, ModelTask } from './mind.ts'
import { deedsOf, recalledAmong } from './recall.ts'
import { createFence, createShown, type Shown } from './shown.ts'
import { hourlyBudgetSpent } from './turn-taker.ts'

export type Briefed = {
  /** Of the fence. */
  marker: string
  opening: string
  /** Orders found in what was only looked up for the model. */
  flags: readonly InstructionFlag[]
  /** Where an incident of the past shows again: the first words of a shorter talk, and the steps it may speak of. */
  recall?: { opening: string; deeds: readonly string[] }
}

/** Of what shows now, where little needs to be told. */
const RECALL_CHARACTERS_MAX = 3_000

/** Recorded by whoever asks, so that a talk that is taken up again begins with the same words behind the same fence. */
export async function writeBrief(mind: Mind, task: ModelTask): Promise<Briefed | { failure: string }> {
  const spent = await hourlyBudgetSpent(mind)
  const { LLM_FALLBACKS } = await mind.currentSettings()
  if (spent !== undefined && LLM_FALLBACKS.length === 0) return { failure: spent }
  const { incident, analysis, environment, evidence, feedback } = task
  const marker = mind.newMarker()
  const shown = shownFor(mind, task, marker)
  // Without them the model knows less, which is no reason to know nothing.
  const knowledge = await mind.searchKnowledge(wordsToSearch(analysis)).catch(() => [])
  const similar = await mind.findSimilar(incident).catch(() => [])
  const entries = knowledge.map(({ title, excerpt }) => ({ where: `knowledge ${title}`, text: `${title}\n${excerpt}` }))
  const planted = findOrders(entries, createRunbookRecogniser())
  const flags = [...analysis.diagnosis.flags, ...planted]
  const now = mind.clock.now()
  // What people wrote down is told apart, for imperatives are its nature.
  const seen = evidence.exhibits.filter(({ plugin }) => plugin !== RUNBOOKS)
  const exhibits = seen.map((exhibit) => ({ ...exhibit, result: shown.clean(exhibit.result) }))
  const calls = tellCalls(exhibits, citedCalls(analysis))
  const policy = await describePolicy(await mind.currentSettings(), mind.ledger, analysis)
  const isResumed = task.look.number > 1
  const given = {
    incident,
    analysis,
    calls,
    policy,
    environment,
    knowledge,
    similar,
    flags,
    feedback,
    now,
    isResumed,
    shown,
  }
  const recall = recallOf(given, { exhibits, similar, feedback })
  return { marker, opening: openingMessage(given), flags: mind.redactor.redactValue(planted), ...recall }
}

type Recalling = Pick<Parameters<typeof openingMessage>[0], 'similar' | 'feedback'> & { exhibits: readonly Exhibit[] }

/** A person who was not content with what was recalled wants more than that. */
function recallOf(
  given: Parameters<typeof openingMessage>[0],
  { exhibits, similar, feedback }: Recalling,
): Pick<Briefed, 'recall'> {
  const past = feedback === undefined ? recalledAmong(similar, exhibits) : undefined
  if (!past) return {}
  const proving = new Set(past.proof.map(({ plugin }) => plugin))
  const cited = citedCalls(given.analysis)
  const telling = exhibits.filter(({ id, plugin }) => cited.has(id) || proving.has(plugin))
  const calls = tellCalls(telling, cited, RECALL_CHARACTERS_MAX)
  return { recall: { opening: recallMessage({ ...given, calls }, past), deeds: deedsOf(past, given.analysis) } }
}

/** The alert's name and whom it is about; whole sentences would find everything. */
function wordsToSearch({ subject, findings: [first] }: Analysis): string {
  const { alertName, service, workload, database } = subject
  const words = alertName.replaceAll(/([a-z])([A-Z])/g, '$1 $2')
  return [words, service, workload?.name, database, first?.kind.replaceAll('_', ' ')].filter(Boolean).join(' ')
}

export function shownFor({ redactor }: Mind, { givesOrders }: ModelTask, marker: string): Shown {
  return createShown({ redactor, givesOrders, isRunbookOrder: createRunbookRecogniser(), fence: createFence(marker) })
}
