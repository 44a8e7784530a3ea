import type { EnvironmentVersionItem } from '@contract/environment.ts'
import { queryOptions } from '@tanstack/react-query'
import { ask, get, withQuery } from '../../server/ask.ts'
import { readJson, writeJson } from './exact-json.ts'

const PATH = '/api/environment-context/versions'
const VERSIONS_SHOWN = 100

type Versions = { items: EnvironmentVersionItem[]; total: number }

export const versionsQuery = queryOptions({
  queryKey: ['environment', 'versions'],
  queryFn: ({ signal }) => get<Versions>(withQuery(PATH, { page_size: VERSIONS_SHOWN }), signal),
  staleTime: 0,
})

/** A version never changes. Before the first one nothing was known. */
export const versionQuery = (version: number | undefined) =>
  queryOptions({
    queryKey: ['environment', 'version', version ?? 0],
    queryFn: async ({ signal }) => {
      if (version === undefined) return '{}'
      const { data } = await ask('GET', `${PATH}/${version}`, undefined, { signal, parse: readJson })
      return writeJson(data)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
