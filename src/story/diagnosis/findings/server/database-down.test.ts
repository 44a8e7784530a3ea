import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsOf, lineOf, type Pictured, seriesOf } from '../../../../../test/world/scene/database-scene.ts'
import { databaseDown } from './database-server.ts'

const REFUSED = 'Database shop: connect ECONNREFUSED 10.0.0.5:5432'
const DOWN = seriesOf('pg_up', [1, 1, 0, 0])

function down(more: Pictured): Pictured {
  return { alert: 'PostgresqlDown', refusal: REFUSED, ...more }
}

for (const [line, cause] of Object.entries({
  'PANIC:  could not write to file "pg_wal/xlogtemp.29": No space left on device': /the disk is full/,
  'LOG:  server process (PID 77) was terminated by signal 9: Killed': /killed with signal 9/,
  '"root" execution of the PostgreSQL server is not permitted.': /started as root/,
  'FATAL:  data directory "/var/lib/postgresql/data" has wrong ownership': /data directory/,
  'FATAL:  database files are incompatible with server': /another major version/,
  'PANIC:  could not locate a valid checkpoint record': /damaged or missing files/,
  'LOG:  server process (PID 77) was terminated by signal 11: Segmentation fault': /crashed/,
  'FATAL:  lock file "postmaster.pid" already exists': /another server already runs/,
  'LOG:  unrecognized configuration parameter "shared_bufers"': /configuration is wrong/,
}))
  test(`the log tells why it is down: ${line.slice(0, 60)}`, () => {
    const [finding] = findingsOf(databaseDown, down({ figures: [DOWN], lines: [lineOf(300, line)] }))
    assert.match(finding?.statement ?? '', /pg_up is 0 and connecting fails/)
    assert.match(finding?.statement ?? '', cause)
    assert.deepEqual([finding?.confidence, finding?.actions], [0.9, []])
  })

test('without its last words it is down and nobody knows why', () => {
  const [finding] = findingsOf(databaseDown, down({}))
  assert.match(finding?.statement ?? '', /does not tell why/)
  assert.ok((finding?.confidence ?? 1) <= 0.5)
})

test('a server that answers is not down, nor one that has no connection to spare', () => {
  assert.deepEqual(findingsOf(databaseDown, { alert: 'PostgresqlDown', figures: [DOWN] }), [])
  assert.deepEqual(findingsOf(databaseDown, down({ refusal: 'Database shop: sorry, too many clients already' })), [])
})
