/**
 * What a request to change settings would write, or why it may not. All or nothing: one refused key refuses the request.
 */
import { type FieldProblem, Problem } from '../../problem.ts'
import { isSettingKey, SETTINGS, type SettingKey, STORED_AS_GIVEN, settingOf } from './catalogue.ts'
import { ENVIRONMENT_KEYS, type Environment, REFUSED_AT_RUNTIME } from './environment.ts'
import {
  bindingOf,
  NO_ORIGIN,
  type ResolvedSettings,
  resolveSettings,
  type StoredSetting,
  type StoredSettings,
} from './resolve-settings.ts'
import { UNREADABLE } from './setting.ts'
import type { SettingWrite, SettingWrites } from './settings-store.ts'

type PlannedChange = {
  writes: SettingWrites
  /** What a person should read. */
  sentences: readonly string[]
  /** Those of them that say why something given would have no effect; whoever sends it is asked first. */
  doubts: readonly string[]
  /** What it comes to, before the sentences. */
  outcome: string
  after: ResolvedSettings
}

type Request = Readonly<Record<string, unknown>>
type Draft = Map<string, StoredSetting>

export function planChange(request: Request, environment: Environment, stored: StoredSettings): PlannedChange {
  refuseWrongKeys(request)
  const before = resolveSettings(environment, stored)
  const draft: Draft = new Map(stored)
  for (const [key, value] of Object.entries(request)) draftKey(draft, key, value, before)
  bindGivenSecrets(draft, request, environment)
  const dropped = dropStraySecrets(draft, environment)
  const after = resolveSettings(environment, draft)
  const doubts = sentencesFor(request, after)
  return {
    writes: writesBetween(stored, draft),
    sentences: [...doubts, ...lostSecrets(before, after, request, dropped)],
    doubts,
    outcome: outcomeOf(doubts),
    after,
  }
}

function outcomeOf(doubts: readonly string[]): string {
  const isUnread = doubts.some((sentence) => / could not be read /.test(sentence))
  return isUnread ? 'It is stored, but not all of it is in force.' : 'The configuration is in force.'
}

function refuseWrongKeys(request: Request): void {
  const details = Object.entries(request).flatMap(([key, value]) => problemWith(key, value))
  if (details.length > 0) throw new Problem('VALIDATION_ERROR', 'The configuration was not changed.', { details })
}

/** The store's index holds no more. */
const KEY_CHARACTERS_MAX = 500

function problemWith(key: string, value: unknown): FieldProblem[] {
  if (key.length > KEY_CHARACTERS_MAX)
    return [{ field: key.slice(0, 60), message: `is longer than ${KEY_CHARACTERS_MAX} characters` }]
  if (!/^[A-Z0-9_]+$/.test(key)) {
    return [{ field: key, message: 'is not a configuration key: capital letters, digits and _ only' }]
  }
  if ((REFUSED_AT_RUNTIME as readonly string[]).includes(key)) {
    return [{ field: key, message: 'is read from the environment at start and cannot be changed here' }]
  }
  const message = isSettingKey(key) ? refusalOf(key, value) : undefined
  return message ? [{ field: key, message }] : []
}

/** A key of our own is refused where it could not be read; null unsets it. */
function refusalOf(key: SettingKey, value: unknown): string | undefined {
  const { refusal, read, accepts } = settingOf(key)
  if (refusal) return refusal(value)
  const isRefused = !STORED_AS_GIVEN.includes(key) && value !== null && read(value) === UNREADABLE
  return isRefused ? `must be ${accepts}` : undefined
}

function draftKey(draft: Draft, key: string, value: unknown, before: ResolvedSettings): void {
  if (value === null) {
    draft.delete(key)
    return
  }
  const isUnreadable = isSettingKey(key) && settingOf(key).read(value) === UNREADABLE
  const lastReadable = isUnreadable ? { lastReadable: before.values[key as SettingKey] } : {}
  draft.set(key, { value, ...lastReadable, updatedAt: new Date(0), updatedBy: '' })
}

function bindGivenSecrets(draft: Draft, request: Request, environment: Environment): void {
  const { values } = resolveSettings(environment, draft)
  for (const key of Object.keys(request)) {
    const row = draft.get(key)
    if (row && isSettingKey(key) && settingOf(key).sentTo)
      draft.set(key, { ...row, boundOrigin: hasUnreadableAddress(key, request) ? NO_ORIGIN : bindingOf(key, values) })
  }
}

/** Given together with an address that cannot be read, a secret is not meant for the one that stays in force. */
function hasUnreadableAddress(key: SettingKey, request: Request): boolean {
  const addressKey = settingOf(key).sentTo as SettingKey
  const address = Object.hasOwn(request, addressKey) ? request[addressKey] : null
  return address !== null && settingOf(addressKey).read(address) === UNREADABLE
}

function dropStraySecrets(draft: Draft, environment: Environment): SettingKey[] {
  const { values } = resolveSettings(environment, draft)
  const strays = [...draft].flatMap(([key, row]) =>
    isSettingKey(key) && settingOf(key).sentTo && row.boundOrigin !== bindingOf(key, values) ? [key] : [],
  )
  for (const key of strays) draft.delete(key)
  return strays
}

function writesBetween(stored: StoredSettings, draft: Draft): Map<string, SettingWrite> {
  const writes = new Map<string, SettingWrite>()
  for (const key of stored.keys()) if (!draft.has(key)) writes.set(key, null)
  for (const [key, row] of draft) if (row !== stored.get(key)) writes.set(key, row)
  return writes
}

function sentencesFor(request: Request, after: ResolvedSettings): string[] {
  return Object.keys(request).flatMap((key) => {
    if (isSettingKey(key)) {
      const warnings = after.warnings.filter((warning) => warning.key === key).map(({ sentence }) => sentence)
      return key === 'ALLOWED_NAMESPACES' ? [...warnings, ...impossibleNamespaces(after)] : warnings
    }
    if (Object.hasOwn(ENVIRONMENT_KEYS, key))
      return [`${key} is read from the environment at start; the stored value has no effect.`]
    return [`${key} is not known and has no effect.`]
  })
}

/** As clusters name them. */
const NAMESPACE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/

/** A slip of the pen allows nothing, and nobody would see why. */
function impossibleNamespaces({ values }: ResolvedSettings): string[] {
  return values.ALLOWED_NAMESPACES.filter((name) => !NAMESPACE.test(name)).map(
    (name) => `ALLOWED_NAMESPACES lists ${JSON.stringify(name)}, as no namespace can be called; it allows nothing.`,
  )
}

function lostSecrets(
  before: ResolvedSettings,
  after: ResolvedSettings,
  request: Request,
  dropped: SettingKey[],
): string[] {
  const keys = Object.keys(SETTINGS) as SettingKey[]
  const lost = keys.filter((key) => {
    const wasLost = settingOf(key).sentTo && before.values[key] !== undefined && after.values[key] === undefined
    return dropped.includes(key) || (wasLost && !Object.hasOwn(request, key))
  })
  return lost.map(
    (key) =>
      `${key} was dropped because ${settingOf(key).sentTo} does not name the address it was given for; give it again.`,
  )
}
