import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findingsOf,
  lineOf,
  type Pictured,
  replicationOf,
  secondsAgo,
  seriesOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { archivingFails } from './kept-wal.ts'

const LABELS = { instance: 'shop-db:9100', mountpoint: '/var/lib/postgresql' }
const SHRINKING = [
  seriesOf('node_filesystem_avail_bytes', [60e9, 40e9, 2e9], LABELS),
  seriesOf('node_filesystem_size_bytes', [400e9, 400e9, 400e9], LABELS),
]
const FAILED = 'LOG:  archive command failed with exit code 1'

function failing(reason: string, more: Pictured = {}): Pictured {
  const lines = [900, 600, 300].flatMap((seconds) => [
    lineOf(seconds, reason),
    lineOf(seconds - 1, FAILED),
    lineOf(seconds - 1, 'DETAIL:  The failed archive command was: wal-push pg_wal/0000000100000011000000A1'),
  ])
  return { alert: 'PostgresDiskFilling', lines, figures: SHRINKING, ...more }
}

const REASONS = [
  "ERROR: failed to upload 'wal_005/0000000100000011000000A1.lz4' to bucket 'wal': AccessDenied: Access Denied",
  'P00 ERROR: [082]: unable to push WAL file 0000000100000011000000A1 to the archive asynchronously after 60 second(s)',
  'ERROR: Barman cloud WAL archiver exception: NoSuchBucket: the specified bucket does not exist',
  'rsync: [sender] write error: could not copy pg_wal/0000000100000011000000A1: No space left on device',
]

test('WAL that cannot be archived fills the volume, and the reason is told in the archiver’s words', () => {
  for (const reason of REASONS) {
    const [finding] = findingsOf(archivingFails, failing(reason))
    assert.match(
      finding?.statement ?? '',
      /cannot archive its WAL.*archive command failed with exit code 1.*3 such lines/,
    )
    assert.ok(finding?.statement.includes(reason.slice(0, 60)), reason)
    assert.match(finding?.statement ?? '', /runs out of room: Free disk space fell/)
    assert.deepEqual([finding?.weight, finding?.confidence, finding?.actions], ['cause', 0.9, []])
    assert.match(finding?.suggestions.join(' ') ?? '', /Never delete files in pg_wal/)
  }
})

test('the server’s own account and the exporter’s counter tell it too', () => {
  const archiver = {
    archived_count: 10,
    last_archived_wal: '0000000100000011000000A0',
    last_archived_time: secondsAgo(30_000),
    failed_count: 411,
    last_failed_wal: '0000000100000011000000A1',
    last_failed_time: secondsAgo(30),
  }
  const asked = { alert: 'PostgresDiskFilling', replication: replicationOf({ archiver }) }
  assert.match(findingsOf(archivingFails, asked)[0]?.statement ?? '', /411 failures, the last of 0{7}1.*A1 at/)
  const figures = [seriesOf('pg_stat_archiver_failed_count', [3, 90, 400])]
  assert.equal(findingsOf(archivingFails, { alert: 'PostgresDiskFilling', figures }).length, 1)
})

test('what was archived again since, and what failed long ago, is over', () => {
  const archiver = { archived_count: 10, failed_count: 4, last_failed_wal: 'A', last_archived_wal: 'B' }
  const healed = { ...archiver, last_archived_time: secondsAgo(20), last_failed_time: secondsAgo(300) }
  const old = { ...archiver, last_archived_time: null, last_failed_time: secondsAgo(90_000) }
  const [reason = ''] = REASONS
  assert.deepEqual(
    findingsOf(archivingFails, failing(reason, { replication: replicationOf({ archiver: healed }) })),
    [],
  )
  const quiet = { alert: 'PostgresDiskFilling', replication: replicationOf({ archiver: old }) }
  assert.deepEqual(findingsOf(archivingFails, quiet), [])
})

test('it explains a full volume, and is an aside where the alert is of something else', () => {
  const [reason = ''] = REASONS
  const [finding] = findingsOf(archivingFails, failing(reason))
  assert.ok(finding?.explains?.includes('volume_full'))
  const [aside] = findingsOf(archivingFails, failing(reason, { alert: 'PostgresqlTooManyDeadTuples' }))
  assert.equal(aside?.weight, 'context')
})
