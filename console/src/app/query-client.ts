import { QueryClient } from '@tanstack/react-query'
import { Refusal, whenSignedOut } from '../server/ask.ts'
import { endSession, followOtherTabs } from '../server/session.ts'

const TRIES_MAX = 2

/** The stream says when something is stale, so nothing is asked again merely because time went by. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: (tries, error) => tries < TRIES_MAX && isWorthAnotherTry(error) },
  },
})

whenSignedOut(() => endSession(queries))
followOtherTabs(queries)

/** What was refused for a reason will be refused again. */
function isWorthAnotherTry(error: Error): boolean {
  return !(error instanceof Refusal) || error.status === 0 || error.status >= 500
}
