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

test('so does a sentence in Chinese', () => {
  const topics = (text: string) => [...readTopics({ alertName: text, labels: {}, text })].sort()
  assert.deepEqual(topics('数据库里有人锁表，很多会话在等锁'), ['locks'])
  assert.deepEqual(topics('数据库锁住了'), ['locks'])
  assert.deepEqual(topics('订单库频繁死锁'), ['deadlocks'])
  assert.deepEqual(topics('数据库连接数打满，查询很慢'), ['connections', 'slow'])
  assert.deepEqual(topics('主从延迟 90 秒'), ['replication'])
  assert.deepEqual(topics('磁盘满了 db-3'), ['disk'])
  assert.deepEqual(topics('命名空间 shop 一切正常'), [])
})
