import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bloatOf,
  findingsOf,
  IDLE,
  locksOf,
  type Pictured,
  secondsAgo,
  seriesOf,
  sessionOf,
  tableOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { lateVacuum } from './vacuum.ts'

const STAYS_AWAY = {
  reloptions: ['autovacuum_vacuum_scale_factor=0.9', 'autovacuum_vacuum_threshold=20000000'],
  autovacuum_begins_at: 22_710_694,
}
const PURGED = tableOf('history', 11_920_331, 3_011_882, { ...STAYS_AWAY, total_bytes: 9_663_676_416 })

function bloated(table: object = PURGED, part: object = {}, more: Pictured = {}): Pictured {
  const bloat = bloatOf({ tables: [table], ...part })
  return { alert: 'PostgresqlTableNotAutoVacuumed', subject: { table: 'history' }, bloat, ...more }
}

test('the table’s own thresholds keep autovacuum away, and a plain vacuum is right', () => {
  const [finding] = findingsOf(lateVacuum, bloated())
  assert.match(
    finding?.statement ?? '',
    /public\.history carries 11920331 dead rows beside 3011882 live ones \(80 % dead/,
  )
  assert.match(
    finding?.statement ?? '',
    /16 days ago.*begins only at 22710694 dead rows \(autovacuum_vacuum_scale_factor=0\.9/,
  )
  assert.deepEqual(finding?.actions, [
    {
      plugin: 'vacuum_table',
      parameters: { table: 'public.history', database: 'shop' },
      why: 'A plain VACUUM frees the 11920331 dead rows while reads and writes go on.',
    },
  ])
  assert.equal(finding?.confidence, 0.9)
})

test('it says when autovacuum is off for the table, off for the server, or busy elsewhere', () => {
  const off = { reloptions: ['autovacuum_enabled=false'], autovacuum_begins_at: null }
  const due = { reloptions: null, autovacuum_begins_at: 600_000 }
  const busy = [1, 2, 3].map((pid) => ({
    pid,
    datname: 'shop',
    schemaname: 'public',
    relname: `other_${pid}`,
    phase: 'scanning heap',
  }))
  const cases: [Pictured, RegExp][] = [
    [bloated({ ...PURGED, ...off }), /switched off for this table \(autovacuum_enabled=false\)/],
    [bloated({ ...PURGED, ...due }, { settings: { autovacuum: 'off' } }), /switched off on this server/],
    [bloated({ ...PURGED, ...due }, { vacuums_running: busy }), /All 3 autovacuum workers are busy/],
    [bloated({ ...PURGED, ...due }), /Autovacuum is due and has not come yet/],
  ]
  for (const [pictured, words] of cases) assert.match(findingsOf(lateVacuum, pictured)[0]?.statement ?? '', words)
})

test('a vacuum that came in vain is another finding’s matter', () => {
  const holder = { kind: 'session', ...sessionOf(101, 7200, IDLE), xmin_age: 900_000 }
  const recent = { ...PURGED, last_autovacuum: secondsAgo(240) }
  assert.deepEqual(findingsOf(lateVacuum, bloated(recent, { snapshot_holders: [holder] })), [])
})

test('a vacuum of just now that a standby or a slot made vain is not late', () => {
  const lately = { ...PURGED, autovacuum_begins_at: null, last_autovacuum: secondsAgo(240) }
  const standby = { kind: 'session', ...sessionOf(912, 0), xact_start: null, xact_seconds: null, xmin_age: 4_000_000 }
  const feedback = { ...standby, backend_type: 'walsender' }
  assert.deepEqual(findingsOf(lateVacuum, bloated(lately, { snapshot_holders: [feedback] })), [])
})

test('a report that is younger than the last vacuum does not excuse autovacuum', () => {
  const holder = { kind: 'session', ...sessionOf(101, 1200), xmin_age: 900_000 }
  const [finding] = findingsOf(lateVacuum, bloated(PURGED, { snapshot_holders: [holder] }))
  assert.match(finding?.statement ?? '', /except what died since pid 101 took its snapshot/)
})

test('a table that is being vacuumed, or locked, is not vacuumed a second time', () => {
  const running = [{ pid: 9, datname: 'shop', schemaname: 'public', relname: 'history', phase: 'vacuuming heap' }]
  const [finding] = findingsOf(lateVacuum, bloated(PURGED, { vacuums_running: running }))
  assert.deepEqual(finding?.actions, [])
  assert.match(finding?.noActionReason ?? '', /being vacuumed right now \(pid 9, vacuuming heap\)/)
  const holds = [{ locktype: 'relation', mode: 'AccessExclusiveLock', relation: 'public.history', object: null }]
  const roots = [{ ...sessionOf(101, 900), waiters_directly: 1, waiters_in_all: 1, holds }]
  assert.deepEqual(findingsOf(lateVacuum, bloated(PURGED, {}, { locks: locksOf({ roots }) }))[0]?.actions, [])
})

test('a table with few dead rows is not late, and another one only when much is dead', () => {
  assert.deepEqual(findingsOf(lateVacuum, bloated(tableOf('history', 9_100, 812_000))), [])
  assert.deepEqual(findingsOf(lateVacuum, bloated(tableOf('other', 90_000, 812_000))), [])
  const [other] = findingsOf(
    lateVacuum,
    bloated(tableOf('other', 5_000_000, 900_000), {}, { alert: 'PostgreSQLSlowQueries' }),
  )
  assert.equal(other?.weight, 'context')
})

test('dead rows that take a good part of a disk are why it fills, and few of them are not', () => {
  const labels = { instance: 'shop-db:9100', mountpoint: '/var/lib/postgresql' }
  const diskOf = (size: number) => [
    seriesOf('node_filesystem_avail_bytes', [9e9, 6e9, 2e9], labels),
    seriesOf('node_filesystem_size_bytes', [size, size, size], labels),
  ]
  const asked = { alert: 'PostgresDiskFilling' }
  const [finding] = findingsOf(lateVacuum, bloated(PURGED, {}, { ...asked, figures: diskOf(20e9) }))
  assert.match(finding?.statement ?? '', /Dead rows take about 7\.2 GB, 39 % of the disk, which runs out of room/)
  assert.ok(finding?.explains?.includes('volume_filling'))
  const [small] = findingsOf(lateVacuum, bloated(PURGED, {}, { ...asked, figures: diskOf(900e9) }))
  assert.ok(!small?.explains?.includes('volume_filling'))
})
