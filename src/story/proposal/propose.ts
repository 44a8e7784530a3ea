/**
 * Makes a plan of wanted actions: each is looked at on the live system, judged by policy, and written down with what it
 * would change and how it could be undone. One refusal refuses the whole: half a remedy is none.
 */
import { askPolicy, type PolicyParts } from '../../guidance/policy/ask-policy.ts'
import { RISK_LEVELS, type RiskLevel } from '../../guidance/policy/effect.ts'
import type { Intention, RemediationPlugin } from '../../plugins/plugin.ts'
import type { PluginDoor } from '../../plugins/run-plugin.ts'
import type { PlannedAction, ProposalAttempt, ProposalDraft, Refusal } from '../incident/proposal.ts'
import type { ClearedStep } from '../incident/wanted-step.ts'
import { describeAction, describeUndo, sayEstimate } from './describe-plan.ts'

export type ProposalParts = PolicyParts & {
  door: Pick<PluginDoor, 'intend'>
  /** What the remediation of that name says of itself; undefined for a plugin nobody knows. */
  remediation: (name: string) => Pick<RemediationPlugin, 'risk' | 'usualSeconds'> | undefined
}

type Wish = {
  wanted: readonly ClearedStep[]
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
  const actions = considered as PlannedAction[]
  const seconds = actions.reduce((sum, { plugin }) => sum + (parts.remediation(plugin)?.usualSeconds ?? 0), 0)
  return { draft: draftOf(actions, { description, purpose, seconds }) }
}

async function consider(
  parts: ProposalParts,
  wanted: ClearedStep,
  signal: AbortSignal,
): Promise<PlannedAction | Refusal> {
  const { plugin, parameters, why } = wanted
  const refuse = (reason: string, sentence: string) => ({ plugin, parameters, reason, sentence })
  let intention: Intention
  try {
    intention = await parts.door.intend({ plugin, parameters: { ...parameters } }, signal)
  } catch (error) {
    // Broken off because we stop: whoever carries on looks again, and nothing was refused.
    signal.throwIfAborted()
    return refuse('not_possible', (error as Error).message)
  }
  const verdict = await askPolicy(parts, { plugin, parameters }, intention.effect)
  if (!verdict.allowed) return refuse(verdict.reason, verdict.sentence)
  const { targets, changes, commands, risk } = intention.effect
  return {
    plugin,
    parameters,
    why,
    risk: higher(risk, parts.remediation(plugin)?.risk ?? 'high'),
    targets,
    changes,
    commands,
    preconditions: intention.preconditions,
    rollback: intention.rollback,
  }
}

function draftOf(
  actions: readonly PlannedAction[],
  { description, purpose, seconds }: Pick<ProposalDraft, 'description' | 'purpose'> & { seconds: number },
): ProposalDraft {
  return {
    purpose,
    description,
    steps: actions.map(describeAction),
    actions,
    riskLevel: actions.map(({ risk }) => risk).reduce(higher, 'low'),
    estimatedDuration: sayEstimate(seconds),
    rollbackPlan: actions.map(describeUndo).join(' '),
  }
}

function higher(one: RiskLevel, other: RiskLevel): RiskLevel {
  return RISK_LEVELS.indexOf(one) >= RISK_LEVELS.indexOf(other) ? one : other
}
