/** A person's word on an incident. Whoever was second is told what the first decided. */
import type { DecisionRequest, IncidentDetail } from '@contract/incident.ts'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ask, Refusal } from '../../server/ask.ts'
import { incidentQuery } from '../../server/queries.ts'

export type DecisionWord = DecisionRequest['decision']
export type Word = {
  path: 'decision' | 'resolve' | 'notes' | 'questions' | 'assignment' | 'attach' | 'detach'
  body:
    | DecisionRequest
    | { comment: string }
    | { text: string }
    | { question: string }
    | { name?: string }
    | { part_of: string }
}

/** The statuses in which the service takes each word; elsewhere it is not offered. */
export const TAKEN_IN: Record<DecisionWord | 'resolve', readonly IncidentDetail['status'][]> = {
  confirm: ['awaiting_approval'],
  reject: ['awaiting_approval'],
  rediagnose: ['awaiting_approval', 'escalated'],
  ignore: ['pending', 'diagnosing', 'awaiting_approval', 'escalated'],
  resolve: ['pending', 'diagnosing', 'awaiting_approval', 'escalated'],
}

/** The plan of a part is its leader's, and so is what is said of it. */
const TAKEN_OF_PARTS: readonly string[] = ['ignore', 'resolve']

export function isTaken(
  word: keyof typeof TAKEN_IN,
  { status, part_of }: Pick<IncidentDetail, 'status' | 'part_of'>,
): boolean {
  return TAKEN_IN[word].includes(status) && (part_of === null || TAKEN_OF_PARTS.includes(word))
}

/** After a refusal the incident is asked for anew before anything is shown, so that the page can say what happened instead. */
export function useWord(incidentId: string) {
  const queries = useQueryClient()
  const mutationKey = ['word', incidentId]
  const refresh = () => queries.invalidateQueries({ queryKey: incidentQuery(incidentId).queryKey })
  const saying = useMutation({
    mutationKey,
    mutationFn: ({ path, body }: Word) =>
      ask('POST', `/api/incidents/${incidentId}/${path}`, body, { signal: AbortSignal.timeout(PATIENCE_MS) }),
    onSuccess: async ({ message }) => {
      notifications.show({ message, color: 'green' })
      await refresh()
    },
    onError: refresh,
  })
  /** A button that is hit twice says it once. */
  const mutate: typeof saying.mutate = (word, options) => {
    if (queries.isMutating({ mutationKey }) === 0) saying.mutate(word, options)
  }
  return { ...saying, mutate }
}

const PATIENCE_MS = 30_000

export function isConflict(error: Error | null): boolean {
  return error instanceof Refusal && error.status === 409
}
