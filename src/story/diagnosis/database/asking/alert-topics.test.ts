import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTopics } from './alert-topics.ts'

const ALERTS: Record<string, string[]> = {
  PostgreSQLMaxConnectionsReached: ['connections'],
  PostgresqlDeadLocks: ['deadlocks'],
  PostgresHasHighDeadLocks: ['deadlocks'],
  PostgreSQLSlowQueries: ['slow'],
  HighRequestLatency: ['slow'],
  PostgresqlTooManyDeadTuples: ['bloat'],
  PostgresqlTableNotAutoVacuumed: ['bloat'],
  PGTransactionWraparound: ['wraparound'],
  PostgresqlReplicationLag: ['replication'],
  PostgresqlUnusedReplicationSlot: ['replication', 'slots'],
  PostgreSQLDown: ['down'],
  PostgresqlRestarted: ['restarted'],
  PostgresHasTooManyRollbacks: ['rollbacks'],
  PostgresqlTooManyLocksAcquired: ['locks'],
  PostgresqlIdleInTransaction: ['idle'],
  HostHighCpuLoad: ['cpu'],
  KafkaConsumerGroupLag: [],
  NodejsEventLoopLag: [],
  PostgresqlProblem: [],
}

test('the name of a rule tells what it complains of', () => {
  for (const [alertName, topics] of Object.entries(ALERTS))
    assert.deepEqual([...readTopics({ alertName, labels: {}, text: '' })], topics, alertName)
})

test('so does a sentence', () => {
  const topics = (text: string) => [...readTopics({ alertName: text, labels: {}, text })].sort()
  assert.deepEqual(topics('metering-db: CPU 98% and temp files growing 6 GB a minute, ingestion is slow'), [
    'cpu',
    'disk',
    'slow',
  ])
  assert.deepEqual(topics('queries on orders hang since 14:05'), ['locks', 'slow'])
  assert.deepEqual(topics('all is well'), [])
})
