/** Whether what a model wants done may be proposed at all. Every refusal is a sentence the model and a person can use. */
import type { WantedAction } from '../../incident/diagnosis.ts'
import { ownAction, refusalOf } from './analysis-opinion.ts'
import { fittingParameters } from './fitting-parameters.ts'
import type { Grounds } from './grounds.ts'
import { isDeed } from './model-tools.ts'

type CheckedActions = { actions: readonly WantedAction[]; problems: readonly string[] }

/** One refusal refuses the whole: half a remedy is none. */
export function checkActions(wanted: readonly WantedAction[], grounds: Grounds): CheckedActions {
  const checked = wanted.map((action) => checkAction(action, grounds))
  const problems = checked.flatMap((one) => ('problem' in one ? [one.problem] : []))
  const actions = checked.flatMap((one) => ('action' in one ? [one.action] : []))
  return { actions: problems.length > 0 ? [] : actions, problems }
}

type Checked = { action: WantedAction } | { problem: string }

function checkAction(action: WantedAction, grounds: Grounds): Checked {
  const plugin = grounds.plugins.find(({ name }) => name === action.plugin)
  if (!plugin || !isDeed(plugin))
    return { problem: `${action.plugin.slice(0, 60) || 'an action without a plugin'} is no step that can be proposed.` }
  const refuse = (reason: string) => ({ problem: `${plugin.name} is not taken: ${reason}` })
  const own = ownAction(grounds.analysis, action)
  // Its parameters are the analysis' own: what the model left out or added does not matter.
  if (own) return { action: own }
  const checked = fittingParameters(plugin, action.parameters)
  if ('error' in checked) return refuse(`its parameters do not fit: ${checked.error}.`)
  const whole = { ...action, parameters: checked.parameters }
  const reason = commandRefusal(whole, grounds) ?? flagRefusal(grounds) ?? originRefusal(whole, grounds)
  const refusal = reason ?? refusalOf({ action: whole, analysis: grounds.analysis, exhibits: grounds.exhibits })
  return refusal === undefined ? { action: whole } : refuse(refusal)
}

/** A command is only run where a person wrote it down himself. */
function commandRefusal({ parameters }: WantedAction, { feedback }: Grounds): string | undefined {
  const { command } = parameters
  if (command === undefined) return undefined
  const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const isAsked = words(String(command)).length > 3 && words(feedback ?? '').includes(words(String(command)))
  return isAsked ? undefined : 'commands are proposed only where a person asked for exactly that one.'
}

/** Who can plant an order can plant a false lead beside it. */
function flagRefusal({ flags }: Grounds): string | undefined {
  if (flags.length === 0) return undefined
  return 'text that gives orders was found in what was looked at, so only what the analysis itself finds is proposed.'
}

function originRefusal({ parameters }: WantedAction, { known, feedback }: Grounds): string | undefined {
  for (const [field, value] of Object.entries(parameters)) {
    if (typeof value === 'boolean' || field === 'limit' || field === 'command') continue
    // How many is judged by the gates and by policy; which one must have been seen.
    if (field === 'replicas') continue
    const isKnown = typeof value === 'number' ? known.hasNumber(field, value) : known.hasName(String(value))
    if (!isKnown && !isDefaultNamespace(field, value) && !isSaidBy(feedback, value))
      return `${field} ${JSON.stringify(value).slice(0, 80)} stands neither in the alert's labels nor in the environment context nor in a field of a listing.`
  }
  return undefined
}

function isDefaultNamespace(field: string, value: unknown): boolean {
  return field === 'namespace' && value === 'default'
}

/** A person who asks us to look again may name what to look at. */
function isSaidBy(feedback: string | undefined, value: unknown): boolean {
  return (feedback ?? '').split(/[\s,;'"`()]+/).includes(String(value))
}
