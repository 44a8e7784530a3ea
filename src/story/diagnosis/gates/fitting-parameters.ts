/** Whether what a model made up fits a plugin, asked before anything is called. */
import { checkParameters } from '../../../plugins/check-parameters.ts'
import type { Plugin } from '../../../plugins/plugin.ts'

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
