/** The databases we look after as the watch reads them: one short query each, in the way plugins read. */
import { DatabaseRefusal, type TargetDatabases } from '../../ports/database.ts'
import type { Reading } from '../../story/watch/reading.ts'
import type { Watcher } from '../../story/watch/watch-store.ts'
import { CONNECTIONS, LOCK_WAITS, OLDEST_TRANSACTION, REPLICATION_LAG, WRAPAROUND_AGE } from './measure-queries.ts'

type Parts = { databases: TargetDatabases; isEnabled: () => Promise<boolean> }

const READ_WITHIN_MS = 10_000
/** The server is there and says that it has no place left: that is its connections, not its absence. */
const TOO_MANY_CONNECTIONS = '53300'

export function createDatabaseWatcher({ databases, isEnabled }: Parts): Watcher {
  return {
    kind: 'database',
    isWanted: async () => databases.names().length > 0 && (await isEnabled()),
    read: async ({ signal }) => {
      const all = databases.names().map((target) => readTarget(databases, target, signal))
      return (await Promise.all(all)).flat()
    },
  }
}

type Measured = {
  sessions: number
  usable: number
  waiters: number
  lock_wait_seconds: number
  waited_for: string | null
  oldest_transaction_seconds: number
  oldest_transaction: string | null
  lag_seconds: number | null
  wraparound_age: number
}

const MEASURE = `SELECT * FROM (${CONNECTIONS}) AS c, (${LOCK_WAITS}) AS l, (${OLDEST_TRANSACTION}) AS t,
  (${REPLICATION_LAG}) AS r, (${WRAPAROUND_AGE}) AS w`

async function readTarget(databases: TargetDatabases, target: string, signal: AbortSignal): Promise<Reading[]> {
  const reading = readingOf(target)
  const limited = AbortSignal.any([signal, AbortSignal.timeout(READ_WITHIN_MS)])
  try {
    const [row] = await databases.read<Measured>(target, MEASURE, [], limited)
    return row === undefined ? [] : [reading('unreachable', 0, 'It answers.'), ...readingsOf(reading, row)]
  } catch (error) {
    const words = limited.aborted ? `It did not answer within ${READ_WITHIN_MS / 1000} s.` : (error as Error).message
    const isFull = error instanceof DatabaseRefusal && error.code === TOO_MANY_CONNECTIONS
    return isFull
      ? [reading('unreachable', 0, 'It answers.'), reading('connections_ratio', 1, words)]
      : [reading('unreachable', 1, words)]
  }
}

type MakeReading = (check: string, value: number, seen: string, labels?: Record<string, string>) => Reading

function readingOf(target: string): MakeReading {
  return (check, value, seen, labels = {}) => ({ kind: 'database', target, check, value, seen, labels })
}

function readingsOf(reading: MakeReading, row: Measured): Reading[] {
  const { sessions, usable, waiters, waited_for, lag_seconds, oldest_transaction } = row
  const place = waited_for === null ? '' : `, the longest for ${waited_for}`
  return [
    reading('connections_ratio', sessions / usable, `${sessions} of ${usable} usable connections are taken.`),
    reading(
      'lock_wait_seconds',
      row.lock_wait_seconds,
      waiters === 0
        ? 'Nobody waits for a lock.'
        : `${waiters} sessions wait for locks${place}, since ${Math.round(row.lock_wait_seconds)} s.`,
      waited_for === null ? {} : { relname: waited_for },
    ),
    reading(
      'oldest_transaction_seconds',
      row.oldest_transaction_seconds,
      oldest_transaction === null ? 'No transaction is open.' : `The oldest open transaction: ${oldest_transaction}.`,
    ),
    // Without a replica there is nothing that could lag.
    ...(lag_seconds === null
      ? []
      : [reading('replication_lag_seconds', lag_seconds, `Replay is ${Math.round(lag_seconds)} s behind.`)]),
    reading('wraparound_age', row.wraparound_age, `The oldest unfrozen transaction id is ${row.wraparound_age} old.`),
  ]
}
