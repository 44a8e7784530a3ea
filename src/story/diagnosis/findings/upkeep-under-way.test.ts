import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectionsOf,
  findingsOf,
  locksOf,
  type Pictured,
  sessionOf,
} from '../../../../test/world/scene/database-scene.ts'
import { upkeepUnderWay } from './upkeep-under-way.ts'

const DUMP = sessionOf(14220, 4200, { application_name: 'pg_dump', query: 'COPY public.pages (id, body) TO stdout;' })

function long(session: object, more: Pictured = {}): Pictured {
  const connections = connectionsOf({ longest_transactions: [session] })
  return { alert: 'PostgreSQLLongRunningTransaction', connections, locks: locksOf(), ...more }
}

test('a backup that runs for an hour and blocks nobody is let finish', () => {
  const [finding] = findingsOf(upkeepUnderWay, long(DUMP))
  assert.match(finding?.statement ?? '', /is a backup: pid 14220 .* 70 min.*blocks nobody/)
  assert.deepEqual([finding?.situation, finding?.actions], ['works_as_designed', []])
  assert.equal(findingsOf(upkeepUnderWay, long(sessionOf(9, 900, { query: 'REINDEX TABLE pages' }))).length, 1)
})

test('a report, a short dump, and a dump that blocks others are another matter', () => {
  assert.deepEqual(findingsOf(upkeepUnderWay, long(sessionOf(9, 4200, { query: 'SELECT * FROM pages' }))), [])
  assert.deepEqual(findingsOf(upkeepUnderWay, long({ ...DUMP, xact_seconds: 60 })), [])
  const roots = [{ ...DUMP, waiters_directly: 1, waiters_in_all: 1, holds: [] }]
  assert.deepEqual(findingsOf(upkeepUnderWay, long(DUMP, { locks: locksOf({ roots }) })), [])
})
