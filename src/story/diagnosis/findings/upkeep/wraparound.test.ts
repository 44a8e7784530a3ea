import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bloatOf, findingsOf, IDLE, sessionOf } from '../../../../../test/world/scene/database-scene.ts'
import { wraparound } from './held-horizon.ts'

const OLDEST = {
  schemaname: 'public',
  relname: 'ledger',
  reloptions: ['autovacuum_enabled=false'],
  relfrozenxid_age: 1_610_000_000,
}

function aged(age: number, table: object = OLDEST, part: object = {}) {
  const databases = [
    { datname: 'template0', datfrozenxid_age: 1_900_000_000, datminmxid_age: 1 },
    { datname: 'shop', datfrozenxid_age: age, datminmxid_age: 1 },
  ]
  const bloat = bloatOf({ wraparound: { databases, oldest_tables: [{ ...table, relfrozenxid_age: age }] }, ...part })
  return { alert: 'PGTransactionWraparound', bloat }
}

test('the table that was never frozen is vacuumed, and its options are the reason', () => {
  const [finding] = findingsOf(wraparound, aged(1_610_000_000))
  assert.match(finding?.statement ?? '', /public\.ledger has not been frozen for 1610000000 transactions/)
  assert.match(finding?.statement ?? '', /autovacuum_enabled=false/)
  assert.deepEqual(
    finding?.actions.map(({ plugin, parameters }) => [plugin, parameters.table]),
    [['vacuum_table', 'public.ledger']],
  )
})

test('what holds an old snapshot has to go first: a session is ended, a slot is a person’s to drop', () => {
  const session = { kind: 'session', ...sessionOf(101, 900_000, IDLE), xmin_age: 1_600_000_000 }
  const [ended] = findingsOf(wraparound, aged(1_610_000_000, OLDEST, { snapshot_holders: [session] }))
  assert.deepEqual(
    ended?.actions.map(({ plugin }) => plugin),
    ['terminate_query', 'vacuum_table'],
  )
  const slot = { kind: 'replication slot', slot_name: 'old', xmin_age: 1_600_000_000 }
  const [left] = findingsOf(wraparound, aged(1_610_000_000, OLDEST, { snapshot_holders: [slot] }))
  assert.deepEqual(left?.actions, [])
  assert.match(left?.statement ?? '', /Replication slot old \(inactive\)/)
})

test('a holder that writes right now is left alone', () => {
  const writer = { kind: 'session', ...sessionOf(101, 900_000, { backend_xid: 7 }), xmin_age: 1_600_000_000 }
  const [left] = findingsOf(wraparound, aged(1_610_000_000, OLDEST, { snapshot_holders: [writer] }))
  assert.deepEqual(left?.actions, [])
})

test('a vacuum under way is let finish, and a table of the system is left to a superuser', () => {
  const running = [{ pid: 9, datname: 'shop', schemaname: 'public', relname: 'ledger', phase: 'scanning heap' }]
  assert.deepEqual(findingsOf(wraparound, aged(1_610_000_000, OLDEST, { vacuums_running: running }))[0]?.actions, [])
  const catalogue = { ...OLDEST, schemaname: 'pg_catalog', relname: 'pg_class' }
  assert.deepEqual(findingsOf(wraparound, aged(1_610_000_000, catalogue))[0]?.actions, [])
})

test('an age that autovacuum will deal with is no news', () => {
  assert.deepEqual(findingsOf(wraparound, aged(190_000_000)), [])
})

test('a slot that keeps only the catalogue holds back the tables of the system, and no others', () => {
  const slot = {
    kind: 'replication slot',
    slot_name: 'dbz',
    slot_type: 'logical',
    active: false,
    data_xmin: null,
    data_xmin_age: null,
    xmin_age: 600_000_000,
  }
  const of = (schemaname: string) => {
    const oldest_tables = [{ schemaname, relname: 'pg_class', reloptions: null, relfrozenxid_age: 610_000_000 }]
    const databases = [{ datname: 'shop', datfrozenxid_age: 610_000_000, datminmxid_age: 1 }]
    const bloat = bloatOf({ snapshot_holders: [slot], wraparound: { databases, oldest_tables } })
    return findingsOf(wraparound, { alert: 'PostgresqlWraparound', bloat })[0]
  }
  assert.match(of('pg_catalog')?.statement ?? '', /slot dbz \(inactive\) keeps the rows of the catalogue/)
  assert.deepEqual(of('pg_catalog')?.actions, [])
  assert.doesNotMatch(of('public')?.statement ?? '', /dbz/)
})
