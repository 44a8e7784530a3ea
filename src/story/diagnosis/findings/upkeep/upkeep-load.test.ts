import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findingsOf,
  locksOf,
  type Pictured,
  queriesOf,
  secondsAgo,
  sessionOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { upkeepLoad } from './upkeep-at-work.ts'

const SLOW = 'PostgreSQLQueryLatencyHigh'
const ON_DISK = { 'IO:DataFileRead': 5, 'none (running)': 1 }

/** As slow_queries reports it. */
function progressOf(pid: number, seconds: number, query: string, more: object = {}) {
  return {
    pid,
    command: '',
    relation: 'public.orders',
    phase: 'scanning heap',
    done: 40,
    total: 100,
    unit: 'blocks',
    usename: 'ops',
    application_name: 'psql',
    client_addr: '10.0.0.9',
    backend_type: 'client backend',
    wait_event_type: 'IO',
    wait_event: 'DataFileRead',
    query,
    since: secondsAgo(seconds),
    seconds,
    ...more,
  }
}

function slow(progress: readonly object[], more: Pictured = {}): Pictured {
  return { alert: SLOW, queries: queriesOf({ progress, waits: ON_DISK }), locks: locksOf(), ...more }
}

for (const [query, more, what] of [
  ['VACUUM (VERBOSE) orders', {}, /a vacuum: pid 8100.*“scanning heap” of public\.orders, 40 % of it done/],
  [
    'autovacuum: VACUUM public.orders (to prevent wraparound)',
    { backend_type: 'autovacuum worker' },
    /against wraparound/,
  ],
  ['CREATE INDEX CONCURRENTLY i ON orders (a)', { phase: 'building index' }, /an index build: .*building index/],
  ['ANALYZE orders', {}, /an ANALYZE/],
  [
    'COPY public.orders TO stdout',
    { application_name: 'pg_dump', unit: 'bytes', total: 0, done: 2 ** 31 },
    /a backup.*2 GB so far/,
  ],
  ['BASE_BACKUP ( LABEL x )', { backend_type: 'walsender', relation: null }, /a base backup/],
] as const)
  test(`under a latency alert it is the likely load, and not ended: ${query}`, () => {
    const [finding] = findingsOf(upkeepLoad, slow([progressOf(8100, 1500, query, more)]))
    assert.match(
      finding?.statement ?? '',
      /The likely load is .*for 25 min .*before the alert.*83 % of the sessions at work/,
    )
    assert.match(finding?.statement ?? '', what)
    assert.deepEqual([finding?.situation, finding?.weight, finding?.actions], ['fault', 'cause', []])
    assert.ok((finding?.confidence ?? 1) <= 0.75)
  })

test('a dump the server reports nothing of is known by who runs it', () => {
  const dump = sessionOf(8100, 1500, { application_name: 'pg_dump', query: 'FETCH 1000 FROM c' })
  const [finding] = findingsOf(upkeepLoad, slow([], { queries: queriesOf({ running: [dump], waits: {} }) }))
  assert.match(finding?.statement ?? '', /a backup: pid 8100.*Nothing shows how much/)
  assert.equal(finding?.confidence, 0.55)
})

test('what began after the alert, an autovacuum nobody waits behind, a load of data, and another alert are not this', () => {
  const vacuum = 'VACUUM orders'
  assert.deepEqual(findingsOf(upkeepLoad, slow([progressOf(8100, 200, vacuum)])), [])
  const worker = progressOf(8100, 1500, 'autovacuum: VACUUM public.orders', { backend_type: 'autovacuum worker' })
  const calm = queriesOf({ progress: [worker], waits: { 'none (running)': 4 } })
  assert.deepEqual(findingsOf(upkeepLoad, slow([], { queries: calm })), [])
  assert.deepEqual(findingsOf(upkeepLoad, slow([progressOf(8100, 1500, 'COPY orders FROM stdin')])), [])
  const age = { alert: 'PostgreSQLLongRunningTransaction' }
  assert.deepEqual(findingsOf(upkeepLoad, slow([progressOf(8100, 1500, vacuum)], age)), [])
})
