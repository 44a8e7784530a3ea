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

const IN_VAIN = tableOf('stock', 4_000_000, 700_000, { last_autovacuum: secondsAgo(1200) })
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

test('where autovacuum comes again and again only the holder is ended', () => {
  const often = tableOf('stock', 4_000_000, 700_000, { last_autovacuum: secondsAgo(240) })
  const [finding] = findingsOf(snapshotHeld, held([HOLDER], often))
  assert.deepEqual(
    finding?.actions.map(({ plugin }) => plugin),
    ['terminate_query'],
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

const XID = 71_200_114
const AGE = 7_699_900
/** Every snapshot taken while that transaction is open shows its id. */
const REPORT = {
  kind: 'session',
  ...sessionOf(3310, 1560, { backend_xmin: XID, query: 'SELECT sum(amount) FROM moves' }),
  xmin_age: AGE,
  xid_age: null,
}
const PREPARED = {
  kind: 'prepared transaction',
  gid: 'tm-131077',
  owner: 'wallet',
  prepared: secondsAgo(180_000),
  transaction: String(XID),
  // Read a moment later than the sessions.
  xmin_age: AGE + 7,
}
const FORGOTTEN = {
  kind: 'session',
  ...sessionOf(3200, 180_000, { ...IDLE, backend_xid: XID, query: 'UPDATE stock SET n = 1' }),
  xmin_age: AGE,
  xid_age: AGE,
}
const long = { subject: { table: 'stock', startedAt: new Date(secondsAgo(7200)) } }

function steps(holders: readonly object[], more: Pictured = long) {
  const [finding] = findingsOf(snapshotHeld, held(holders, IN_VAIN, more))
  return { finding, actions: finding?.actions.map(({ parameters }) => parameters.pid ?? parameters.table) }
}

test('of those that show the same xmin the prepared transaction whose id it is holds it, in whatever order they come', () => {
  for (const holders of [
    [REPORT, PREPARED],
    [PREPARED, REPORT],
  ]) {
    const { finding, actions } = steps(holders)
    assert.match(finding?.statement ?? '', /^Prepared transaction “tm-131077” of wallet/)
    assert.match(
      finding?.statement ?? '',
      /pid 3310 .* shows the same xmin only because that transaction is still open/,
    )
    assert.deepEqual(actions, [])
    assert.match(finding?.noActionReason ?? '', /Vacuum frees nothing before/)
    assert.ok(finding?.suggestions.some((one) => one.includes("ROLLBACK PREPARED 'tm-131077'")))
  }
})

test('a session idle in the transaction whose id it is is ended, and not the report that inherited it', () => {
  const { finding, actions } = steps([REPORT, FORGOTTEN])
  assert.match(finding?.statement ?? '', /^pid 3200 .*idle in transaction/)
  assert.deepEqual(actions, [3200, 'public.stock'])
})

test('an owner that changes data right now is named and left alone', () => {
  assert.deepEqual(steps([REPORT, { ...FORGOTTEN, state: 'active' }]).actions, [])
})

const EARLY = { ...REPORT, xact_start: secondsAgo(9000), xact_seconds: 9000 }
const ELSEWHERE = { datname: 'other', database: 'other', is_elsewhere: true }

test('a transaction of another database keeps no rows here; who looks at this one and reaches back to it does', () => {
  for (const owner of [FORGOTTEN, PREPARED]) {
    const { finding, actions } = steps([EARLY, { ...owner, ...ELSEWHERE }])
    assert.match(finding?.statement ?? '', /^pid 3310 .* holds a snapshot 7699900 transactions back/)
    assert.match(
      finding?.statement ?? '',
      /reaches back to the transaction of .* in database other, which keeps no rows/,
    )
    assert.doesNotMatch(finding?.statement ?? '', /frees nothing\.$/)
    assert.deepEqual(actions, [3310, 'public.stock'])
  }
})

test('of several here that reach back to another database each keeps the rows, however young, so none is ended', () => {
  const { finding, actions } = steps([EARLY, { ...REPORT, pid: 3311 }, { ...FORGOTTEN, ...ELSEWHERE }])
  assert.match(finding?.statement ?? '', /pid 3311 .* holds the same snapshot/)
  assert.deepEqual(actions, [])
})

test('where all here are younger than the trouble, the transaction elsewhere is named with what it does', () => {
  const { finding, actions } = steps([REPORT, { ...FORGOTTEN, ...ELSEWHERE }])
  assert.match(
    finding?.statement ?? '',
    /^While the transaction of pid 3200 .* in database other is open, every snapshot taken here reaches back to it/,
  )
  assert.match(finding?.noActionReason ?? '', /^Whoever looks at this database next holds as much/)
  assert.deepEqual(actions, [])
})

test('one that writes right now is not ended for a snapshot, though the id is not its own', () => {
  assert.deepEqual(steps([EARLY]).actions, [3310, 'public.stock'])
  for (const more of [{ query: 'INSERT INTO sums SELECT * FROM moves' }, { query: 'SELECT close()', backend_xid: 9 }])
    assert.deepEqual(steps([{ ...EARLY, ...more }]).actions, [])
})

test('whoever began after the alert, or after a vacuum that had met with the same id, is not where it comes from', () => {
  const lines = [lineOf(2000, `5823331 are dead but not yet removable removable cutoff: ${XID}, which was 7 XIDs old`)]
  const ofLog = held([REPORT], IN_VAIN, { lines, subject: { table: 'stock', startedAt: new Date(secondsAgo(60)) } })
  for (const pictured of [ofLog, held([REPORT], IN_VAIN, long)]) {
    const [finding] = findingsOf(snapshotHeld, pictured)
    assert.match(finding?.statement ?? '', /^Somebody who could not be seen holds a snapshot 7699900 transactions back/)
    assert.deepEqual([finding?.actions, finding?.confidence], [[], 0.5])
  }
})

test('where nobody has that id any more the oldest of them holds it, and one that took it too stays', () => {
  const oldest = { ...REPORT, ...sessionOf(3100, 9000, { backend_xmin: XID }) }
  const { finding, actions } = steps([REPORT, oldest])
  assert.match(finding?.statement ?? '', /^pid 3100 /)
  assert.deepEqual(actions, [3100, 'public.stock'])
  const partner = { ...REPORT, ...sessionOf(3101, 8000, { backend_xmin: XID }) }
  assert.deepEqual(steps([partner, oldest]).actions, [])
})
