import type { AuditEntry } from '@contract/access.ts'
import { phrase } from '../../language/phrase.ts'

type Change = { key: string; change: string; from?: unknown; to?: unknown }

/** One line for each setting that was changed; every other deed in the words of its entry. */
export function tellDetails({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string[] {
  const { changed } = details as { changed?: unknown }
  if (action !== 'config.changed' || !Array.isArray(changed)) return tellFields(details)
  return (changed as Change[]).map(auditedChange)
}

/** What says nothing is left out. */
function tellFields(details: object): string[] {
  const fields = Object.entries(details).filter(([, value]) => value !== null && value !== '')
  return fields.map(([name, value]) => `${name}: ${tellValue(value)}`)
}

/** A secret was changed, and more is nobody's to read. */
function auditedChange({ key, change, from, to }: Change): string {
  if (from === undefined && to === undefined)
    return `${key}: ${change === 'unset' ? phrase('unset') : phrase('changed')}`
  return `${key}: ${tellValue(from)} → ${tellValue(to)}`
}

function tellValue(value: unknown): string {
  if (value === null || value === undefined) return phrase('not set')
  if (Array.isArray(value)) return value.length === 0 ? phrase('an empty list') : value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
