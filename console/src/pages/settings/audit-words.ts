import type { AuditEntry } from '@contract/access.ts'
import { phrase } from '../../language/phrase.ts'
import { nameOfField, tellField } from './audit-fields.ts'
import { tellValue } from './audit-values.ts'

type Change = { key: string; change: string; from?: unknown; to?: unknown }

/** One line for each setting that was changed; every other deed in the words of its entry. */
export function tellDetails({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string[] {
  const { changed } = details as { changed?: unknown }
  if (action !== 'config.changed' || !Array.isArray(changed)) return tellFields(details)
  return (changed as Change[]).map(auditedChange)
}

/** What says nothing is left out; which step of a plan it was is told in words. */
function tellFields({ phase, step, ...details }: { phase?: unknown; step?: unknown }): string[] {
  const fields = Object.entries(details).filter(([, value]) => value !== null && value !== '')
  const told = fields.map(([name, value]) =>
    phrase('{name}: {value}', { name: nameOfField(name), value: tellField(name, value) }),
  )
  return typeof step === 'number' ? [tellPlanStep(phase, step + 1), ...told] : told
}

function tellPlanStep(phase: unknown, number: number): string {
  return phase === 'undo'
    ? phrase('Way back: step {number} of the plan', { number })
    : phrase('Step {number} of the plan', { number })
}

/** A secret was changed, and more is nobody's to read. */
function auditedChange({ key, change, from, to }: Change): string {
  if (from === undefined && to === undefined)
    return `${key}: ${change === 'unset' ? phrase('unset') : phrase('changed')}`
  return `${key}: ${tellValue(from)} → ${tellValue(to)}`
}
