import type { PluginDetail } from '@contract/plugin.ts'
import { queryOptions } from '@tanstack/react-query'
import { get } from '../../server/ask.ts'

export const pluginQuery = (name: string) =>
  queryOptions({
    queryKey: ['plugin', name],
    queryFn: ({ signal }) => get<PluginDetail>(`/api/plugins/${encodeURIComponent(name)}`, signal),
  })
