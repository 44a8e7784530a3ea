import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findingsOf,
  lineOf,
  type Pictured,
  replicationOf,
  seriesOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { recoveryConflict } from './standby.ts'

const CANCELLED = 'reports@dwh ERROR:  canceling statement due to conflict with recovery'

function cancelled(detail?: string, more: Pictured = {}): Pictured {
  const lines = [1200, 600, 60].flatMap((seconds) => [
    lineOf(seconds, CANCELLED),
    ...(detail === undefined ? [] : [lineOf(seconds, `DETAIL:  ${detail}`)]),
  ])
  return { alert: 'ReportsErrors', lines, ...more }
}

const ROWS = 'User query might have needed to see row versions that must be removed.'

const STANDBY = replicationOf({
  role: 'standby',
  standby: {
    is_standby: true,
    conflicts: { datname: 'dwh', confl_snapshot: 41, confl_lock: 0, confl_bufferpin: 0 },
    longest_transactions: [],
    replaying: null,
    receiver: null,
  },
  settings: { hot_standby_feedback: 'off', max_standby_streaming_delay: '30000ms' },
})

test('a standby cancels queries as it is configured, and feedback or patience would change it', () => {
  const [finding] = findingsOf(recoveryConflict, cancelled(ROWS, { replication: STANDBY }))
  assert.match(finding?.statement ?? '', /standby are cancelled by a conflict with recovery.*row versions.*3 times/)
  assert.match(
    finding?.statement ?? '',
    /counts 41.*hot_standby_feedback is off, max_standby_streaming_delay is 30000ms/,
  )
  assert.deepEqual([finding?.confidence, finding?.actions], [0.9, []])
  assert.match(finding?.suggestions[0] ?? '', /hot_standby_feedback = on/)
})

test('against locks feedback does not help, and is not advised', () => {
  const [finding] = findingsOf(recoveryConflict, cancelled('User was holding a relation lock for too long.'))
  assert.match(finding?.suggestions[0] ?? '', /does not help against locks/)
})

test('the log alone tells it with less certainty, the exporter’s counter with more', () => {
  assert.equal(findingsOf(recoveryConflict, cancelled())[0]?.confidence, 0.8)
  const figures = [seriesOf('pg_stat_database_conflicts_confl_snapshot', [400, 406, 412], { datname: 'dwh' })]
  const [finding] = findingsOf(recoveryConflict, cancelled(ROWS, { figures }))
  assert.match(finding?.statement ?? '', /rose by 12/)
  assert.equal(finding?.confidence, 0.9)
})

test('a single cancelled query, and other cancelled ones, are not it', () => {
  assert.deepEqual(findingsOf(recoveryConflict, { alert: 'ReportsErrors', lines: [lineOf(60, CANCELLED)] }), [])
  const timeouts = [3, 2, 1].map((seconds) => lineOf(seconds, 'ERROR:  canceling statement due to statement timeout'))
  assert.deepEqual(findingsOf(recoveryConflict, { alert: 'ReportsErrors', lines: timeouts }), [])
})
