import { DatabaseRefusal } from '../../ports/database.ts'

/** The driver's error in the server's words. The driver never puts a password into one; the url is not quoted either. */
export function asRefusal(target: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseRefusal) return error
  const { code, detail, hint } = error as { code?: string; detail?: string; hint?: string }
  const words = [wordsOf(error), detail, hint && `Hint: ${hint}`].filter(Boolean).join(' ')
  return new DatabaseRefusal(`Database ${target}: ${words}`, { code, cause: error })
}

/** Where a name has several addresses and all refuse, Node gathers the refusals and says nothing itself. */
function wordsOf(error: Error): string {
  if (error instanceof AggregateError) return error.errors.map((one) => (one as Error).message).join('; ')
  return error.message
}
