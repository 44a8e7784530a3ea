import type { AuditEntry } from '@contract/access.ts'
import { inLanguage } from '../../language/of-service.ts'
import { phrase } from '../../language/phrase.ts'
import { tellIfMoment } from '../../parts/times.ts'
import { OUTCOME_WORDS } from '../incident/event-words.ts'
import { fieldWord, valueWord } from '../incident/field-words.ts'

type Change = { key: string; change: string; from?: unknown; to?: unknown }

/** What was done, in words; a deed that has none bears its name. */
export function actionWord(action: string): string {
  return ACTION_WORDS[action] ?? action
}

const ACTION_WORDS: Readonly<Record<string, string>> = {
  'audit.sealed': phrase('Audit trail sealed'),
  'config.changed': phrase('Settings changed'),
  'environment.put': phrase('Environment saved'),
  'incident.assigned': phrase('Incident assigned'),
  'incident.attached': phrase('Incident attached'),
  'incident.confirm': phrase('Plan confirmed'),
  'incident.ignore': phrase('Incident ignored'),
  'incident.rediagnose': phrase('Another look asked for'),
  'incident.reject': phrase('Plan rejected'),
  'incident.resolved': phrase('Incident resolved'),
  'incident.set_free': phrase('Incident set free'),
  'key.created': phrase('Key created'),
  'key.revoked': phrase('Key revoked'),
  'knowledge.change': phrase('Entry changed'),
  'knowledge.create': phrase('Entry written'),
  'knowledge.remove': phrase('Entry removed'),
  'knowledge.restore': phrase('Entry restored'),
  'plan.handed_in': phrase('Plan handed in'),
  'plugin.agreed': phrase('Plugin agreed to'),
  'plugin.refused': phrase('Plugin refused'),
  'plugin.removed': phrase('Plugin removed'),
  'plugin.run': phrase('Plugin run'),
  'policy.refused': phrase('Refused by policy'),
  'run.retried': phrase('Run tried again'),
  'session.ended': phrase('Signed out'),
  'session.opened': phrase('Signed in'),
  'session.refused': phrase('Sign-in refused'),
  'silence.changed': phrase('Silence changed'),
  'silence.created': phrase('Silence made'),
  'silence.ended': phrase('Silence ended'),
  'step.completed': phrase('Step ended'),
  'step.started': phrase('Step begun'),
  'store.released': phrase('Store released'),
}

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
    phrase('{name}: {value}', { name: FIELD_WORDS[name] ?? fieldWord(name), value: tellField(name, value) }),
  )
  return typeof step === 'number' ? [tellPlanStep(phase, step + 1), ...told] : told
}

function tellPlanStep(phase: unknown, number: number): string {
  return phase === 'undo'
    ? phrase('Way back: step {number} of the plan', { number })
    : phrase('Step {number} of the plan', { number })
}

function tellField(name: string, value: unknown): string {
  if (typeof value === 'boolean') return String(valueWord(value))
  if (name === 'outcome') return OUTCOME_WORDS[String(value)] ?? String(value)
  return name === 'message' ? inLanguage(String(value)) : tellValue(value)
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  address: phrase('address|audit'),
  by: phrase('by|audit'),
  call: phrase('call|audit'),
  changes: phrase('changes|audit'),
  comment: phrase('comment|audit'),
  digest: phrase('digest|audit'),
  escalated: phrase('escalated|audit'),
  file: phrase('file|audit'),
  from: phrase('before|audit'),
  incident: phrase('incident|audit'),
  message: phrase('what came of it|audit'),
  name: phrase('name|audit'),
  outcome: phrase('outcome|audit'),
  parameters: phrase('parameters|audit'),
  part_of: phrase('leader|audit'),
  plugin: phrase('plugin|audit'),
  plugins: phrase('plugins|audit'),
  reason: phrase('reason|audit'),
  repeats: phrase('for how long|audit'),
  revision: phrase('revision|audit'),
  role: phrase('role|audit'),
  success: phrase('worked|audit'),
  title: phrase('title|audit'),
  version: phrase('version|audit'),
  via: phrase('by way of|audit'),
  why: phrase('why|audit'),
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
  if (typeof value === 'object') return tellParts(value)
  return tellIfMoment(String(value))
}

/** `services (added: shop/web, shop/cart)`: what stands inside is told in brackets. */
function tellParts(value: object): string {
  return Object.entries(value)
    .map(([name, part]) => (isRecord(part) ? `${name} (${tellParts(part)})` : `${name}: ${tellValue(part)}`))
    .join(', ')
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
