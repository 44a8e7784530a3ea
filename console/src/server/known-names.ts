import type { KnownNames } from '@contract/plugin.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Offers } from '../parts/schema-fields.ts'
import { get } from './ask.ts'

const knownNamesQuery = queryOptions({
  queryKey: ['known-names'],
  queryFn: ({ signal }) => get<KnownNames>('/api/known-names', signal),
})

/** What is offered in the forms of plugins; nothing until it is known. */
export function useKnownNames(): Offers {
  return useNamesOnceKnown() ?? {}
}

/** Undefined while they are asked for: a field that comes to offer something is another one, and who types in it would lose it. */
export function useNamesOnceKnown(): Offers | undefined {
  const { data, isPending } = useQuery(knownNamesQuery)
  return isPending ? undefined : (data?.names ?? {})
}
