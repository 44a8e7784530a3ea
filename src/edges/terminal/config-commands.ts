import { isSettingKey, SETTINGS, type SettingKey } from '../../guidance/settings/catalogue.ts'
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

export async function setConfig(settings: SettingsDesk, assignments: readonly string[], print: Print): Promise<void> {
  const request = Object.fromEntries(assignments.map(readAssignment))
  const { sentences } = await settings.change(request, 'command line')
  print(['The configuration is in force.', ...sentences].join('\n'))
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
