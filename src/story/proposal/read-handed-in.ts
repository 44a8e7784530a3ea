/** What is handed in as a plan, checked field by field before anything is moved. */
import { checkParameters } from '../../plugins/check-parameters.ts'
import type { Plugin } from '../../plugins/plugin.ts'
import type { FieldProblem } from '../../problem.ts'
import type { WantedAction } from '../incident/wanted-step.ts'

const PARAMETERS_CHARACTERS_MAX = 10_000

export function problemsOf(actions: readonly WantedAction[], plugins: readonly Plugin[]): FieldProblem[] {
  return actions.flatMap(({ plugin: name, parameters }, at) => {
    const plugin = plugins.find((one) => one.name === name)
    if (plugin?.category !== 'remediation') {
      const message = plugin ? 'only looks; a plan is made of remediation plugins' : 'is no plugin that is known here'
      return [{ field: `actions[${at}].plugin`, message }]
    }
    const wrong = whatIsWrong(plugin, parameters)
    return wrong === undefined ? [] : [{ field: `actions[${at}].parameters`, message: wrong }]
  })
}

function whatIsWrong({ parameters: schema }: Plugin, given: WantedAction['parameters']): string | undefined {
  if (JSON.stringify(given).length > PARAMETERS_CHARACTERS_MAX) return 'are too long'
  try {
    const checked = checkParameters(schema, given)
    return 'error' in checked ? checked.error : undefined
  } catch (error) {
    // A customer's pattern that takes too long over what was given.
    return (error as Error).message
  }
}
