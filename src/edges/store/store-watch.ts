/**
 * Asks the relational store every second whether it is there and can be written to, so that /healthz can answer at once and
 * truthfully. A store that is read but not written to (full, or a standby since a fail-over) takes no alert.
 */
import type { Log } from '../../ports/log.ts'
import type { AlertStore } from '../../story/alert/alert-store.ts'
import type { Database } from './database.ts'
import { isWriteRefused, reasonOfRefusal, tryToWrite } from './write-trial.ts'

const PAUSE_MS = 1_000
const PATIENCE_MS = 2_000
/** A trial may pass where alerts do not, so an alert that was refused counts for a while by itself. */
const REMEMBERED_MS = 5_000

export type StoreWatch = {
  /** It answers, at least to those who read. */
  isConnected(): boolean
  /** Why it cannot be written to, in the store's own words; undefined where it can, or is away altogether. */
  writeRefusal(): string | undefined
  /** The same store of alerts; what it refuses is heard of at once. */
  heed(alerts: AlertStore): AlertStore
  look(): Promise<void>
  stop(): void
}

export function watchStore(database: Database, log: Log): StoreWatch {
  let isConnected = false
  let isReadOnly = false
  let refusal: { reason: string; at: number } | undefined
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const setRefusal = (reason: string | undefined) => {
    if (reason !== undefined && refusal === undefined)
      log.warn({ error: reason }, 'The relational store can be read but not written to.')
    if (reason === undefined && refusal !== undefined) log.info({}, 'The relational store can be written to again.')
    refusal = reason === undefined ? undefined : { reason, at: performance.now() }
  }
  const look = async () => {
    const seen = await answerInTime(database)
    isConnected = seen !== undefined
    if (seen === undefined) return
    const wasReadOnly = isReadOnly
    isReadOnly = seen.isReadOnly
    if (isReadOnly) setRefusal('it only answers reads, as a standby does')
    else if (refusal && (wasReadOnly || performance.now() - refusal.at > REMEMBERED_MS))
      setRefusal(await tryToWrite(database))
  }
  const keepLooking = async () => {
    await look()
    if (!isStopped) timer = setTimeout(keepLooking, PAUSE_MS).unref()
  }
  void keepLooking()
  return {
    isConnected: () => isConnected,
    writeRefusal: () => (isConnected ? refusal?.reason : undefined),
    heed: (alerts) => ({
      async accept(group, patience) {
        try {
          const accepted = await alerts.accept(group, patience)
          if (refusal && !isReadOnly) setRefusal(undefined)
          return accepted
        } catch (error) {
          if (isWriteRefused(error)) setRefusal(reasonOfRefusal(error))
          throw error
        }
      },
    }),
    look,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

async function answerInTime(database: Database): Promise<{ isReadOnly: boolean } | undefined> {
  const patience = new Promise<undefined>((resolve) => void setTimeout(() => resolve(undefined), PATIENCE_MS).unref())
  const answer = database
    .query<{ is_read_only: boolean }>(`SELECT current_setting('transaction_read_only') = 'on' AS is_read_only`)
    .then(
      ({ rows }) => ({ isReadOnly: rows[0]?.is_read_only === true }),
      () => undefined,
    )
  return Promise.race([answer, patience])
}
