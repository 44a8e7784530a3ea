/** Policy's word on an action as things stand now: with the settings in force and what the ledger of the last hour says. */
import type { Settings } from '../settings/catalogue.ts'
import type { ActionLedger } from './action-ledger.ts'
import type { Effect } from './effect.ts'
import { judge } from './judge.ts'
import type { Action } from './permit.ts'

export type PolicyParts = {
  ledger: ActionLedger
  currentSettings: () => Promise<Settings>
  /** Told of every refusal, for whoever counts them. */
  onRefusal?: (reason: string) => void
}

export async function askPolicy({ ledger, currentSettings, onRefusal }: PolicyParts, action: Action, effect: Effect) {
  const verdict = judge({
    action,
    effect,
    settings: await currentSettings(),
    actionsInLastHour: await ledger.actionsInLastHour(),
    replicasAtHourStart: await ledger.replicasAtHourStart(nameOfTargets(effect.targets)),
  })
  if (!verdict.allowed) onRefusal?.(verdict.reason)
  return verdict
}

/** The one name by which the ledger knows what an action changes. */
export function nameOfTargets(targets: Effect['targets']): string {
  const [first] = targets
  if (first === undefined) return ''
  return `${first.kind} ${first.namespace === undefined ? '' : `${first.namespace}/`}${first.name}`
}
