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
} from '../../../../../test/world/scene/database-scene.ts'
import { snapshotHeld } from './held-horizon.ts'

const FAR = 150_000_000
const READER = { kind: 'session', ...sessionOf(5221, 86_400, { ...IDLE, backend_xmin: 77 }), xid_age: null }
const STANDBY = {
  kind: 'session',
  ...sessionOf(310, 0, {
    backend_type: 'walsender',
    application_name: 'standby_b',
    xact_start: null,
    backend_xmin: 78,
  }),
  xid_age: null,
}
const PREPARED = {
  kind: 'prepared transaction',
  gid: 'xa_1',
  owner: 'booking',
  prepared: secondsAgo(86_400),
  transaction: '79',
}

function slot(more: object) {
  return { kind: 'replication slot', slot_name: 'standby_a', slot_type: 'physical', data_xmin: 80, ...more }
}

function held(holders: readonly object[], more: Pictured = {}): Pictured {
  const bloat = bloatOf({ tables: [tableOf('orders', 2000, 1_000_000)], snapshot_holders: holders })
  return { alert: 'PostgresOldestXminAge', bloat, subject: { table: 'orders' }, ...more }
}

test('an idle reader that holds everything back is named and ended though nothing has swollen', () => {
  const holders = [
    { ...READER, xmin_age: FAR },
    { ...PREPARED, xmin_age: 9000 },
  ]
  const [finding] = findingsOf(snapshotHeld, held(holders))
  assert.match(
    finding?.statement ?? '',
    /^pid 5221 .* holds a snapshot 150000000 transactions back: vacuum may neither/,
  )
  assert.match(finding?.statement ?? '', /public\.orders has 2000 dead rows/)
  assert.match(
    finding?.facts[0]?.text ?? '',
    /sessions 150000000 \(pid 5221.*standbys none, replication slots none, prepared transactions 9000/,
  )
  assert.deepEqual(finding?.actions[0]?.parameters, { pid: 5221, database: 'shop' })
})

for (const [name, holder, words] of [
  ['a prepared transaction', { ...PREPARED, xmin_age: FAR }, /Prepared transaction “xa_1” of booking/],
  [
    'the slot of a lost standby',
    slot({ active: false, data_xmin_age: FAR, xmin_age: FAR }),
    /slot standby_a \(inactive\)/,
  ],
  ['a standby with feedback', { ...STANDBY, xmin_age: FAR }, /Standby standby_b .* hot_standby_feedback/],
  [
    'the slot of such a standby',
    slot({ active: true, data_xmin_age: FAR, xmin_age: FAR }),
    /active\).*hot_standby_feedback/,
  ],
] as const)
  test(`${name} is named as the holder, and nobody is ended for it`, () => {
    const [finding] = findingsOf(snapshotHeld, held([holder]))
    assert.match(finding?.statement ?? '', words)
    assert.deepEqual(finding?.actions, [])
    assert.ok(finding?.noActionReason)
  })

test('a vacuum that says that it may not remove the rows is enough, and so is an alert on prepared transactions', () => {
  const line = lineOf(60, 'automatic vacuum of table "shop.public.orders": 2000 are dead but not yet removable')
  const tried = held([{ ...READER, xmin_age: 12_000 }], { alert: 'PostgresqlTableNotVacuumed', lines: [line] })
  assert.equal(findingsOf(snapshotHeld, tried)[0]?.actions.length, 1)
  const young = held([{ ...PREPARED, xmin_age: 12 }], { alert: 'PostgresPreparedTransactionsOld' })
  assert.match(findingsOf(snapshotHeld, young)[0]?.statement ?? '', /xa_1/)
})

test('a snapshot of moments, a slot that keeps only the catalogue, and an alert about something else are not this', () => {
  const [fresh] = [{ ...READER, ...sessionOf(5221, 30), kind: 'session', xmin_age: FAR }]
  assert.deepEqual(findingsOf(snapshotHeld, held([fresh])), [])
  const logical = slot({ active: false, data_xmin: null, data_xmin_age: null, xmin_age: FAR })
  assert.deepEqual(findingsOf(snapshotHeld, held([logical])), [])
  const near = held([{ ...READER, xmin_age: 900_000 }], { alert: 'PostgresqlTransactionIdAge' })
  assert.deepEqual(findingsOf(snapshotHeld, near), [])
  assert.deepEqual(findingsOf(snapshotHeld, held([{ ...READER, xmin_age: FAR }], { alert: 'PostgresqlHighCpu' })), [])
})
