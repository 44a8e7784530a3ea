import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectionsOf,
  findingsOf,
  groupOf,
  IDLE,
  locksOf,
  type Pictured,
  queriesOf,
  seriesOf,
  sessionOf,
} from '../../../../test/world/scene/database-scene.ts'
import { databaseQuiet } from './database-quiet.ts'

const CALM: Pictured = {
  alert: 'PostgreSQLSlowQueries',
  connections: connectionsOf({ groups: [groupOf('10.0.0.1', 12)] }),
  locks: locksOf(),
  queries: queriesOf({ running: [sessionOf(1, 2)] }),
}

test('a server that was slow and is quiet now has recovered, in numbers', () => {
  const [finding] = findingsOf(databaseQuiet, CALM)
  assert.match(finding?.statement ?? '', /longest running statement is 2 s old, 12 of 97 connections/)
  assert.deepEqual([finding?.situation, finding?.actions], ['recovered', []])
})

test('what was not looked at is not quiet', () => {
  for (const part of ['locks', 'queries'] as const) {
    const { [part]: _, ...seen } = CALM
    assert.deepEqual(findingsOf(databaseQuiet, seen), [])
  }
  assert.deepEqual(findingsOf(databaseQuiet, { ...CALM, alert: 'PostgresHighCPU' }), [])
  const idle = [seriesOf('instance:node_cpu_utilisation:ratio', [0.9, 0.2])]
  assert.equal(findingsOf(databaseQuiet, { ...CALM, alert: 'PostgresHighCPU', figures: idle }).length, 1)
})

test('a long statement, a wait, an idle transaction and a busy processor are not quiet', () => {
  const busy = [seriesOf('instance:node_cpu_utilisation:ratio', [0.9, 0.95])]
  for (const more of [
    { queries: queriesOf({ running: [sessionOf(1, 90)] }) },
    { locks: locksOf({ waiting: 1 }) },
    { connections: connectionsOf({ idle_in_transaction: [sessionOf(9, 90, IDLE)] }) },
    { connections: connectionsOf({ groups: [groupOf('10.0.0.1', 90)] }) },
    { alert: 'PostgresHighCPU', figures: busy },
    { concern: 'possible' as const },
    { alert: 'PostgresqlReplicationLag' },
  ])
    assert.deepEqual(findingsOf(databaseQuiet, { ...CALM, ...more }), [])
})
