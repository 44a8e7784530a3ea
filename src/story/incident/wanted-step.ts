/** An action somebody considers right; what it would do on the live system is looked up before it becomes part of a plan. */
export type WantedAction = {
  plugin: string
  parameters: Readonly<Record<string, unknown>>
  why: string
  /** When what it cures began, where a rule knows better than the alert. */
  began?: Date
}

declare const cleared: unique symbol

/**
 * A step that its plugin's gate let through. Only such a step can be proposed; the house test sees to it that nobody clears
 * one but the judge of steps and the undoing of what was approved.
 */
export type ClearedStep = WantedAction & { readonly [cleared]: true }

export function clearStep(action: WantedAction): ClearedStep {
  return action as ClearedStep
}
