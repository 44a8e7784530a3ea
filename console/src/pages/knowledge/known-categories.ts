import { useQueryClient } from '@tanstack/react-query'
import type { Entry } from './knowledge-queries.ts'

/** Those of the entries seen so far; they are suggested, and any other may be typed. */
export function useKnownCategories(): string[] {
  const lists = useQueryClient().getQueriesData<{ items: Entry[] }>({ queryKey: ['knowledge', 'list'] })
  const seen = lists.flatMap(([, list]) => list?.items ?? []).map(({ category }) => category)
  return [...new Set(seen)].filter((category) => category !== null && category !== '').sort() as string[]
}
