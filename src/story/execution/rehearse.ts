/** A dry run: what each action of a plan would change now, by the target's own dry run where it has one. Changes nothing. */

import { askPolicy } from '../../guidance/policy/ask-policy.ts'
import type { Effect } from '../../guidance/policy/effect.ts'
import type { PluginCall } from '../../plugins/plugin.ts'
import type { PlannedAction } from '../incident/proposal.ts'
import type { ExecutionParts } from './carry-out-plan.ts'

export type Rehearsal = {
  plugin: string
  parameters: Readonly<Record<string, unknown>>
  /** Whether it would be carried out if the plan were confirmed now. */
  wouldRun: boolean
  message: string
  changes: Effect['changes']
  /** What was seen now; absent where the target could not be looked at. */
  seen?: Pick<PlannedAction, 'risk' | 'preconditions' | 'rollback'>
}

/** Actions of a plan, or ones that somebody only thinks of: those have no preconditions yet but what is seen now. */
type Rehearsed = PluginCall & Partial<Pick<PlannedAction, 'preconditions'>>

export async function rehearse(
  parts: ExecutionParts,
  { actions }: { actions: readonly Rehearsed[] },
  signal: AbortSignal,
): Promise<Rehearsal[]> {
  const rehearsals: Rehearsal[] = []
  for (const action of actions) rehearsals.push(await rehearseOne(parts, action, signal))
  return rehearsals
}

async function rehearseOne(parts: ExecutionParts, action: Rehearsed, signal: AbortSignal): Promise<Rehearsal> {
  const { plugin, parameters } = action
  const call = { plugin, parameters: { ...parameters } }
  const rehearsed = (wouldRun: boolean, message: string, seen: Partial<Rehearsal> = {}): Rehearsal => ({
    ...{ plugin, parameters, wouldRun, message, changes: [] },
    ...seen,
  })
  try {
    const { effect, preconditions, rollback } = await parts.door.intend(call, signal)
    const looked = { changes: effect.changes, seen: { risk: effect.risk, preconditions, rollback } }
    const verdict = await askPolicy(parts, call, effect)
    if (!verdict.allowed) return rehearsed(false, verdict.sentence, looked)
    const { result } = await parts.door.remediate(call, {
      ...{ permit: verdict.permit, preconditions: action.preconditions ?? preconditions },
      ...{ isDryRun: true, signal },
    })
    return rehearsed(result.success && !result.isSkipped, result.message ?? result.error ?? '', looked)
  } catch (error) {
    return rehearsed(false, (error as Error).message)
  }
}
