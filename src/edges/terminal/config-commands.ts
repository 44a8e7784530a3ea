import {
  isSettingKey,
  SETTINGS,
  type SettingKey,
  STORED_AS_GIVEN,
  settingOf,
} from '../../guidance/settings/catalogue.ts'
import { ENVIRONMENT_KEYS } from '../../guidance/settings/environment.ts'
import { UNREADABLE } from '../../guidance/settings/setting.ts'
import type { SettingsDesk } from '../../guidance/settings/settings-desk.ts'
import { shownValue } from '../../guidance/settings/shown-value.ts'
import { StartRefused } from '../../problem.ts'
import { table } from './table.ts'

type Print = (text: string) => void

export async function getConfig(settings: SettingsDesk, key: string | undefined, print: Print): Promise<void> {
  if (key !== undefined && !isSettingKey(key))
    throw new StartRefused(`${key} is not a runtime setting; firebreak config get lists them.`)
  const { values, layers } = await settings.overview()
  const show = (name: SettingKey) => inOneLine(shownValue(name, values[name]))
  if (key !== undefined) return print(show(key))
  const rows = (Object.keys(SETTINGS) as SettingKey[]).map((name) => [name, show(name), layers[name]])
  print(table([['KEY', 'VALUE', 'FROM'], ...rows]))
}

function inOneLine(value: unknown): string {
  if (value === null) return '-'
  return Array.isArray(value) ? value.join(',') : String(value)
}

/** What would have no effect is stored only by somebody who says so; a script sees by the exit code that it was not. */
export async function setConfig(
  settings: SettingsDesk,
  { assignments, anyway }: { assignments: readonly string[]; anyway: boolean },
  print: Print,
): Promise<void> {
  const request = Object.fromEntries(assignments.map(readAssignment))
  const idle = Object.entries(request).flatMap(([key, value]) => whyIdle(key, value))
  if (idle.length > 0 && !anyway)
    throw new StartRefused(`Nothing was changed. ${idle.join(' ')} --anyway stores it all the same.`)
  const { outcome, sentences } = await settings.change(request, 'command line')
  print([outcome, ...sentences].join('\n'))
}

/** Why it would have no effect; taking it away always has one. What the desk refuses in any case is left to it. */
function whyIdle(key: string, value: unknown): string[] {
  if (value === null) return []
  if (isSettingKey(key)) {
    const { read, accepts } = settingOf(key)
    return STORED_AS_GIVEN.includes(key) && read(value) === UNREADABLE ? [`${key} takes ${accepts}.`] : []
  }
  if (Object.hasOwn(ENVIRONMENT_KEYS, key))
    return [`${key} is read from the environment at start; the stored value has no effect.`]
  return [`${key} is no runtime setting; firebreak config get lists them.`]
}

function readAssignment(text: string): [string, unknown] {
  const at = text.indexOf('=')
  if (at < 1) throw new StartRefused(`"${text}" is not of the form KEY=VALUE.`)
  return [text.slice(0, at), readValue(text.slice(at + 1))]
}

/** `LLM_TIMEOUT=120` means the number, as in a request; what is not JSON is text. Nothing at all unsets. */
function readValue(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
