/** Who sits in front of the console, and what they may do. */

import type { Session } from '@contract/session.ts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { ask, get, Refusal, rememberCsrfToken } from './ask.ts'

export type { Session }

/** A session that ended under a page stays known, so that the page keeps what was typed until somebody signs in again. */
export type SeenSession = Session & { has_ended?: true }

/** Null where nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ client }): Promise<SeenSession | null> => {
    try {
      const session = await get<Session>('/api/session')
      rememberCsrfToken(session.csrf_token)
      return session
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) return ended(client.getQueryData<SeenSession>(['session']))
      throw error
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** While a new key is shown, nothing may cover it: it is not shown again. */
export const ISSUING_A_KEY = ['issuing a key']

/** What was under way is given up without a trace: a refusal would take the place of what the page shows. */
export function endSession(queries: QueryClient): void {
  queries.setQueryData(sessionQuery.queryKey, ended)
  void queries.cancelQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
}

function ended(session: SeenSession | null | undefined): SeenSession | null {
  return session ? { ...session, has_ended: true } : null
}

/** All tabs have one cookie: whoever signs in or out in one does so in all of them. */
const otherTabs = new BroadcastChannel('firebreak-session')

export function followOtherTabs(queries: QueryClient): void {
  otherTabs.onmessage = async () => {
    const before = queries.getQueryData<SeenSession>(sessionQuery.queryKey)
    const now = await queries.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => before)
    if (!now || now.has_ended) return
    // What somebody else may see and do is another page; it begins anew.
    if (!before || before.name !== now.name || before.role !== now.role) return window.location.reload()
    void queries.invalidateQueries()
  }
}

export async function signIn(key: string): Promise<Session> {
  const { data } = await ask<Session>('POST', '/api/session', { key })
  rememberCsrfToken(data.csrf_token)
  otherTabs.postMessage('signed in')
  return data
}

export async function signOut(): Promise<void> {
  await ask('DELETE', '/api/session')
  rememberCsrfToken('')
  otherTabs.postMessage('signed out')
}

const RANK = { sender: 0, viewer: 1, operator: 2, admin: 3 } as const

/** What would be refused is not shown. */
export function useMay(role: 'viewer' | 'operator' | 'admin'): boolean {
  const { data } = useQuery(sessionQuery)
  return data ? RANK[data.role] >= RANK[role] : false
}
