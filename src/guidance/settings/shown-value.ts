import { withoutPassword } from './address-password.ts'
import { type SettingKey, settingOf } from './catalogue.ts'

/** A value in force as people may see it: null where there is none. */
export function shownValue(key: SettingKey, value: unknown): unknown {
  const { kind } = settingOf(key)
  if (value === undefined) return null
  if (kind === 'secret') return '[set]'
  return kind === 'address' ? withoutPassword(String(value)) : value
}
