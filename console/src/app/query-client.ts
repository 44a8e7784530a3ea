import { QueryClient } from '@tanstack/react-query'
import { Refusal, whenSignedOut } from '../server/ask.ts'
import { endSession, followOtherTabs } from '../server/session.ts'

const TRIES_MAX = 2

/**
 * Asked and said at once or not at all: a word that waits for the network would be carried out when it is no longer meant.
 * The stream says when something is stale, so nothing is asked again merely because time went by.
 */
export const queries = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (tries, error) => tries < TRIES_MAX && isWorthAnotherTry(error),
    },
  },
})

whenSignedOut(() => endSession(queries))
followOtherTabs(queries)

/** What was refused for a reason will be refused again. */
function isWorthAnotherTry(error: Error): boolean {
  return !(error instanceof Refusal) || error.status === 0 || error.status >= 500
}
