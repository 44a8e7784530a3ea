/** How an execution is remembered by its run: the intent before each act, the outcome after it, each in one transaction. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Span, Traces } from '../../ports/traces.ts'
import type { PlanStore } from '../execution/approved-plan.ts'
import type { ExecutionRecord } from '../execution/carry-out-plan.ts'
import type { ActionAttempt, ActionReport } from '../incident/execution.ts'
import type { NewEvent } from '../incident/incident-event.ts'
import type { ProposalDocument } from '../incident/proposal.ts'
import { isOutage } from './outage.ts'
import { type Journal, RunLost } from './run-store.ts'

/** Longer each time, for about half a minute in all. */
const KEEPING_TURNS = 16
const KEEPING_MS = 250

export function recordIn(journal: Journal, { plans, traces }: { plans: PlanStore; traces: Traces }): ExecutionRecord {
  return {
    begun: (attempt) => plans.begun(attempt),
    heldForMs: () => journal.heldForMs(),
    begin: (attempt, parameters, charge, witness) =>
      journal.commit(`intend ${nameOf(attempt)}`, async (writer) => {
        const isCharged = await writer.beginAction(attempt, charge, witness)
        const { phase, step, plugin } = attempt
        if (isCharged) await writer.tell({ kind: 'action_started', data: { phase, step, plugin, parameters } })
        return isCharged
      }),
    async finish(attempt, work) {
      const step = `do ${nameOf(attempt)}`
      let known: ActionReport | undefined
      const remember = async () => {
        known = await work()
        return known
      }
      const keep = () =>
        journal.act(step, async () => known ?? traces.span({ ...spanOf(attempt), key: step }, remember))
      const report = await untilKept(keep, () => known !== undefined).catch(async (error) => {
        // Somebody else has the run and may have said already that nobody knows what became of this.
        if (error instanceof RunLost && known && mayHaveChanged(known)) {
          const late = known
          await untilKept(() => plans.tellLate(attempt, late))
        }
        throw error
      })
      await journal.commit(`finish ${nameOf(attempt)}`, async (writer) => {
        await writer.finishAction(attempt, report)
        await writer.tell(completedEvent(attempt, report))
      })
      return report
    },
  }
}

/** What was done is known to nobody else: a store that is away for a while does not make us forget it. */
async function untilKept<Result>(keep: () => Promise<Result>, isKnown = () => true): Promise<Result> {
  for (let turn = 1; ; turn += 1)
    try {
      return await keep()
    } catch (error) {
      if (!isOutage(error) || !isKnown() || turn === KEEPING_TURNS) throw error
      await pause(turn * KEEPING_MS)
    }
}

/** One that failed, or was ended, may have come half of its way before. */
function mayHaveChanged({ outcome }: ActionReport): boolean {
  return outcome !== 'skipped' && outcome !== 'refused'
}

function spanOf({ plugin, phase }: ActionAttempt): Span<ActionReport> {
  const factsOf = ({ outcome }: ActionReport) => ({ outcome, hasFailed: outcome !== 'done' })
  return { name: 'action', facts: { plugin, phase }, factsOf }
}

function nameOf({ phase, step }: ActionAttempt): string {
  return `${phase} ${step}`
}

function completedEvent({ phase, step, plugin }: ActionAttempt, report: ActionReport): NewEvent {
  const { outcome, message, before, after, seconds } = report
  return { kind: 'action_completed', data: { phase, step, plugin, outcome, message, before, after, seconds } }
}

type Deeds = {
  incidentId: string
  digest: string
  plan: ProposalDocument
  phase: 'do'
  takenAt: Date
  approvedAt: Date
  signal: AbortSignal
}

export function deedsOf({ incidentId, digest, plan, phase, ...deed }: Deeds) {
  return plan.actions.map((action, step) => ({
    attempt: { incidentId, digest, phase, step, plugin: action.plugin },
    action,
    ...deed,
  }))
}
