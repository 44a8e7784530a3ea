/** What is written down of a deed: its fields by name, and the words among their values. */
import { inLanguage } from '../../language/of-service.ts'
import { phrase } from '../../language/phrase.ts'
import { SEVERITY_WORDS } from '../../parts/severities.ts'
import { STATUS_WORDS } from '../../parts/statuses.ts'
import { OUTCOME_WORDS, tellWay } from '../incident/event-words.ts'
import { fieldWord } from '../incident/field-words.ts'
import { tellValue } from './audit-values.ts'

export function nameOfField(name: string): string {
  return FIELD_WORDS[name] ?? fieldWord(name)
}

/** Parameters are called as the plugin calls them, and addresses as they are. */
export function tellField(name: string, value: unknown): string {
  if (name === 'parameters' || name === 'addresses') return tellValue(value)
  if (typeof value !== 'string') return tellValue(value, { nameOf: nameOfField, tell: tellField })
  if (name === 'message') return inLanguage(value)
  if (name === 'via') return tellWay(value)
  return VALUE_WORDS[name]?.[value] ?? (name === 'reason' ? inLanguage(value) : tellValue(value))
}

const VALUE_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  category: { diagnostic: phrase('only reads|audit'), remediation: phrase('changes systems|audit') },
  from: STATUS_WORDS,
  outcome: OUTCOME_WORDS,
  risk: SEVERITY_WORDS,
  repeats: {
    once: phrase('this once|audit'),
    until_cleared: phrase('until it clears|audit'),
    for_a_time: phrase('for a time|audit'),
    for_labels: phrase('with a silence for its labels|audit'),
  },
  reason: {
    remediation_disabled: phrase('nothing may be changed now|audit'),
    plugin_disabled: phrase('the plugin is taken out of use|audit'),
    namespace_not_allowed: phrase('the namespace is not allowed|audit'),
    replica_change_too_large: phrase('too many replicas at once|audit'),
    forbidden_command: phrase('a forbidden command|audit'),
    hourly_quota_used: phrase('the quota of the hour is used up|audit'),
  },
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  added: phrase('added|audit'),
  address: phrase('address|audit'),
  addresses: phrase('addresses|audit'),
  alert_definitions: phrase('alerts|audit'),
  by: phrase('by|audit'),
  call: phrase('call|audit'),
  category: phrase('kind|audit'),
  changed: phrase('changed|audit'),
  changes: phrase('changes|audit'),
  comment: phrase('comment|audit'),
  common_issues: phrase('known issues|audit'),
  count: phrase('tries|audit'),
  digest: phrase('digest|audit'),
  ends_at: phrase('ends|audit'),
  entries: phrase('entries|audit'),
  escalated: phrase('escalated|audit'),
  file: phrase('file|audit'),
  from: phrase('before|audit'),
  hosts: phrase('may reach|audit'),
  incident: phrase('incident|audit'),
  infrastructure: phrase('infrastructure|audit'),
  keys: phrase('keys|audit'),
  matchers: phrase('matches|audit'),
  message: phrase('what came of it|audit'),
  name: phrase('name|audit'),
  other: phrase('others|audit'),
  outcome: phrase('outcome|audit'),
  parameters: phrase('parameters|audit'),
  part_of: phrase('leader|audit'),
  plugin: phrase('plugin|audit'),
  plugins: phrase('plugins|audit'),
  reason: phrase('reason|audit'),
  removed: phrase('removed|audit'),
  repeats: phrase('for how long|audit'),
  retries: phrase('tried again|audit'),
  revision: phrase('revision|audit'),
  risk: phrase('risk|audit'),
  role: phrase('role|audit'),
  services: phrase('services|audit'),
  settings: phrase('settings|audit'),
  silences: phrase('silences|audit'),
  starts_at: phrase('begins|audit'),
  success: phrase('worked|audit'),
  title: phrase('title|audit'),
  to: phrase('afterwards|audit'),
  version: phrase('version|audit'),
  via: phrase('by way of|audit'),
  why: phrase('why|audit'),
}
