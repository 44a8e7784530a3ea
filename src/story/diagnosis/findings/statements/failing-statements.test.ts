import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectionsOf,
  findingsOf,
  groupOf,
  lineOf,
  type Pictured,
  secondsAgo,
  seriesOf,
} from '../../../../../test/world/scene/database-scene.ts'
import type { ClusterScene } from '../../cluster/cluster-scene.ts'
import { failingStatements } from './failing-statements.ts'

const ROLLBACKS = seriesOf('pg_stat_database_xact_rollback', [100, 200, 5000], { datname: 'shop' })

function failing(line: string, more: Pictured = {}): Pictured {
  const lines = [1200, 900, 600, 300].map((seconds) =>
    lineOf(seconds, line, { pod: 'renewals-7c9f-abcde', app: 'renewals' }),
  )
  return { alert: 'PostgresHasTooManyRollbacks', lines, figures: [ROLLBACKS], ...more }
}

const MISSING = 'ERROR:  column m.auto_renew_on does not exist (SQLSTATE 42703)'
const TWICE = 'ERROR:  duplicate key value violates unique constraint "deliveries_key"'

/** A Deployment whose newest revision is so many seconds old, and the one before. */
function released(seconds: number, name = 'renewals', revisions = 2): Partial<ClusterScene> {
  const exhibit = { id: 'C80', plugin: 'list_pods', parameters: {}, result: { success: true } }
  const all = [
    { revision: 45, createdAt: new Date(secondsAgo(seconds)) },
    { revision: 44, createdAt: new Date(secondsAgo(90_000)) },
  ]
  return {
    target: { workloads: [] },
    logs: [],
    pods: [],
    deployments: [{ namespace: 'shop', name, exhibit, source: {}, revisions: all.slice(0, revisions) }],
  } as unknown as ClusterScene
}

test('a column that is missing since a release leads back to the release before', () => {
  const [finding] = findingsOf(failingStatements, failing(MISSING, { cluster: released(1320) }))
  assert.match(finding?.statement ?? '', /SQLSTATE 42703: a column that does not exist.*Rollbacks rose by 4900/)
  assert.match(finding?.statement ?? '', /revision 45 of shop\/renewals/)
  assert.deepEqual(finding?.actions[0]?.parameters, { namespace: 'shop', deployment: 'renewals' })
  assert.equal(finding?.actions[0]?.plugin, 'rollback_deployment')
})

test('a release younger than the errors, an old one, a first one and another program’s are not the cause', () => {
  for (const cluster of [released(600), released(40_000), released(1320, 'renewals', 1), released(1320, 'billing')]) {
    const [finding] = findingsOf(failingStatements, failing(MISSING, { cluster }))
    assert.deepEqual(finding?.actions, [])
    assert.match(finding?.statement ?? '', /program and the schema do not fit/)
  }
})

test('where only the server’s log speaks, the release of a connected application is meant, if it is the only one', () => {
  const lines = [1200, 900, 600].map((seconds) => lineOf(seconds, MISSING, { app: 'shop-db' }))
  const connections = connectionsOf({ groups: [groupOf('10.0.0.1', 3, { application_name: 'renewals' })] })
  const [finding] = findingsOf(failingStatements, failing(MISSING, { lines, connections, cluster: released(1320) }))
  assert.equal(finding?.actions[0]?.parameters.deployment, 'renewals')
  assert.deepEqual(findingsOf(failingStatements, failing(MISSING, { lines, cluster: released(1320) }))[0]?.actions, [])
})

test('conflicts of serialization are the application’s to retry, release or not', () => {
  const line = 'ERROR:  could not serialize access due to concurrent update'
  const [finding] = findingsOf(failingStatements, failing(line, { cluster: released(1320) }))
  assert.match(finding?.statement ?? '', /40001/)
  assert.deepEqual(finding?.actions, [])
})

test('a key written twice without a release is told, and nothing is changed', () => {
  const [finding] = findingsOf(failingStatements, failing(TWICE))
  assert.match(finding?.statement ?? '', /23505.*deliveries_key/)
  assert.deepEqual(finding?.actions, [])
})

