/** A dry run: what each action of a plan would change now, by the target's own dry run where it has one. Changes nothing. */

import { askPolicy } from '../../guidance/policy/ask-policy.ts'
import type { Effect } from '../../guidance/policy/effect.ts'
import type { PlannedAction, Proposal } from '../incident/proposal.ts'
import type { ExecutionParts } from './carry-out-plan.ts'

export type Rehearsal = {
  plugin: string
  parameters: Readonly<Record<string, unknown>>
  /** Whether it would be carried out if the plan were confirmed now. */
  wouldRun: boolean
  message: string
  changes: Effect['changes']
}

export async function rehearse(
  parts: ExecutionParts,
  { actions }: Proposal,
  signal: AbortSignal,
): Promise<Rehearsal[]> {
  const rehearsals: Rehearsal[] = []
  for (const action of actions) rehearsals.push(await rehearseOne(parts, action, signal))
  return rehearsals
}

async function rehearseOne(parts: ExecutionParts, action: PlannedAction, signal: AbortSignal): Promise<Rehearsal> {
  const { plugin, parameters, preconditions } = action
  const call = { plugin, parameters: { ...parameters } }
  const told = (wouldRun: boolean, message: string, changes: Effect['changes'] = []) => ({
    plugin,
    parameters,
    wouldRun,
    message,
    changes,
  })
  try {
    const { effect } = await parts.door.intend(call, signal)
    const verdict = await askPolicy(parts, call, effect)
    if (!verdict.allowed) return told(false, verdict.sentence, effect.changes)
    const { result } = await parts.door.remediate(call, {
      permit: verdict.permit,
      preconditions,
      isDryRun: true,
      signal,
    })
    return told(result.success && !result.isSkipped, result.message ?? result.error ?? '', effect.changes)
  } catch (error) {
    return told(false, (error as Error).message)
  }
}
