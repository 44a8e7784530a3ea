/** Everything that is watched: from where on it is a finding, and what it is called then. */
import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { Severity } from '../incident/severity.ts'
import type { WatchedCheck, WatchKind } from './reading.ts'

type Check = {
  alertname: string
  severity: Severity
  /** The first line of the alert, after the target's name. */
  complaint: string
  limit(settings: Settings): number
  /** The reading is a counter; what is judged is how much it grows in a minute. */
  isCounter?: true
  /** Where whoever measures has already waited before speaking up. */
  readingsToFire?: number
}

/** One or zero: it is so, or it is not. */
const always = () => 1

const DATABASE: Record<string, Check> = {
  unreachable: {
    alertname: 'PostgreSQLDown',
    severity: 'critical',
    complaint: 'the database is down or unreachable',
    limit: always,
  },
  connections_ratio: {
    alertname: 'PostgreSQLTooManyConnections',
    severity: 'high',
    complaint: 'the database is running out of connections',
    limit: ({ MONITOR_CONNECTIONS_RATIO }) => MONITOR_CONNECTIONS_RATIO,
  },
  lock_wait_seconds: {
    alertname: 'PostgreSQLLockWaits',
    severity: 'high',
    complaint: 'sessions of the database hang, waiting for locks',
    limit: ({ MONITOR_LOCK_WAIT_SECONDS }) => MONITOR_LOCK_WAIT_SECONDS,
  },
  oldest_transaction_seconds: {
    alertname: 'PostgreSQLLongTransaction',
    severity: 'medium',
    complaint: 'a transaction of the database has been open for very long',
    limit: ({ MONITOR_TRANSACTION_SECONDS }) => MONITOR_TRANSACTION_SECONDS,
  },
  replication_lag_seconds: {
    alertname: 'PostgreSQLReplicationLag',
    severity: 'medium',
    complaint: 'replication of the database lags behind',
    limit: ({ MONITOR_REPLICATION_LAG_SECONDS }) => MONITOR_REPLICATION_LAG_SECONDS,
  },
  wraparound_age: {
    alertname: 'PostgreSQLWraparound',
    severity: 'high',
    complaint: 'transaction ids of the database near their wraparound',
    limit: ({ MONITOR_WRAPAROUND_AGE }) => MONITOR_WRAPAROUND_AGE,
  },
}

const KEY_VALUE: Record<string, Check> = {
  unreachable: {
    alertname: 'RedisDown',
    severity: 'critical',
    complaint: 'the key-value store is down or unreachable',
    limit: always,
  },
  memory_ratio: {
    alertname: 'RedisMemoryFull',
    severity: 'high',
    complaint: 'the key-value store runs out of memory and will refuse writes',
    limit: ({ MONITOR_MEMORY_RATIO }) => MONITOR_MEMORY_RATIO,
  },
  evictions_per_minute: {
    alertname: 'RedisEvictions',
    severity: 'medium',
    complaint: 'the key-value store evicts keys for want of memory',
    limit: ({ MONITOR_EVICTIONS_PER_MINUTE }) => MONITOR_EVICTIONS_PER_MINUTE,
    isCounter: true,
  },
  rejections_per_minute: {
    alertname: 'RedisRejectedConnections',
    severity: 'high',
    complaint: 'the key-value store rejects connections',
    limit: ({ MONITOR_REJECTIONS_PER_MINUTE }) => MONITOR_REJECTIONS_PER_MINUTE,
    isCounter: true,
  },
  replication_link_down: {
    alertname: 'RedisReplicationBroken',
    severity: 'high',
    complaint: 'the key-value store has lost the link to its primary',
    limit: always,
  },
  latency_ms: {
    alertname: 'RedisSlow',
    severity: 'medium',
    complaint: 'the key-value store answers slowly',
    limit: ({ MONITOR_LATENCY_MS }) => MONITOR_LATENCY_MS,
  },
}

/** An alarm says itself what it is called; its own evaluation periods are the wait before it fires. */
const CLOUD: Record<string, Check> = {
  alarm: { alertname: 'CloudAlarm', severity: 'high', complaint: 'alarm', limit: always, readingsToFire: 1 },
}

export const CHECKS: Readonly<Record<WatchKind, Readonly<Record<string, Check>>>> = {
  database: DATABASE,
  key_value: KEY_VALUE,
  cloud: CLOUD,
}

export function checkOf({ kind, check }: WatchedCheck): Check {
  const found = CHECKS[kind][check]
  if (!found) throw new Error(`Nothing says what ${kind} ${check} is; see checks.ts.`)
  return found
}
