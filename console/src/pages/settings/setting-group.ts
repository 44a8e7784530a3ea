/** The settings under the groups the service names, in its order. */
import type { SettingEntry, SettingList } from '@contract/configuration.ts'

type SettingGroup = SettingList['groups'][number] & { entries: readonly SettingEntry[] }

export function groupsOf({ groups, settings }: SettingList): SettingGroup[] {
  return groups
    .map((group) => ({ ...group, entries: settings.filter((entry) => entry.group === group.name) }))
    .filter(({ entries }) => entries.length > 0)
}
