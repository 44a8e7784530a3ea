import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findingsOf,
  lineOf,
  type Pictured,
  queriesOf,
  seriesOf,
  sessionOf,
  statementOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { writeStorm } from './writers.ts'

const VACUUM = sessionOf(880, 2460, {
  backend_type: 'autovacuum worker',
  usename: null,
  query: 'autovacuum: VACUUM public.kinship (to prevent wraparound)',
})
const WAITS = { 'LWLock:WALWrite': 6, 'IO:DataFileWrite': 3, 'none (running)': 1 }
const REQUESTED = seriesOf('pg_stat_bgwriter_checkpoints_req_total', [10, 40, 90])

function stormy(part: object, more: Pictured = {}): Pictured {
  return {
    alert: 'PostgresHighCPU',
    queries: queriesOf({ running: [VACUUM], waits: WAITS, ...part }),
    figures: [REQUESTED],
    ...more,
  }
}

test('vacuum, requested checkpoints and waits for the log are a storm, and the processor a symptom', () => {
  const [finding] = findingsOf(writeStorm, stormy({}))
  assert.match(
    finding?.statement ?? '',
    /requested 80 times.*VACUUM public\.kinship.* 41 min.*90 % of the sessions.*LWLock:WALWrite/,
  )
  assert.deepEqual([finding?.actions, finding?.confidence], [[], 0.9])
})

test('the log’s own complaint about checkpoints counts as well', () => {
  const lines = [lineOf(120, 'LOG:  checkpoints are occurring too frequently (9 seconds apart)')]
  assert.equal(findingsOf(writeStorm, stormy({}, { figures: [], lines })).length, 1)
})

test('a vacuum under which most sessions wait for the log is one as well, less surely', () => {
  assert.equal(findingsOf(writeStorm, stormy({}, { figures: [] }))[0]?.confidence, 0.7)
})

test('a vacuum on a quiet server, busy waits without checkpoints, and checkpoints alone are none', () => {
  assert.deepEqual(findingsOf(writeStorm, stormy({ waits: { 'none (running)': 3 } }, { figures: [] })), [])
  assert.deepEqual(findingsOf(writeStorm, stormy({ running: [] }, { figures: [] })), [])
  assert.deepEqual(findingsOf(writeStorm, stormy({ running: [], waits: { 'none (running)': 3 } })), [])
  const timed = seriesOf('pg_stat_bgwriter_checkpoints_req_total', [10, 10, 11])
  assert.deepEqual(findingsOf(writeStorm, stormy({ running: [] }, { figures: [timed] })), [])
})

test('the setting that forces checkpoints is named with its value, and who writes the WAL', () => {
  const writer = statementOf('INSERT INTO documents SELECT * FROM staging', { calls: 900, wal_bytes: 384e9 })
  const settings = { max_wal_size: '1024MB' }
  const lines = [lineOf(120, 'LOG:  checkpoints are occurring too frequently (9 seconds apart)')]
  const alert = 'High checkpoint rate'
  const part = { by_wal_bytes: [writer], settings }
  const [finding] = findingsOf(writeStorm, { ...stormy(part), lines, alert })
  assert.match(
    finding?.statement ?? '',
    /too frequently \(9 seconds apart\); max_wal_size is 1 GB; “INSERT INTO documents/,
  )
  assert.match(finding?.statement ?? '', /writes most of the WAL \(357\.6 GB, 100 %/)
  assert.doesNotMatch(finding?.statement ?? '', /CPU/)
  const read = { ...part, by_wal_bytes: [{ ...writer, wal_bytes: 5e6 }] }
  assert.doesNotMatch(findingsOf(writeStorm, stormy(read))[0]?.statement ?? '', /most of the WAL/)
})
