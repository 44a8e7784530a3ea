/** A plan in plain sentences. Only what is part of the plan is said here, never what a model or an alert wrote about it. */
import type { PlannedAction } from '../incident/proposal.ts'

const CHANGES_SHOWN = 4

export function describeAction({ plugin, parameters, targets, changes }: PlannedAction): string {
  const where = targets
    .map(({ kind, namespace, name }) => `${kind} ${namespace ? `${namespace}/` : ''}${name}`)
    .join(', ')
  const shown = changes.slice(0, CHANGES_SHOWN).map(({ field, from, to }) => `${field} ${from} → ${to}`)
  const more = changes.length > CHANGES_SHOWN ? [`and ${changes.length - CHANGES_SHOWN} more fields`] : []
  const change = shown.length > 0 ? `: ${[...shown, ...more].join('; ')}` : ''
  return `Run ${plugin} (${describeParameters(parameters)}) on ${where || 'its target'}${change}.`
}

export function describeUndo({ plugin, rollback }: PlannedAction): string {
  return 'impossible' in rollback
    ? `${plugin} cannot be undone: ${rollback.impossible}`
    : `${plugin} is undone by ${rollback.plugin} (${describeParameters(rollback.parameters)}).`
}

function describeParameters(parameters: Readonly<Record<string, unknown>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}

export function sayEstimate(seconds: number): string {
  return seconds < 60 ? 'under a minute' : `about ${Math.ceil(seconds / 60)} minute${seconds > 60 ? 's' : ''}`
}
