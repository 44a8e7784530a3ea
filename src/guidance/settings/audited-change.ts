/** What the audit trail tells of a change: a setting's value before and after, unless it is a secret. */
import { createRedactor } from '../secrecy/redact.ts'
import { withoutPassword } from './address-password.ts'
import { isSettingKey, settingOf } from './catalogue.ts'
import type { StoredSetting } from './resolve-settings.ts'
import type { SettingWrite } from './settings-store.ts'

/** `from` and `to` are values given at run time, null where there is none; a secret has neither. */
type AuditedChange = { key: string; change: 'set' | 'unset'; from?: unknown; to?: unknown }

/** A list of thousands is told by how it begins. */
const CHARACTERS_MAX = 500

/** People paste keys into the wrong field, too. */
const { redactValue } = createRedactor(() => [])

export function auditedChange(key: string, before: StoredSetting | undefined, write: SettingWrite): AuditedChange {
  const change = write === null ? 'unset' : 'set'
  // A key nobody knows may hold anything.
  if (!isSettingKey(key) || settingOf(key).kind === 'secret') return { key, change }
  const isAddress = settingOf(key).kind === 'address'
  return { key, change, from: tell(before?.value, isAddress), to: tell(write?.value, isAddress) }
}

function tell(value: unknown, isAddress: boolean): unknown {
  if (value === undefined) return null
  const shown = redactValue(isAddress ? withoutPassword(String(value)) : value)
  const text = JSON.stringify(shown)
  return text.length <= CHARACTERS_MAX ? shown : `${text.slice(0, CHARACTERS_MAX).toWellFormed()}…`
}
