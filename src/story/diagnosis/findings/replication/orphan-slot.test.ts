import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsOf, replicationOf, seriesOf } from '../../../../../test/world/scene/database-scene.ts'
import { orphanSlot } from './kept-wal.ts'

const ORPHAN = {
  slot_name: 'old_warehouse',
  slot_type: 'logical',
  plugin: 'pgoutput',
  database: 'shop',
  active: false,
  wal_kept_bytes: 120_000_000_000,
  wal_status: 'extended',
  safe_wal_size: null,
  xmin_age: null,
  catalog_xmin_age: 90_000,
  inactive_since: null,
}

function withSlots(slots: readonly object[]) {
  return {
    alert: 'PostgresDiskFilling',
    replication: replicationOf({ slots, settings: { max_slot_wal_keep_size: '-1MB' } }),
  }
}

test('a slot nobody reads keeps WAL, and a person drops it', () => {
  const labels = { instance: 'shop-db:9100', mountpoint: '/var/lib/postgresql' }
  const figures = [
    seriesOf('node_filesystem_avail_bytes', [60e9, 40e9, 20e9], labels),
    seriesOf('node_filesystem_size_bytes', [400e9, 400e9, 400e9], labels),
  ]
  const [finding] = findingsOf(orphanSlot, { ...withSlots([ORPHAN]), figures })
  assert.match(finding?.statement ?? '', /slot old_warehouse \(logical, pgoutput\) is inactive: .*111\.8 GB of WAL/)
  assert.match(
    finding?.statement ?? '',
    /max_slot_wal_keep_size is -1.*fell from 55\.9 GB to 18\.6 GB \(5 % of 372\.5 GB\)/,
  )
  assert.deepEqual([finding?.actions, finding?.confidence], [[], 0.9])
})

test('a slot in use, one with little WAL, and one whose WAL is gone are not it', () => {
  for (const more of [{ active: true }, { wal_kept_bytes: 1000, wal_status: 'reserved' }, { wal_status: 'lost' }])
    assert.deepEqual(findingsOf(orphanSlot, withSlots([{ ...ORPHAN, ...more }])), [])
})

test('an alert about slots is told of one that keeps little as well', () => {
  const little = { ...ORPHAN, wal_kept_bytes: 1000, wal_status: 'reserved' }
  const asked = { ...withSlots([little]), alert: 'PostgresqlUnusedReplicationSlot' }
  assert.equal(findingsOf(orphanSlot, asked)[0]?.subject.name, 'old_warehouse')
})
