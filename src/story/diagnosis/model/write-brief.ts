/** Gathers what the model is told first, once for each diagnosis. */
import type { InstructionFlag } from '../../incident/diagnosis.ts'
import type { Analysis } from '../analyse.ts'
import { findOrders } from '../instructions/find-orders.ts'
import { createRunbookRecogniser } from '../instructions/gives-orders.ts'
import { openingMessage } from './brief.ts'
import { createFence } from './fence.ts'
import type { Mind, ModelTask } from './mind.ts'
import { createShown, type Shown } from './shown.ts'
import { hourlyBudgetSpent } from './turn-taker.ts'

export type Briefed = {
  /** Of the fence. */
  marker: string
  opening: string
  /** Orders found in what was only looked up for the model. */
  flags: readonly InstructionFlag[]
}

/** Recorded by whoever asks, so that a talk that is taken up again begins with the same words behind the same fence. */
export async function writeBrief(mind: Mind, task: ModelTask): Promise<Briefed | { failure: string }> {
  const spent = await hourlyBudgetSpent(mind)
  if (spent !== undefined) return { failure: spent }
  const { incident, analysis, environment, evidence, feedback } = task
  const marker = mind.newMarker()
  const shown = shownFor(mind, task, marker)
  // Without them the model knows less, which is no reason to know nothing.
  const knowledge = await mind.searchKnowledge(wordsToSearch(analysis)).catch(() => [])
  const similar = await mind.findSimilar(incident).catch(() => [])
  const told = knowledge.map(({ title, excerpt }) => ({ where: `knowledge ${title}`, text: `${title}\n${excerpt}` }))
  const planted = findOrders(told, createRunbookRecogniser())
  const flags = [...analysis.diagnosis.flags, ...planted]
  const now = mind.clock.now()
  const { exhibits } = evidence
  const isResumed = task.look.number > 1
  const given = {
    incident,
    analysis,
    exhibits,
    environment,
    knowledge,
    similar,
    flags,
    feedback,
    now,
    isResumed,
    shown,
  }
  return { marker, opening: openingMessage(given), flags: mind.redactor.redactValue(planted) }
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
