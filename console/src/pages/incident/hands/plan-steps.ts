/** The steps of a plan as they are typed, and as they are handed in. */
import type { PluginItem } from '@contract/plugin.ts'
import { fieldsOf, parametersOf, type Typed } from '../../../parts/schema-fields.ts'

/** As many as the service takes. */
export const STEPS_MAX = 5

/** The key stays its own while others come and go. */
export type Step = { key: number; plugin: PluginItem | undefined; typed: Typed }

export type WrittenPlan = { why: string; actions: { plugin: string; parameters: Record<string, unknown> }[] }

export function addStep(steps: readonly Step[]): Step[] {
  const key = Math.max(0, ...steps.map((step) => step.key)) + 1
  return [...steps, { key, plugin: undefined, typed: {} }]
}

export function changeStep(steps: readonly Step[], key: number, change: Partial<Step>): Step[] {
  return steps.map((step) => (step.key === key ? { ...step, ...change } : step))
}

/** Undefined while something is missing that only a person can say. */
export function planOf(why: string, steps: readonly Step[]): WrittenPlan | undefined {
  const actions = steps.flatMap(({ plugin, typed }) =>
    plugin ? [{ plugin: plugin.name, parameters: parametersOf(fieldsOf(plugin.parameters), typed) }] : [],
  )
  const isWhole = why.trim() !== '' && actions.length > 0 && actions.length === steps.length
  return isWhole ? { why: why.trim(), actions } : undefined
}

/** What the service found wrong with one step; its fields are named `actions[0].parameters…`. */
export function problemsOf<Problem extends { field: string }>(problems: readonly Problem[], at: number): Problem[] {
  return problems.filter(({ field }) => field.startsWith(`actions[${at}].`))
}
