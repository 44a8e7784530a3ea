import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../ports/log.ts'
import { StartRefused } from '../../problem.ts'
import { MigrationFailed, migrate } from './migrate.ts'
import { reasonOf } from './reason-of.ts'

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5_000
/** invalid_authorization_specification and invalid_password: waiting does not help. */
const WRONG_CREDENTIALS = ['28000', '28P01']

/** A store that is away is waited for; wrong credentials and a failed migration end the start, each with its sentence. */
export async function migrateWhenReachable({
  url,
  log,
  signal,
}: {
  url: string
  log: Log
  signal: AbortSignal
}): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      await migrate({ url, log })
      return
    } catch (error) {
      endIfHopeless(error)
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS)
      log.warn(
        { error: reasonOf(error), next_try_ms: pauseMs },
        'The relational store cannot be reached yet; trying again.',
      )
      await pause(pauseMs, undefined, { signal }).catch(() => {}) // An aborted pause ends the loop.
    }
  }
}

function endIfHopeless(error: unknown): void {
  if (error instanceof MigrationFailed) throw error
  const { code, message } = error as { code?: string; message: string }
  if (code !== undefined && WRONG_CREDENTIALS.includes(code)) {
    throw new StartRefused(`The relational store refused the credentials of DATABASE_URL: ${message}.`, {
      cause: error,
    })
  }
}
