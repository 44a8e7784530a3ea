import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsOf, lineOf } from '../../../../../test/world/scene/database-scene.ts'
import { collationMismatch } from './database-server.ts'

const WARNING = lineOf(900, 'WARNING:  database "shop" has a collation version mismatch')
const DETAIL = lineOf(
  900,
  'DETAIL:  The database was created using collation version 2.31, but the operating system provides version 2.36.',
)

test('a server whose sorting rules changed is told with both versions, and indexes are a person’s to rebuild', () => {
  const [finding] = findingsOf(collationMismatch, { alert: 'LookupErrors', lines: [WARNING, DETAIL] })
  assert.match(finding?.statement ?? '', /collation version 2\.31, and the operating system provides 2\.36\..*REINDEX/)
  assert.deepEqual([finding?.weight, finding?.actions], ['cause', []])
})

test('of an alert about something else it is an aside, and without the warning it is nothing', () => {
  const [aside] = findingsOf(collationMismatch, { alert: 'PostgresqlHighCpu', lines: [WARNING] })
  assert.equal(aside?.weight, 'context')
  assert.deepEqual(findingsOf(collationMismatch, { alert: 'LookupErrors', lines: [] }), [])
})
