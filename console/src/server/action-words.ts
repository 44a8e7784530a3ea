import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { wordsOfAction } from '../language/of-service.ts'
import type { ActionWords } from '../parts/action-words.ts'
import { pluginsQuery } from './queries.ts'

/** Until the plugins are known an action is told by its name and target, as one without words is. */
export function useActionWords(): ActionWords {
  const { data } = useQuery(pluginsQuery)
  return useMemo(
    () =>
      new Map(
        (data?.plugins ?? []).flatMap(({ name, words }) => (words === undefined ? [] : [[name, wordsOfAction(words)]])),
      ),
    [data],
  )
}
