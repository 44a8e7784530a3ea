import type { KeyList } from '@contract/access.ts'
import type { SettingList } from '@contract/configuration.ts'
import { queryOptions } from '@tanstack/react-query'
import { get } from '../../server/ask.ts'

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => get<SettingList>('/api/settings', signal),
})

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => get<KeyList>('/api/keys', signal),
})
