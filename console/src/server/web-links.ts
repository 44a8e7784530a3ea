import type { WebLinks } from '@contract/web-links.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { get } from './ask.ts'

const webLinksQuery = queryOptions({
  queryKey: ['web-links'],
  queryFn: ({ signal }) => get<WebLinks>('/api/web-links', signal),
})

/** Undefined until it is known. */
export function useWebLinks(): WebLinks | undefined {
  return useQuery(webLinksQuery).data
}
