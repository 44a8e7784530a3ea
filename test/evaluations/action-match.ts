/** Whether an action of a proposal is the one a case speaks of. */
import type { PluginCall } from '../../src/plugins/plugin.ts'
import type { ExpectedAction } from './expectation.ts'

export type ProposedAction = Readonly<Pick<PluginCall, 'plugin'>> & { parameters: Readonly<Record<string, unknown>> }

export function isAction(action: ProposedAction, expected: string | ExpectedAction): boolean {
  if (typeof expected === 'string') return action.plugin === expected
  const { plugin, parameters_contains: contains = {}, parameters_range: ranges = {} } = expected
  if (action.plugin !== plugin) return false
  const values = valuesIn(action.parameters)
  return (
    Object.values(contains).every((wanted) => values.some((value) => isSameValue(value, wanted))) &&
    Object.entries(ranges).every(([name, range]) => isWithin(action.parameters, name, range))
  )
}

function valuesIn(given: unknown): unknown[] {
  return typeof given === 'object' && given !== null ? Object.values(given).flatMap(valuesIn) : [given]
}

/** `deployment/checkout` is checkout, and `public.orders` is orders; on either side. */
function isSameValue(value: unknown, wanted: unknown): boolean {
  const forms = formsOf(value)
  return formsOf(wanted).some((form) => forms.includes(form))
}

function formsOf(value: unknown): string[] {
  const text = String(value)
  const bare = text.replace(/^[\w.-]+\//, '')
  return [text, bare, bare.replace(/^[A-Za-z_]\w*\./, '')]
}

/** The parameter of that name, or any number where the plugin calls it otherwise. */
function isWithin(parameters: Readonly<Record<string, unknown>>, name: string, [low, high]: [number, number]): boolean {
  const numbers = valuesIn(Object.hasOwn(parameters, name) ? parameters[name] : parameters).map(Number)
  return numbers.some((number) => number >= low && number <= high)
}
