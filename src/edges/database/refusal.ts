import pg from 'pg'
import { DatabaseRefusal, LostStatement } from '../../ports/database.ts'

/** The driver's error in the server's words. The driver never puts a password into one; the url is not quoted either. */
export function asRefusal(target: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseRefusal) return error
  return new DatabaseRefusal(...tellOf(target, error))
}

/** For a statement that changes, once it was sent. */
export function asOutcome(target: string, error: unknown): unknown {
  return error instanceof Error && isAnswerLost(error) ? new LostStatement(...tellOf(target, error)) : error
}

/** A server that shuts down, or ends our session, may have carried the statement out before. */
const SESSION_ENDED = /^(08|57P0)/

/** What the server refuses it says itself; everything else went wrong on the way. */
function isAnswerLost(error: Error): boolean {
  return !(error instanceof pg.DatabaseError) || SESSION_ENDED.test(error.code ?? '')
}

function tellOf(target: string, error: Error): ConstructorParameters<typeof DatabaseRefusal> {
  const { code, detail, hint } = error as { code?: string; detail?: string; hint?: string }
  const words = [wordsOf(error), detail, hint && `Hint: ${hint}`].filter(Boolean).join(' ')
  return [`Database ${target}: ${words}`, { code, cause: error }]
}

/** Where a name has several addresses and all refuse, Node gathers the refusals and says nothing itself. */
function wordsOf(error: Error): string {
  if (error instanceof AggregateError) return error.errors.map((one) => (one as Error).message).join('; ')
  return error.message
}
