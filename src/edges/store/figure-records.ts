/** What /metrics tells of the store: the same on every instance, from kept counts and small indexes, never by counting a past. */
import type { Settings } from '../../guidance/settings/catalogue.ts'
import { LIFECYCLE, type Status } from '../../story/incident/lifecycle.ts'
import { SEVERITY_RANK, type Severity } from '../../story/incident/severity.ts'
import type { WatchedCheck } from '../../story/watch/reading.ts'
import type { AuditState } from './audit-watch.ts'
import type { Database } from './database.ts'
import { COUNT_GIVEN_UP } from './given-up-runs.ts'
import { countByStatus } from './incident-counts.ts'
import { type IncidentTimes, readIncidentTimes } from './incident-time-records.ts'
import { readOldestPending } from './queue-records.ts'

export type StoreFigures = {
  audit: AuditState
  incidents: ReadonlyMap<Status, number>
  times: IncidentTimes
  plugins: readonly { name: string; calls: number; successes: number; seconds: number }[]
  runsAtWork: ReadonlyMap<string, number>
  /** Seconds the oldest pending incident has waited, 0 where none waits. */
  oldestPending: ReadonlyMap<Severity, number>
  /** Runs that were given up and wait for a person. */
  runsGivenUp: number
  outbox: { cards: number; notes: number; failed: number }
  quotaLeft: number
  /** A restored copy, or one that was started so: it carries nothing out. */
  isHeld: boolean
  readings: readonly (WatchedCheck & { value: number | null; isFiring: boolean })[]
  /** Undefined before the first round, and where no round is wanted. */
  lastRoundAt: Date | undefined
}

const STATUSES = Object.keys(LIFECYCLE) as Status[]
const SEVERITIES = Object.keys(SEVERITY_RANK) as Severity[]

/** One row of small counts, each from a partial index. */
const COUNTS = `
  SELECT (SELECT count(*)::int FROM runs WHERE state = 'running' AND kind = 'diagnose') AS diagnoses,
         (SELECT count(*)::int FROM runs WHERE state = 'running' AND kind = 'execute') AS executions,
         (${COUNT_GIVEN_UP}) AS given_up,
         (SELECT count(*)::int FROM chat_cards WHERE sent < wanted) AS cards,
         (SELECT count(*)::int FROM chat_cards WHERE sent < wanted AND failure IS NOT NULL) AS failed,
         (SELECT count(*)::int FROM chat_outbox WHERE sent_at IS NULL AND failure IS NULL) AS notes,
         (SELECT count(*)::int FROM action_ledger WHERE at > firebreak_now() - interval '1 hour') AS actions,
         (SELECT held_since IS NOT NULL FROM store_hold) AS is_held,
         (SELECT nullif(begun_at, '1970-01-01 00:00:00Z') FROM watch_rounds) AS last_round_at`

type Counts = Record<'diagnoses' | 'executions' | 'given_up' | 'cards' | 'failed' | 'notes' | 'actions', number> & {
  is_held: boolean
  last_round_at: Date | null
}

export async function readFigures(database: Database, settings: Settings): Promise<Omit<StoreFigures, 'audit'>> {
  const [incidents, times, plugins, counted, readings, oldest] = await Promise.all([
    countByStatus(database, STATUSES),
    readIncidentTimes(database),
    database.query<StoreFigures['plugins'][number]>(
      'SELECT name, calls::float8, successes::float8, seconds FROM plugin_stats ORDER BY name LIMIT 500',
    ),
    database.query<Counts>({ name: 'figure-counts', text: COUNTS }),
    readReadings(database, settings.MONITOR_INTERVAL_SECONDS),
    readOldestPending(database),
  ])
  const counts = counted.rows[0] as Counts
  return {
    incidents: new Map(STATUSES.map((status) => [status, incidents.get(status) ?? 0])),
    times,
    plugins: plugins.rows,
    runsAtWork: new Map([
      ['diagnose', counts.diagnoses],
      ['execute', counts.executions],
    ]),
    oldestPending: new Map(SEVERITIES.map((severity) => [severity, oldest.get(severity) ?? 0])),
    runsGivenUp: counts.given_up,
    outbox: { cards: counts.cards, notes: counts.notes, failed: counts.failed },
    quotaLeft: Math.max(settings.HOURLY_QUOTA - counts.actions, 0),
    isHeld: counts.is_held,
    readings,
    lastRoundAt: (isWatching(settings) && counts.last_round_at) || undefined,
  }
}

function isWatching({ ENABLE_SQL_DB, ENABLE_KV_STORE, ENABLE_CLOUD }: Settings): boolean {
  return ENABLE_SQL_DB || ENABLE_KV_STORE || ENABLE_CLOUD
}

/** What is no longer read is no longer told: a switched-off check must not look alive. */
async function readReadings(database: Database, intervalSeconds: number): Promise<StoreFigures['readings']> {
  const { rows } = await database.query<StoreFigures['readings'][number]>(
    `SELECT kind, target, check_name AS check, value, is_firing AS "isFiring" FROM watched_checks
      WHERE read_at > firebreak_now() - make_interval(secs => $1) ORDER BY kind, target, check_name LIMIT 2000`,
    [3 * intervalSeconds + 30],
  )
  return rows
}
