/**
 * Makes a plan of wanted actions: each is looked at on the live system, judged by policy, and written down with what it
 * would change and how it could be undone. One refusal refuses the whole: half a remedy is none.
 */
import { askPolicy, type PolicyParts } from '../../guidance/policy/ask-policy.ts'
import { RISK_LEVELS, type RiskLevel } from '../../guidance/policy/effect.ts'
import type { Intention } from '../../plugins/plugin.ts'
import type { PluginDoor } from '../../plugins/run-plugin.ts'
import type { WantedAction } from '../incident/diagnosis.ts'
import type { PlannedAction, ProposalAttempt, ProposalDraft, Refusal } from '../incident/proposal.ts'
import { describeAction, describeUndo, estimate } from './describe-plan.ts'

export type ProposalParts = PolicyParts & {
  door: Pick<PluginDoor, 'intend'>
  /** Never rated lower, whatever the target; undefined for a plugin nobody knows. */
  riskOf: (plugin: string) => RiskLevel | undefined
}

type Wish = {
  wanted: readonly WantedAction[]
  description: string
  purpose: ProposalDraft['purpose']
  signal: AbortSignal
}

export async function propose(
  parts: ProposalParts,
  { wanted, description, purpose, signal }: Wish,
): Promise<ProposalAttempt> {
  const considered: (PlannedAction | Refusal)[] = []
  // One after the other: the second of two changes to one target is judged as such.
  for (const action of wanted) considered.push(await consider(parts, action, signal))
  const refusals = considered.filter((one) => 'reason' in one)
  if (refusals.length > 0) return { refusals }
  return { draft: draftOf(considered as PlannedAction[], description, purpose) }
}

async function consider(
  parts: ProposalParts,
  wanted: WantedAction,
  signal: AbortSignal,
): Promise<PlannedAction | Refusal> {
  const { plugin, parameters, why } = wanted
  const refuse = (reason: string, sentence: string) => ({ plugin, parameters, reason, sentence })
  let intention: Intention
  try {
    intention = await parts.door.intend({ plugin, parameters: { ...parameters } }, signal)
  } catch (error) {
    return refuse('not_possible', (error as Error).message)
  }
  const verdict = await askPolicy(parts, { plugin, parameters }, intention.effect)
  if (!verdict.allowed) return refuse(verdict.reason, verdict.sentence)
  const { targets, changes, commands, risk } = intention.effect
  return {
    plugin,
    parameters,
    why,
    risk: higher(risk, parts.riskOf(plugin) ?? 'high'),
    targets,
    changes,
    commands,
    preconditions: intention.preconditions,
    rollback: intention.rollback,
  }
}

function draftOf(
  actions: readonly PlannedAction[],
  description: string,
  purpose: ProposalDraft['purpose'],
): ProposalDraft {
  return {
    purpose,
    description,
    steps: actions.map(describeAction),
    actions,
    riskLevel: actions.map(({ risk }) => risk).reduce(higher, 'low'),
    estimatedDuration: estimate(actions),
    rollbackPlan: actions.map(describeUndo).join(' '),
  }
}

function higher(one: RiskLevel, other: RiskLevel): RiskLevel {
  return RISK_LEVELS.indexOf(one) >= RISK_LEVELS.indexOf(other) ? one : other
}
