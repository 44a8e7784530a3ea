import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findingsOf,
  type Pictured,
  queriesOf,
  seriesOf,
  sessionOf,
  statementOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { costlyStatement } from './costly-statements.ts'

const QUERY = 'SELECT t.zone, max(t.rate) FROM tariffs t WHERE t.segment = $1 GROUP BY t.zone'
const RUNNING = [1, 2, 3, 4].map((pid) =>
  sessionOf(pid, 6, { application_name: 'rating-api', query: QUERY.replace('$1', `'s${pid}'`) }),
)
const COSTLY = statementOf(QUERY, { calls: 122_000, mean_exec_time: 2810, total_exec_time: 342_820_000 })

function busy(running: readonly object[], by_total_time: readonly object[]): Pictured {
  return { alert: 'PostgresHighCPU', queries: queriesOf({ running, by_total_time }) }
}

test('one statement of many sessions takes the processor, and none of them is ended', () => {
  const [finding] = findingsOf(costlyStatement, busy(RUNNING, [COSTLY]))
  assert.match(finding?.statement ?? '', /most of the database's CPU.*4 of 4 working sessions.*122000 times at 2810 ms/)
  assert.deepEqual([finding?.actions, finding?.confidence], [[], 0.65])
})

test('the statistics alone tell it too, and so does what runs now', () => {
  assert.equal(findingsOf(costlyStatement, busy([], [COSTLY])).length, 1)
  const figures = [seriesOf('instance:node_cpu_utilisation:ratio', [0.5, 0.96])]
  assert.equal(findingsOf(costlyStatement, { ...busy(RUNNING, []), figures }).length, 1)
})

test('seconds on a server whose processor nobody knows to be busy tell nothing', () => {
  assert.deepEqual(findingsOf(costlyStatement, busy(RUNNING, [])), [])
})

test('a quick statement that everybody runs, sessions that wait for locks, and another alert are not it', () => {
  const quick = { ...COSTLY, mean_exec_time: 1.9 }
  assert.deepEqual(findingsOf(costlyStatement, busy(RUNNING, [quick])), [])
  const waiting = RUNNING.map((session) => ({ ...session, wait_event_type: 'Lock' }))
  assert.deepEqual(findingsOf(costlyStatement, busy(waiting, [])), [])
  assert.deepEqual(findingsOf(costlyStatement, { ...busy(RUNNING, [COSTLY]), alert: 'PostgresqlReplicationLag' }), [])
})

test('many quick calls take a busy server too, where they have most of the sessions and of the time', () => {
  const quick = { ...COSTLY, calls: 9_400_000, mean_exec_time: 21 }
  const figures = [seriesOf('instance:node_cpu_utilisation:ratio', [0.2, 0.95])]
  const [finding] = findingsOf(costlyStatement, { ...busy(RUNNING, [quick]), figures })
  assert.match(finding?.statement ?? '', /4 of 4 working sessions.*9400000 times at 21 ms/)
  const other = statementOf('SELECT 1 FROM a', { calls: 10, total_exec_time: 900_000_000 })
  assert.deepEqual(findingsOf(costlyStatement, { ...busy(RUNNING, [other, quick]), figures }), [])
})

test('where nobody measures the processor, transactions that have multiplied tell that the server is busy', () => {
  const quick = { ...COSTLY, calls: 9_400_000, mean_exec_time: 21 }
  const counts = Array.from({ length: 12 }, (_, at) => 1_000_000 + at * 900 + Math.max(0, at - 7) * 50_000)
  const rising = [seriesOf('pg_stat_database_xact_commit', counts)]
  assert.equal(findingsOf(costlyStatement, { ...busy(RUNNING, [quick]), figures: rising }).length, 1)
  const idle = seriesOf('instance:node_cpu_utilisation:ratio', [0.1, 0.2])
  assert.deepEqual(findingsOf(costlyStatement, { ...busy(RUNNING, [quick]), figures: [...rising, idle] }), [])
})
