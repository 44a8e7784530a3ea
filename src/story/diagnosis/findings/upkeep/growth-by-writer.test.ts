import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bloatOf,
  findingsOf,
  lineOf,
  type Pictured,
  queriesOf,
  replicationOf,
  seriesOf,
  statementOf,
  tableOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { growthByWriter } from './writers.ts'

const WRITER = statementOf('INSERT INTO audit_trail SELECT * FROM incoming', {
  calls: 91_000,
  rows: 1_900_000,
  wal_bytes: 800e9,
})
const OTHER = statementOf('UPDATE users SET seen = now()', { wal_bytes: 2e9 })
const FALLING = seriesOf('node_filesystem_avail_bytes', [70e9, 50e9, 30e9], { instance: 'shop-db:9100' })

function filling(by_wal_bytes: readonly object[], more: Pictured = {}): Pictured {
  return { alert: 'PostgresDiskFilling', queries: queriesOf({ by_wal_bytes }), figures: [FALLING], ...more }
}

test('the statement that writes nearly all is named, with its table and the falling disk', () => {
  const bloat = bloatOf({ tables: [tableOf('audit_trail', 10, 1e9, { total_bytes: 640e9 })] })
  const [finding] = findingsOf(growthByWriter, filling([WRITER, OTHER], { bloat }))
  assert.match(finding?.statement ?? '', /INSERT INTO audit_trail.*91000 calls.*public\.audit_trail is 596 GB large/)
  assert.match(finding?.statement ?? '', /Free disk space fell from 65\.2 GB to 27\.9 GB/)
  assert.deepEqual([finding?.actions, finding?.confidence], [[], 0.8])
})

test('without a measured disk it is less sure', () => {
  assert.ok((findingsOf(growthByWriter, filling([WRITER], { figures: [] }))[0]?.confidence ?? 1) < 0.7)
})

test('writers alike, little WAL, a reader and another alert are not it', () => {
  assert.deepEqual(
    findingsOf(
      growthByWriter,
      filling([
        { ...WRITER, wal_bytes: 3e9 },
        { ...OTHER, wal_bytes: 2.9e9 },
        { ...OTHER, wal_bytes: 2.9e9 },
      ]),
    ),
    [],
  )
  assert.deepEqual(findingsOf(growthByWriter, filling([{ ...WRITER, wal_bytes: 5e6 }])), [])
  assert.deepEqual(findingsOf(growthByWriter, filling([{ ...WRITER, query: 'SELECT 1' }])), [])
  assert.deepEqual(findingsOf(growthByWriter, { ...filling([WRITER]), alert: 'PostgreSQLSlowQueries' }), [])
})

test('where a slot keeps the WAL, or it cannot be archived, the writer fills nothing by himself', () => {
  const slots = [{ slot_name: 'cdc', slot_type: 'logical', active: false, wal_kept_bytes: 60e9 }]
  const [kept] = findingsOf(growthByWriter, filling([WRITER], { replication: replicationOf({ slots }) }))
  assert.deepEqual([kept?.kind, kept?.weight, kept?.explains], ['wal_writer', 'context', []])
  assert.match(kept?.statement ?? '', /only because replication slot cdc keeps it/)
  const refused = 'LOG:  archive command failed with exit code 1'
  const lines = [90, 60, 30].map((seconds) => lineOf(seconds, refused))
  assert.match(findingsOf(growthByWriter, filling([WRITER], { lines }))[0]?.statement ?? '', /it cannot be archived/)
  const little = [{ ...slots[0], wal_kept_bytes: 1e6 }]
  const [alone] = findingsOf(growthByWriter, filling([WRITER], { replication: replicationOf({ slots: little }) }))
  assert.equal(alone?.kind, 'growth')
})
