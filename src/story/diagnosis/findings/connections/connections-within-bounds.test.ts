import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectionsOf,
  findingsOf,
  groupOf,
  IDLE,
  lineOf,
  type Pictured,
  seriesOf,
  sessionOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { connectionsWithinBounds } from './connections.ts'

const GROUPS = ['1', '2', '3'].map((last) => groupOf(`10.0.0.${last}`, 20))

function warned(more: Pictured = {}, part: object = {}): Pictured {
  const connections = connectionsOf({ groups: GROUPS, usable: 97, ...part })
  return { alert: 'DatabaseConnectionsWarning', connections, ...more }
}

const MEASURED = [
  seriesOf('pg_stat_activity_count', [55, 65, 55]),
  seriesOf('pg_settings_max_connections', [100, 100, 100]),
]

test('room, no waits, no refusals: the threshold was crossed and nothing is wrong', () => {
  const [finding] = findingsOf(connectionsWithinBounds, warned({ figures: MEASURED }))
  assert.match(finding?.statement ?? '', /60 sessions of 97 usable \(62 %\) now, and between 55 and 65 of 100/)
  assert.deepEqual([finding?.situation, finding?.confidence, finding?.actions], ['works_as_designed', 0.9, []])
  assert.equal(findingsOf(connectionsWithinBounds, warned())[0]?.confidence, 0.8)
})

test('a peak that reached the limit, or a refusal in the log, is not denied', () => {
  const peak = [seriesOf('pg_stat_activity_count', [55, 99, 60]), MEASURED[1] ?? {}]
  const refused = [lineOf(4000, 'FATAL:  sorry, too many clients already')]
  for (const more of [{ figures: peak }, { lines: refused }]) {
    assert.deepEqual(findingsOf(connectionsWithinBounds, warned(more)), [])
  }
})

test('waits, an old idle transaction, a full server, an unseen limit and another alert are not within bounds', () => {
  assert.deepEqual(findingsOf(connectionsWithinBounds, warned({}, { waiting_for_locks: 2 })), [])
  const idle_in_transaction = [sessionOf(9, 600, IDLE)]
  assert.deepEqual(findingsOf(connectionsWithinBounds, warned({}, { idle_in_transaction })), [])
  assert.deepEqual(findingsOf(connectionsWithinBounds, warned({}, { usable: 70 })), [])
  assert.deepEqual(findingsOf(connectionsWithinBounds, warned({}, { saturation: null })), [])
  assert.deepEqual(findingsOf(connectionsWithinBounds, warned({ alert: 'PostgresqlReplicationLag' })), [])
  const fuller = [seriesOf('pg_stat_activity_count', [55, 90]), MEASURED[1] ?? {}]
  assert.deepEqual(findingsOf(connectionsWithinBounds, warned({ figures: fuller })), [])
})
