/**
 * Two layers become the values in force: a runtime value above, an environment value below, the default last.
 * Pure, so that "never laxer than the last good policy" can be tested over thousands of random values.
 */
import { SETTINGS, type SettingKey, type Settings, settingOf } from './catalogue.ts'
import type { Environment } from './environment.ts'
import { DEFAULT_ADDRESS, DEFAULT_MODEL, originOf } from './provider-defaults.ts'
import { type SettingKind, UNREADABLE } from './setting.ts'

export type StoredSetting = {
  /** The JSON value exactly as it was given. */
  value: unknown
  /** What was in force when an unreadable value was given; undefined where nothing had ever been. */
  lastReadable?: unknown
  /** For a secret: the origin of its address at the moment it was given. */
  boundOrigin?: string | undefined
  updatedAt: Date
  updatedBy: string
}

export type StoredSettings = ReadonlyMap<string, StoredSetting>

type Layer = 'runtime' | 'environment' | 'default'

export type ResolvedSettings = {
  values: Settings
  layers: Readonly<Record<SettingKey, Layer>>
  /** One sentence for each value that was given and is not in force. */
  warnings: readonly { key: SettingKey; sentence: string }[]
}

type Found = { value: unknown; layer: Layer; warning?: string }

const KEYS = Object.keys(SETTINGS) as SettingKey[]

export function resolveSettings(environment: Environment, stored: StoredSettings): ResolvedSettings {
  const found = new Map(KEYS.map((key) => [key, findValue(key, environment, stored)]))
  fillProviderDefaults(found)
  dropStraySecrets(found, environment, stored)
  return {
    values: Object.fromEntries(KEYS.map((key) => [key, found.get(key)?.value])) as Settings,
    layers: Object.fromEntries(KEYS.map((key) => [key, found.get(key)?.layer])) as Record<SettingKey, Layer>,
    warnings: KEYS.flatMap((key) => warningOf(key, found.get(key))),
  }
}

function warningOf(key: SettingKey, found: Found | undefined) {
  return found?.warning ? [{ key, sentence: found.warning }] : []
}

function findValue(key: SettingKey, environment: Environment, stored: StoredSettings): Found {
  const above = stored.get(key)
  return above ? readStored(key, above) : readEnvironment(key, environment)
}

function readStored(key: SettingKey, stored: StoredSetting): Found {
  const setting = settingOf(key)
  const value = setting.read(stored.value)
  if (value !== UNREADABLE) return { value: value ?? setting.default, layer: 'runtime' }
  const instead = inForceInstead(key, stored.lastReadable)
  const warning = `${key} could not be read (expected ${setting.accepts}); in force is ${describeValue(setting.kind, instead)}.`
  return { value: instead, layer: 'runtime', warning }
}

/** Secrets and addresses, which may hold one, are not told. */
function describeValue(kind: SettingKind, value: unknown): string {
  if (value === undefined) return 'the default'
  if (kind === 'secret' || kind === 'address') return 'the value before'
  return Array.isArray(value) ? value.join(',') || 'an empty list' : String(value)
}

/** Fails closed: a typing mistake never makes the policy laxer than it was, nor laxer than the default. */
function inForceInstead(key: SettingKey, lastReadable: unknown): unknown {
  const setting = settingOf(key)
  const before = lastReadable === undefined ? UNREADABLE : setting.read(lastReadable)
  if (before === UNREADABLE) return setting.default
  return setting.stricter ? setting.stricter(before, setting.default) : before
}

function readEnvironment(key: SettingKey, environment: Environment): Found {
  const setting = settingOf(key)
  const given = environment[key]
  const isUnset = given === undefined || (given.trim() === '' && setting.kind !== 'list')
  if (isUnset) return { value: setting.default, layer: 'default' }
  const value = setting.read(given)
  if (value !== UNREADABLE) return { value: value ?? setting.default, layer: 'environment' }
  const warning = `${key} in the environment is ignored: expected ${setting.accepts}.`
  return { value: setting.default, layer: 'default', warning }
}

function fillProviderDefaults(found: Map<SettingKey, Found>): void {
  for (const [key, fallback] of Object.entries(DEFAULT_MODEL)) fill(found, key as SettingKey, fallback)
  for (const [key, fallback] of Object.entries(DEFAULT_ADDRESS)) fill(found, key as SettingKey, fallback)
}

function fill(
  found: Map<SettingKey, Found>,
  key: SettingKey,
  fallback: (valueIn: (key: SettingKey) => unknown) => string,
): void {
  const here = found.get(key)
  if (here?.value === undefined)
    found.set(key, { layer: 'default', ...here, value: fallback((other) => found.get(other)?.value) })
}

/** A secret belongs to one origin: at another one it is not in force, whatever wrote the new address. */
function dropStraySecrets(found: Map<SettingKey, Found>, environment: Environment, stored: StoredSettings): void {
  for (const [key, { value, layer }] of found) {
    const addressKey = settingOf(key).sentTo as SettingKey | undefined
    if (value === undefined || addressKey === undefined) continue
    const boundTo = layer === 'runtime' ? stored.get(key)?.boundOrigin : environmentOrigin(addressKey, environment)
    if (boundTo === originOf(found.get(addressKey)?.value)) continue
    found.set(key, { value: undefined, layer: 'default', warning: strayWarning(key, addressKey) })
  }
}

function strayWarning(key: string, addressKey: string): string {
  return `${key} belongs to another address than ${addressKey} names now, so it is not sent; give it again for the new address.`
}

function environmentOrigin(addressKey: SettingKey, environment: Environment): string | undefined {
  const found = new Map(KEYS.map((key) => [key, readEnvironment(key, environment)]))
  // Its address was meant to be another one than the default that stands in for it.
  if (found.get(addressKey)?.warning) return NO_ORIGIN
  fillProviderDefaults(found)
  return originOf(found.get(addressKey)?.value)
}

/** For a secret whose address could not be read: it matches none, so it is sent nowhere. */
export const NO_ORIGIN = 'no origin'

/** The origin a secret given now will be bound to. */
export function bindingOf(key: SettingKey, values: Settings): string | undefined {
  const addressKey = settingOf(key).sentTo as SettingKey | undefined
  return addressKey === undefined ? undefined : originOf(values[addressKey])
}
