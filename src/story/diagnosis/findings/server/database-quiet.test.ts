import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exhibitOf } from '../../../../../test/world/mind/analysis-of.ts'
import {
  connectionsOf,
  findingsOf,
  groupOf,
  IDLE,
  locksOf,
  type Pictured,
  pictureDatabase,
  queriesOf,
  seriesOf,
  sessionOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { databaseQuiet } from './database-server.ts'

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
})

test('a processor that is measured idle is quiet, one that is busy or unmeasured stays unexplained', () => {
  const kindOf = (more: Pictured) => findingsOf(databaseQuiet, { ...CALM, alert: 'PostgresHighCPU', ...more })[0]?.kind
  const load = (last: number) => [seriesOf('instance:node_cpu_utilisation:ratio', [0.9, last])]
  assert.equal(kindOf({ figures: load(0.2) }), 'database_quiet')
  assert.equal(kindOf({ figures: load(0.95) }), 'database_unremarkable')
  assert.equal(kindOf({}), 'database_unremarkable')
})

test('a quiet server without the table, or that is not the database, of the alert has not recovered from anything', () => {
  const refused = exhibitOf('C9', 'table_bloat', {})
  const scene = pictureDatabase({ ...CALM, subject: { table: 'orders', fromText: ['table'] } })
  const missing = { ...refused, result: { success: false, error: 'There is no table orders in database shop.' } }
  for (const [finding] of [
    databaseQuiet({ ...scene, exhibits: [...scene.exhibits, missing] }),
    findingsOf(databaseQuiet, { ...CALM, unknownName: 'billing' }),
  ]) {
    assert.deepEqual([finding?.kind, finding?.situation], ['database_unremarkable', 'unclear'])
    assert.ok((finding?.confidence ?? 1) <= 0.4)
  }
  const [withMissing] = databaseQuiet({ ...scene, exhibits: [...scene.exhibits, missing] })
  assert.match(withMissing?.statement ?? '', /Table orders, which the alert speaks of, is not in/)
})

test('for an alert about something else it only rules load out', () => {
  const [finding] = findingsOf(databaseQuiet, { ...CALM, alert: 'PostgresHasTooManyRollbacks' })
  assert.deepEqual([finding?.weight, finding?.situation, finding?.actions], ['context', 'unclear', []])
  assert.ok((finding?.confidence ?? 1) <= 0.4)
})

test('a long statement, a wait, an idle transaction, a full server and a service’s alert are not this', () => {
  for (const more of [
    { queries: queriesOf({ running: [sessionOf(1, 90)] }) },
    { locks: locksOf({ waiting: 1 }) },
    { connections: connectionsOf({ idle_in_transaction: [sessionOf(9, 90, IDLE)] }) },
    { connections: connectionsOf({ groups: [groupOf('10.0.0.1', 90)] }) },
    { concern: 'possible' as const },
  ])
    assert.deepEqual(findingsOf(databaseQuiet, { ...CALM, ...more }), [])
})
