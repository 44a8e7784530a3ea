import type { Checked } from '../fresh-copy.ts'
import type { StoredSetting, StoredSettings } from './resolve-settings.ts'

/** What is written for a key: a value, or nothing any more. */
export type SettingWrite = Omit<StoredSetting, 'updatedAt' | 'updatedBy'> | null

export type SettingWrites = ReadonlyMap<string, SettingWrite>

/** Where runtime values are kept. All writes of one change, and its audit entry, are one transaction. */
export type SettingsStore = {
  load(knownGeneration: string | undefined): Promise<Checked<StoredSettings> | 'unchanged'>
  /** Hands the current rows, locked against other writers, to `plan` and writes what it answers. */
  change(by: string, plan: (stored: StoredSettings) => SettingWrites): Promise<void>
}
