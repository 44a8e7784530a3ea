import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectionsOf,
  findingsOf,
  groupOf,
  type Pictured,
  seriesOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { databaseAnswers } from './database-server.ts'

const SERVING = connectionsOf({ groups: [groupOf('10.0.0.1', 12)] })

test('a server that answers is up, whatever its exporter says', () => {
  const down: Pictured = { alert: 'PostgresqlDown', connections: SERVING }
  assert.match(findingsOf(databaseAnswers, down)[0]?.statement ?? '', /is up: it answers and serves 12 sessions of 97/)
  const [blind] = findingsOf(databaseAnswers, { ...down, figures: [seriesOf('pg_up', [1, 0, 0])] })
  assert.match(blind?.statement ?? '', /Only its exporter still reports pg_up 0/)
  assert.deepEqual(blind?.actions, [])
})

test('one that does not answer, and an alert about something else, are not this', () => {
  assert.deepEqual(findingsOf(databaseAnswers, { alert: 'PostgresqlDown', refusal: 'Database shop: ECONNREFUSED' }), [])
  assert.deepEqual(findingsOf(databaseAnswers, { alert: 'PostgreSQLSlowQueries', connections: SERVING }), [])
})
