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
import { runawayQuery, temporaryFiles } from './heavy-statements.ts'

const SORT = 'SELECT * FROM products WHERE tenant = $1 ORDER BY rank'
const ALERT = 'PostgresqlTempFilesHigh'
const SPILLS = { query: SORT, wait_event_type: 'IO', wait_event: 'BufFileWrite' }

function fileOf(seconds: number, pid: number, size: number, query?: string) {
  const file = `[${pid}] LOG:  temporary file: path "base/pgsql_tmp/pgsql_tmp${pid}.0", size ${size}`
  return [lineOf(seconds, file), ...(query ? [lineOf(seconds, `[${pid}] STATEMENT:  ${query}`)] : [])]
}

function spilling(more: Pictured): Pictured {
  return { alert: ALERT, queries: queriesOf(), ...more }
}

test('the statement whose files the log names is told with how much it writes, and nobody is ended', () => {
  const lines = [600, 400, 200].flatMap((at) => fileOf(at, 7000 + at, 2 ** 30, SORT))
  const queries = queriesOf({ settings: { work_mem: '4096kB' } })
  const [finding] = findingsOf(temporaryFiles, spilling({ lines, queries }))
  assert.match(
    finding?.statement ?? '',
    /“SELECT \* FROM products .*work_mem \(4096kB\).*temporary files.*3 files of 3 GB/,
  )
  assert.deepEqual([finding?.weight, finding?.actions, finding?.confidence], ['cause', [], 0.75])
})

test('of several statements the one that writes most speaks, and another session’s word between does not confuse them', () => {
  const [file, statement] = fileOf(300, 7001, 8 * 2 ** 30, SORT)
  const lines = [
    ...fileOf(400, 7002, 2 ** 29, 'SELECT 1'),
    ...[file, lineOf(300, '[9] STATEMENT:  SELECT 2'), statement],
  ]
  const [finding] = findingsOf(temporaryFiles, spilling({ lines: lines.filter((one) => one !== undefined) }))
  assert.match(finding?.statement ?? '', /products.*1 file of 8 GB/)
})

test('sessions that write such files now tell as well, with what was counted and measured', () => {
  const running = [5, 9, 3].map((seconds, index) => sessionOf(7001 + index, seconds, SPILLS))
  const queries = queriesOf({ running, by_total_time: [statementOf(SORT, { temp_blks_written: 2 ** 20 })] })
  const figures = [seriesOf('pg_stat_database_temp_bytes', [1e9, 9e9, 60e9])]
  const [finding] = findingsOf(temporaryFiles, spilling({ queries, figures, alert: 'HostHighDiskWriteLatency' }))
  assert.match(
    finding?.statement ?? '',
    /3 sessions are at it now.*pid 7002.*have written 8 GB.*wrote 54\.9 GB of them/,
  )
  assert.equal(finding?.confidence, 0.9)
})

test('what was counted once and goes on no more, and a server that does not spill, are not this', () => {
  const queries = queriesOf({ by_total_time: [statementOf(SORT, { temp_blks_written: 2 ** 24 })] })
  assert.deepEqual(findingsOf(temporaryFiles, spilling({ queries })), [])
  assert.deepEqual(findingsOf(temporaryFiles, spilling({})), [])
})

test('an index build that sorts on disk lacks another memory', () => {
  const build = sessionOf(7001, 900, { ...SPILLS, query: 'CREATE INDEX CONCURRENTLY i ON orders (a)' })
  const [finding] = findingsOf(temporaryFiles, spilling({ queries: queriesOf({ running: [build] }) }))
  assert.match(finding?.statement ?? '', /maintenance_work_mem/)
  assert.deepEqual(finding?.actions, [])
})

test('a lone statement that has spilled for long is told as a runaway, and not twice', () => {
  const queries = queriesOf({ running: [sessionOf(7001, 900, SPILLS), sessionOf(7002, 1)] })
  assert.deepEqual(findingsOf(temporaryFiles, spilling({ queries })), [])
  const [runaway] = findingsOf(runawayQuery, spilling({ queries }))
  assert.deepEqual([runaway?.weight, runaway?.actions.length], ['cause', 1])
  assert.ok(runaway?.explains?.includes('volume_filling'))
})

test('a long reader is not blamed for files that the log says are another’s', () => {
  const reader = sessionOf(7001, 900, {
    wait_event_type: 'IO',
    wait_event: 'DataFileRead',
    query: 'SELECT sum(a) FROM b',
  })
  const queries = queriesOf({ running: [reader, sessionOf(7002, 1)] })
  const figures = [seriesOf('pg_stat_database_temp_bytes', [1e9, 9e9, 60e9])]
  const others = spilling({ queries, figures, lines: fileOf(300, 7005, 2 ** 33, SORT) })
  assert.equal(findingsOf(runawayQuery, others)[0]?.weight, 'context')
  assert.equal(findingsOf(runawayQuery, { ...others, lines: fileOf(300, 7001, 2 ** 33) })[0]?.weight, 'cause')
})
