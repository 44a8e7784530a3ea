/** Whether what a model made up fits a plugin, asked before anything is called. */
import { checkParameters } from '../../../plugins/check-parameters.ts'
import type { Plugin, PluginCall } from '../../../plugins/plugin.ts'

export function fittingParameters(
  { parameters }: Plugin,
  given: Readonly<Record<string, unknown>>,
): ReturnType<typeof checkParameters> {
  try {
    return checkParameters(parameters, given)
  } catch (error) {
    // A customer's pattern that takes too long over what was given: the model's mistake, not ours.
    return { error: (error as Error).message }
  }
}

/** A call with every default in it, so that it is known again however it was spelled. */
export function spelledOut(plugins: readonly Plugin[]): (call: PluginCall) => PluginCall {
  const byName = new Map(plugins.map((plugin) => [plugin.name, plugin]))
  return ({ plugin: name, parameters }) => {
    const plugin = byName.get(name)
    const checked = plugin && fittingParameters(plugin, parameters)
    return { plugin: name, parameters: checked && 'parameters' in checked ? checked.parameters : parameters }
  }
}
