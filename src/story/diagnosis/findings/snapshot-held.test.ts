import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bloatOf,
  findingsOf,
  IDLE,
  lineOf,
  type Pictured,
  secondsAgo,
  sessionOf,
  tableOf,
} from '../../../../test/world/scene/database-scene.ts'
import { snapshotHeld } from './snapshot-held.ts'

const IN_VAIN = tableOf('stock', 4_000_000, 700_000, { last_autovacuum: secondsAgo(240) })
const HOLDER = {
  kind: 'session',
  ...sessionOf(101, 7200, { ...IDLE, query: 'SELECT * FROM stock' }),
  xmin_age: 912_000,
}

function held(holders: readonly object[], table: object = IN_VAIN, more: Pictured = {}): Pictured {
  const bloat = bloatOf({ tables: [table], snapshot_holders: holders })
  return { alert: 'PostgresqlTooManyDeadTuples', subject: { table: 'stock' }, bloat, ...more }
}

test('the holder of the oldest snapshot is ended first, then the table vacuumed', () => {
  const lines = [lineOf(240, 'tuples: 0 removed, 4700000 remain, 4000000 are dead but not yet removable')]
  const [finding] = findingsOf(snapshotHeld, held([HOLDER], IN_VAIN, { lines }))
  assert.match(
    finding?.statement ?? '',
    /pid 101 .*idle in transaction.* 2 h .*holds a snapshot 912000 transactions back/,
  )
  assert.match(finding?.statement ?? '', /public\.stock has 4000000 dead rows .* although it was vacuumed/)
  assert.deepEqual(
    finding?.actions.map(({ plugin, parameters }) => [plugin, parameters.pid ?? parameters.table]),
    [
      ['terminate_query', 101],
      ['vacuum_table', 'public.stock'],
    ],
  )
})

for (const [what, holder] of Object.entries({
  'a replication slot': {
    kind: 'replication slot',
    slot_name: 'debezium',
    slot_type: 'logical',
    active: false,
    xmin_age: 912_000,
  },
  'a prepared transaction': {
    kind: 'prepared transaction',
    gid: 'half',
    owner: 'app',
    prepared: secondsAgo(86_400),
    xmin_age: 912_000,
  },
  'a standby by its feedback': { ...HOLDER, backend_type: 'walsender', application_name: 'replica-1' },
  'a backup': { ...HOLDER, application_name: 'pg_dump', query: 'COPY public.stock TO stdout' },
}))
  test(`${what} that holds it is named, and nothing is changed`, () => {
    const [finding] = findingsOf(snapshotHeld, held([holder]))
    assert.equal(finding?.kind, 'snapshot_held')
    assert.deepEqual(finding?.actions, [])
    assert.ok(finding?.noActionReason)
  })

test('where no vacuum has come since, nothing was in vain', () => {
  assert.deepEqual(findingsOf(snapshotHeld, held([HOLDER], tableOf('stock', 4_000_000, 700_000))), [])
})

test('a young transaction and a clean table are not this', () => {
  const young = { kind: 'session', ...sessionOf(101, 120), xmin_age: 50 }
  assert.deepEqual(findingsOf(snapshotHeld, held([young])), [])
  assert.deepEqual(findingsOf(snapshotHeld, held([HOLDER], tableOf('stock', 90, 700_000))), [])
})

test('a logical slot keeps the rows of the catalogue alone, and not those of a table', () => {
  const slot = { kind: 'replication slot', slot_name: 'cdc', slot_type: 'logical', active: true, xmin_age: 912_000 }
  assert.deepEqual(findingsOf(snapshotHeld, held([{ ...slot, data_xmin_age: null }])), [])
  assert.equal(findingsOf(snapshotHeld, held([{ ...slot, data_xmin_age: 912_000 }])).length, 1)
})
