import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectionsOf,
  findingsOf,
  groupOf,
  lineOf,
  NOW,
  type Pictured,
  seriesOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { databaseRestarted } from './database-server.ts'

const SERVING = connectionsOf({ groups: [groupOf('10.0.0.1', 12)] })
const STARTED = seriesOf('pg_postmaster_start_time_seconds', [1, NOW.getTime() / 1000 - 1800])

function back(more: Pictured): Pictured {
  return { alert: 'PostgresqlRestarted', connections: SERVING, ...more }
}

test('a server that came back is history, with its cause', () => {
  const lines = [lineOf(1860, 'LOG:  server process (PID 77) was terminated by signal 9: Killed')]
  const [finding] = findingsOf(databaseRestarted, back({ figures: [STARTED], lines }))
  assert.match(finding?.statement ?? '', /restarted 30 min ago .*serves 12 sessions.*signal 9/)
  assert.deepEqual([finding?.situation, finding?.confidence, finding?.actions], ['recovered', 0.9, []])
})

test('the log, or a gap in pg_up, tells it as well', () => {
  const lines = [lineOf(1200, 'LOG:  database system is ready to accept connections')]
  assert.equal(findingsOf(databaseRestarted, back({ lines })).length, 1)
  assert.equal(findingsOf(databaseRestarted, back({ figures: [seriesOf('pg_up', [1, 0, 1, 1])] })).length, 1)
})

test('clients that were turned away by a server that went and came have found it too', () => {
  const lines = [
    lineOf(1300, 'ERROR GET /tables 503 terminating connection due to administrator command (SQLSTATE 57P01)', {
      app: 'api',
    }),
    lineOf(1200, 'LOG:  database system is ready to accept connections'),
  ]
  const pictured: Pictured = { alert: 'HighErrorRate', concern: 'possible', connections: SERVING, lines }
  assert.match(findingsOf(databaseRestarted, pictured)[0]?.statement ?? '', /shut down on request/)
  assert.deepEqual(findingsOf(databaseRestarted, { ...pictured, lines: lines.slice(1) }), [])
})

test('a start of last week, a server that is away, and an alert about something else are not this', () => {
  const old = seriesOf('pg_postmaster_start_time_seconds', [NOW.getTime() / 1000 - 900_000])
  assert.deepEqual(findingsOf(databaseRestarted, back({ figures: [old, seriesOf('pg_up', [1, 1])] })), [])
  assert.deepEqual(findingsOf(databaseRestarted, back({ figures: [STARTED], refusal: 'Database shop: timeout' })), [])
  assert.deepEqual(
    findingsOf(databaseRestarted, { ...back({ figures: [STARTED] }), alert: 'PostgresqlReplicationLag' }),
    [],
  )
})
