/** How long the queue is and how long the oldest of each severity has waited in it. */
import { SEVERITY_RANK, type Severity } from '../../story/incident/severity.ts'
import type { Database } from './database.ts'
import { countByStatus } from './incident-counts.ts'

/** More than a busy day brings: whoever looks at the status should know. */
const MANY_PENDING = 500

const SEVERITIES = Object.keys(SEVERITY_RANK) as Severity[]

/**
 * The oldest that waits of each severity that is wanted. As a range, so that it is read in the order of its index: told which
 * severity it is, the store orders by `seq` and, where none of it waits, reads everybody.
 */
export function oldestPending(severities: string): string {
  return `unnest(${severities}::text[]) AS wanted (severity) JOIN LATERAL (
    SELECT severity, severity_rank, source, sender_id, seq, created_at FROM incidents
     WHERE status = 'pending' AND part_of IS NULL AND (severity, seq) >= (wanted.severity, 0)
     ORDER BY severity, seq LIMIT 1) AS oldest USING (severity)`
}

/** Seconds; a severity of which none waits is not in it. */
export async function readOldestPending(database: Database): Promise<ReadonlyMap<Severity, number>> {
  const { rows } = await database.query<{ severity: Severity; seconds: number }>({
    name: 'oldest-pending',
    text: `SELECT severity, extract(epoch FROM firebreak_now() - created_at)::float8 AS seconds FROM ${oldestPending('$1')}`,
    values: [SEVERITIES],
  })
  return new Map(rows.map(({ severity, seconds }) => [severity, Math.max(seconds, 0)]))
}

type Limits = { QUEUE_WAIT_MAX_SECONDS: number; DIAGNOSIS_CONCURRENCY: number }

export async function findQueueWarnings(database: Database, limits: Limits): Promise<string[]> {
  const pending = (await countByStatus(database, ['pending'])).get('pending') ?? 0
  const overdue = [...(await readOldestPending(database))].filter(
    ([, seconds]) => seconds > limits.QUEUE_WAIT_MAX_SECONDS,
  )
  const pace = `DIAGNOSIS_CONCURRENCY is ${limits.DIAGNOSIS_CONCURRENCY}`
  return [
    ...(pending >= MANY_PENDING ? [`${pending} incidents wait for their diagnosis; ${pace}.`] : []),
    ...overdue.map(
      ([severity, seconds]) =>
        `The oldest incident of severity ${severity} has waited ${Math.floor(seconds / 60)} minutes for its diagnosis, longer than QUEUE_WAIT_MAX_SECONDS; ${pace}.`,
    ),
  ]
}