test('one stray line, lines that are no errors, and another alert say nothing', () => {
  assert.deepEqual(findingsOf(failingStatements, failing(TWICE, { lines: [lineOf(60, TWICE)] })), [])
  assert.deepEqual(findingsOf(failingStatements, failing('LOG:  checkpoint complete')), [])
  assert.deepEqual(findingsOf(failingStatements, failing(MISSING, { alert: 'PostgresqlReplicationLag' })), [])
})

test('a sequence at its end is a limit of the schema, whoever writes and whatever was released', () => {
  const said = [
    'ERROR:  nextval: reached maximum value of sequence "events_id_seq" (2147483647)',
    'PG::NumericValueOutOfRange: ERROR:  integer out of range',
    'psycopg2.errors.StringDataRightTruncation: value too long for type character varying(32)',
  ]
  for (const line of said) {
    const [finding] = findingsOf(failingStatements, failing(line, { alert: 'IngestErrors', cluster: released(1320) }))
    assert.match(finding?.statement ?? '', /a limit of the schema: every such write fails/)
    assert.deepEqual(finding?.actions, [])
    assert.match(finding?.suggestions[0] ?? '', /[Ww]iden/)
  }
})

test('a code counts where it is called one', () => {
  assert.equal(findingsOf(failingStatements, failing('ERROR: boom (code 22003)')).length, 1)
  assert.deepEqual(findingsOf(failingStatements, failing('INFO batch 22003 done')), [])
})

test('a standby that cancels a query is told apart from a failing serialization', () => {
  const line = 'ERROR:  canceling statement due to conflict with recovery (SQLSTATE 40001)'
  assert.deepEqual(findingsOf(failingStatements, failing(line)), [])
})

for (const [line, words] of Object.entries({
  'FATAL: no pg_hba.conf entry for host "10.0.0.9", user "shop", database "shop", no encryption':
    /^Connections are refused .*has to use TLS/,
  'ERROR: out of shared memory HINT: You might need to increase max_locks_per_transaction.':
    /53200.*table of locks is full/,
  'ERROR: could not access file "$libdir/postgis-3": No such file or directory': /library of an extension/,
  'ERROR: prepared statement "S_1" does not exist': /26000.*pooler hands out another/,
  'ERROR: cached plan must not change result type': /prepared already/,
  'ERROR: invalid page in block 77 of relation base/1/2': /damaged/,
  'ERROR: temporary file size exceeds temp_file_limit (1048576kB)': /temp_file_limit/,
  'psycopg2.errors.NumericValueOutOfRange: integer out of range': /integer ends at 2147483647; bigint/,
}))
  test(`what the server turns away is told by its meaning: ${line.slice(0, 60)}`, () => {
    const lines = [300, 200, 100].map((at) => lineOf(at, line, { app: 'api' }))
    const [finding] = findingsOf(failingStatements, { alert: 'HighErrorRate', lines })
    assert.match(finding?.statement ?? '', words)
    assert.deepEqual([finding?.weight, finding?.actions], ['cause', []])
  })

test('a code that stands for several failures is not enough for one of them', () => {
  const lines = [300, 200, 100].map((at) => lineOf(at, 'ERROR: out of memory (SQLSTATE 53200)', { app: 'api' }))
  assert.deepEqual(findingsOf(failingStatements, { alert: 'HighErrorRate', lines }), [])
})

test('timeouts are a symptom of what is slow or held, and a write to a standby tells of the failover', () => {
  const of = (line: string) => [300, 200, 100].map((at) => lineOf(at, line, { app: 'api' }))
  for (const kind of ['statement', 'lock']) {
    const lines = of(`ERROR: canceling statement due to ${kind} timeout`)
    assert.equal(findingsOf(failingStatements, { alert: 'HighErrorRate', lines })[0]?.weight, 'symptom')
  }
  const lines = [
    lineOf(400, 'LOG:  database system is ready to accept read-only connections'),
    ...of('cannot execute INSERT in a read-only transaction'),
  ]
  const replication = { database: 'shop', role: 'standby', replicas: [], slots: [], settings: {} }
  const [finding] = findingsOf(failingStatements, { alert: 'HighErrorRate', lines, replication })
  assert.match(finding?.statement ?? '', /is a standby now.*The log tells of it/)
})
