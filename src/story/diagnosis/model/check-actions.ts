/** Whether what a model wants done may be proposed at all. Every refusal is a sentence the model and a person can use. */
import type { ClearedStep, WantedAction } from '../../incident/wanted-step.ts'
import type { Analysis } from '../analyse.ts'
import { fittingParameters } from '../gates/fitting-parameters.ts'
import type { JudgeStep } from '../gates/judge-step.ts'
import type { Grounds } from './grounds.ts'
import { isDeed } from './model-tools.ts'

type CheckedActions = { actions: readonly ClearedStep[]; problems: readonly string[] }

type Proof = { judge: JudgeStep /** How many different calls prove the cause. */; calls: number }

/** One refusal refuses the whole: half a remedy is none. */
export function checkActions(wanted: readonly WantedAction[], grounds: Grounds, proof: Proof): CheckedActions {
  const checked = wanted.map((action) => checkAction(action, grounds, proof))
  const problems = checked.flatMap((one) => ('problem' in one ? [one.problem] : []))
  const actions = checked.flatMap((one) => ('action' in one ? [one.action] : []))
  return { actions: problems.length > 0 ? [] : actions, problems }
}

type Checked = { action: ClearedStep } | { problem: string }

function checkAction(action: WantedAction, grounds: Grounds, { judge, calls }: Proof): Checked {
  const plugin = grounds.plugins.find(({ name }) => name === action.plugin)
  if (!plugin || !isDeed(plugin))
    return { problem: `${action.plugin.slice(0, 60) || 'an action without a plugin'} is no step that can be proposed.` }
  // Its parameters are the analysis' own: what the model left out or added does not matter.
  const own = grounds.analysis.wanted.find((one) => isSameDeed(one, action))
  if (own) return { action: own }
  const refuse = (reason: string) => ({ problem: `${plugin.name} is not taken: ${reason}` })
  const fitting = fittingParameters(plugin, action.parameters)
  if ('error' in fitting) return refuse(`its parameters do not fit: ${fitting.error}.`)
  const whole = { plugin: action.plugin, parameters: fitting.parameters, why: action.why }
  const reason = orderRefusal(whole, grounds) ?? proofRefusal(grounds.analysis, calls)
  if (reason !== undefined) return refuse(reason)
  const judged = judge(whole)
  return 'step' in judged ? { action: judged.step } : refuse(judged.refusal)
}

/** The same plugin, and nothing different in what both say. */
function isSameDeed(wanted: WantedAction, { plugin, parameters }: WantedAction): boolean {
  return (
    wanted.plugin === plugin &&
    Object.keys(wanted.parameters).some((name) => name in parameters) &&
    Object.entries(parameters).every(([name, value]) => wanted.parameters[name] === value)
  )
}

const NAME_CHARACTERS_MIN = 4

/** A courtesy, not the defence: what text from outside asks for by name is not done for its sake. */
function orderRefusal({ plugin, parameters }: WantedAction, { flags }: Grounds): string | undefined {
  const targets = Object.values(parameters).map(String)
  const names = [plugin, ...targets].filter((name) => name.length >= NAME_CHARACTERS_MIN)
  const isAsked = flags.some(({ text }) => names.some((name) => text.includes(name)))
  return isAsked
    ? 'text that gives orders asks for this very step, so it is taken only where the analysis finds it.'
    : undefined
}

/** From here on the analysis has to be outweighed. */
const CONFIDENCE_THAT_BINDS = 0.7
const CALLS_TO_OUTWEIGH = 2

/** Who contradicts a proven cause proves his own by two calls; which of them is right the gate does not ask. */
function proofRefusal({ findings: [first] }: Analysis, calls: number): string | undefined {
  const isOpposed = first !== undefined && first.confidence >= CONFIDENCE_THAT_BINDS && first.weight === 'cause'
  return isOpposed && calls < CALLS_TO_OUTWEIGH
    ? `the analysis finds another cause (${first.kind}); quote two different calls that prove yours.`
    : undefined
}
