/** Who sits in front of the console, and what they may do. */

import type { Session } from '@contract/session.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ask, get, Refusal, rememberCsrfToken } from './ask.ts'

export type { Session }

/** Null where nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Session | null> => {
    try {
      const session = await get<Session>('/api/session')
      rememberCsrfToken(session.csrf_token)
      return session
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) return null
      throw error
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

export async function signIn(key: string): Promise<Session> {
  const { data } = await ask<Session>('POST', '/api/session', { key })
  rememberCsrfToken(data.csrf_token)
  return data
}

export async function signOut(): Promise<void> {
  await ask('DELETE', '/api/session')
  rememberCsrfToken('')
}

const RANK = { sender: 0, viewer: 1, operator: 2, admin: 3 } as const

/** What would be refused is not shown. */
export function useMay(role: 'viewer' | 'operator' | 'admin'): boolean {
  const { data } = useQuery(sessionQuery)
  return data ? RANK[data.role] >= RANK[role] : false
}
