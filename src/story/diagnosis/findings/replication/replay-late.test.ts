import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findingsOf,
  type Pictured,
  replicaOf,
  replicationOf,
  seriesOf,
  sessionOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { replayBehindWriter, replayLate } from './replay.ts'

const LATE = replicaOf('reports', { replay_lag_seconds: 7200, replay_lag_bytes: 3_000_000_000 })
const CURRENT = replicaOf('stand-in', { replay_lag_seconds: 0.01, replay_lag_bytes: 100 })
const WRITER = sessionOf(4100, 1500, { backend_xid: 4711, query: 'UPDATE prices SET amount = amount * 1.02' })
const HOURS = seriesOf(
  'pg_replication_lag_seconds',
  Array.from({ length: 90 }, (_, index) => 7199 + (index % 3)),
)
const ISSUE = {
  issue: 'lag of reports',
  category: 'database',
  description: 'reports is a delayed standby, two hours behind on purpose.',
  commonCauses: [],
  standardProcedure: [],
}

function lagging(replicas: readonly object[], more: Pictured & { writers?: readonly object[] } = {}): Pictured {
  const { writers = [], ...rest } = more
  return { alert: 'PostgresqlReplicationLag', replication: replicationOf({ replicas, writers }), ...rest }
}

test('replay that is late for no writer is told, with where to look, and nothing is done', () => {
  const [finding] = findingsOf(replayLate, lagging([LATE]))
  assert.match(finding?.statement ?? '', /Replica reports .* arrives in time and is applied late/)
  assert.deepEqual([finding?.situation, finding?.actions, finding?.confidence], ['fault', [], 0.6])
  assert.match(finding?.suggestions[0] ?? '', /Ask reports itself: recovery_min_apply_delay/)
})

test('where another replica applies the same WAL at once, no writer is blamed', () => {
  const world = lagging([LATE, CURRENT], { writers: [WRITER] })
  assert.deepEqual(findingsOf(replayBehindWriter, world), [])
  const [finding] = findingsOf(replayLate, world)
  assert.match(finding?.statement ?? '', /stand-in applies the same WAL at once/)
})

test('where the only replica is late and somebody writes, the writer is told instead', () => {
  assert.deepEqual(findingsOf(replayLate, lagging([LATE], { writers: [WRITER] })), [])
})

test('a replica of which nothing is known clears nobody', () => {
  const silent = replicaOf('stand-in', { replay_lag_seconds: null, replay_lag_bytes: null })
  assert.equal(findingsOf(replayBehindWriter, lagging([LATE, silent], { writers: [WRITER] })).length, 1)
})

test('a delay that people have written down and that keeps to its length works as designed', () => {
  const [finding] = findingsOf(replayLate, lagging([LATE], { figures: [HOURS], issues: [ISSUE] }))
  assert.deepEqual([finding?.situation, finding?.confidence], ['works_as_designed', 0.9])
  assert.match(finding?.statement ?? '', /kept to this length for .*two hours behind on purpose/)
})

test('a steady lag alone, and an issue about another standby, excuse nothing', () => {
  const other = { ...ISSUE, description: 'archive is a delayed standby, on purpose.', issue: 'lag of archive' }
  const [finding] = findingsOf(replayLate, lagging([LATE], { figures: [HOURS], issues: [other] }))
  assert.deepEqual([finding?.situation, finding?.confidence], ['fault', 0.75])
})

for (const description of [
  'reports runs the nightly reports; its max_standby_streaming_delay is deliberately high.',
  'The lag of reports is never intentional: its recovery_min_apply_delay was removed in May.',
  'reports-b is a delayed standby on purpose, two hours behind.',
])
  test(`no excuse for this standby: ${description}`, () => {
    const issues = [{ ...ISSUE, description }]
    const [finding] = findingsOf(replayLate, lagging([LATE, CURRENT], { figures: [HOURS], issues }))
    assert.deepEqual([finding?.situation, finding?.confidence], ['fault', 0.75])
  })

test('a lag far beyond the delay that is meant is a fault, whatever is written', () => {
  const far = { ...LATE, replay_lag_seconds: 70_000 }
  const [finding] = findingsOf(replayLate, lagging([far, CURRENT], { issues: [ISSUE] }))
  assert.deepEqual([finding?.situation, finding?.confidence], ['fault', 0.75])
  assert.match(finding?.statement ?? '', /longer than the delay that is meant/)
})

test('a delay of which nobody wrote the length, and that was not seen to keep to one, closes nothing', () => {
  const issues = [{ ...ISSUE, description: 'reports is a delayed standby, on purpose.' }]
  const [finding] = findingsOf(replayLate, lagging([LATE, CURRENT], { issues }))
  assert.deepEqual([finding?.situation, finding?.confidence], ['works_as_designed', 0.75])
})

test('replicas close behind, and one the WAL reaches late, are not this', () => {
  assert.deepEqual(findingsOf(replayLate, lagging([CURRENT])), [])
  const slow = { ...LATE, write_lag_seconds: 7000, write_lag_bytes: 2_900_000_000 }
  assert.deepEqual(findingsOf(replayLate, lagging([slow])), [])
})
