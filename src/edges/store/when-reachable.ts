import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../ports/log.ts'
import { StartRefused } from '../../problem.ts'
import { reasonOf } from './reason-of.ts'

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5_000
/** invalid_authorization_specification and invalid_password: waiting does not help. */
const WRONG_CREDENTIALS = ['28000', '28P01']

type Parts<Result> = { work: () => Promise<Result>; log: Log; signal: AbortSignal }

/**
 * A step of the start that needs the store. While the store is away the step is tried again; wrong credentials and a
 * refused start, such as a failed migration, end it, each with its sentence.
 */
export async function whenReachable<Result>({ work, log, signal }: Parts<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      endIfHopeless(error)
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS)
      const reason = reasonOf((error as Error).cause ?? error)
      log.warn({ error: reason, next_try_ms: pauseMs }, 'The relational store cannot be reached yet; trying again.')
      await pause(pauseMs, undefined, { signal })
    }
  }
}

function endIfHopeless(error: unknown): void {
  if (error instanceof StartRefused) throw error
  const { code, message } = error as { code?: string; message: string }
  if (code !== undefined && WRONG_CREDENTIALS.includes(code)) {
    throw new StartRefused(`The relational store refused the credentials of DATABASE_URL: ${message}.`, {
      cause: error,
    })
  }
}
