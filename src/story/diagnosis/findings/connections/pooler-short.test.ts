import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectionsOf,
  findingsOf,
  groupOf,
  IDLE,
  lineOf,
  type Pictured,
  seriesOf,
  sessionOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { connectionsWithinBounds } from './connections-within-bounds.ts'
import { poolerShort } from './pooler-short.ts'

const WAITING = [
  seriesOf('pgbouncer_pools_client_waiting_connections', [0, 40, 340], { database: 'shop' }),
  seriesOf('pgbouncer_pools_server_active_connections', [4, 20, 20], { database: 'shop' }),
  seriesOf('pgbouncer_databases_pool_size', [20, 20, 20], { name: 'shop' }),
]

function said(line: string, more: Pictured = {}): Pictured {
  return { alert: 'HighErrorRate', lines: [300, 200, 100].map((at) => lineOf(at, line, { app: 'api' })), ...more }
}

test('clients that wait for the pool are counted, with who keeps its connections', () => {
  const idle = [sessionOf(1, 40, IDLE), sessionOf(2, 20, IDLE)]
  const connections = connectionsOf({ groups: [groupOf('10.0.0.1', 22)], idle_in_transaction: idle })
  const [finding] = findingsOf(poolerShort, { alert: 'PgBouncerClientsWaiting', figures: WAITING, connections })
  assert.match(finding?.statement ?? '', /340 clients wait now; 20 server connections are in use of a pool of 20/)
  assert.match(finding?.statement ?? '', /22 of 97 usable .*2 of them idle in transaction, the longest for 40 s/)
  assert.deepEqual([finding?.weight, finding?.actions], ['cause', []])
})

for (const [line, meaning] of Object.entries({
  'ERROR: query_wait_timeout (SQLSTATE 08P01)': /until they give up/,
  'FATAL: no more connections allowed (max_client_conn)': /takes no more clients/,
  'FATAL: server login has been failing, try again later (server_login_retry)': /cannot log in to the server/,
}))
  test(`what programs hear from a pooler is told as the pooler’s: ${line}`, () => {
    const [finding] = findingsOf(poolerShort, said(line))
    assert.match(finding?.statement ?? '', meaning)
    assert.deepEqual(finding?.actions, [])
    assert.ok(finding?.explains?.includes('failing_service'))
  })

test('why the pooler cannot log in stands in its own log', () => {
  const own = lineOf(50, 'closing because: server login failed: FATAL password authentication failed for user "shop"')
  const scene = said('FATAL: server login has been failing, try again later (server_login_retry)')
  const [finding] = findingsOf(poolerShort, {
    ...scene,
    lines: [...(scene.lines ?? []), own, lineOf(40, 'server_login_retry')],
  })
  assert.match(finding?.statement ?? '', /The log says why: .*password authentication failed/)
})

test('a pool nobody waits for, and one word alone, are not this; room on the server does not clear a pooler', () => {
  assert.deepEqual(
    findingsOf(poolerShort, { figures: [seriesOf('pgbouncer_pools_client_waiting_connections', [9, 0])] }),
    [],
  )
  assert.deepEqual(findingsOf(poolerShort, { lines: [lineOf(9, 'query_wait_timeout')] }), [])
  const connections = connectionsOf({ groups: [groupOf('10.0.0.1', 12, { unchanged_for_5_minutes: 0 })] })
  assert.deepEqual(findingsOf(connectionsWithinBounds, { alert: 'PgBouncerConnectionsHigh', connections }), [])
  assert.equal(findingsOf(connectionsWithinBounds, { alert: 'PostgresqlConnectionsHigh', connections }).length, 1)
})
