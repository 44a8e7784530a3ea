/** The watch over a real PostgreSQL: what goes wrong there becomes an incident by itself, and is over by itself. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fingerprintOf } from '../../src/story/watch/reading.ts'
import { eventually } from '../world/eventually.ts'
import { freePort } from '../world/free-port.ts'
import { ownDatabase } from '../world/own-postgres.ts'
import { startOwnRedis } from '../world/own-redis.ts'
import { openSession } from '../world/sessions.ts'
import { runSql } from '../world/sql.ts'
import { freshDatabase } from '../world/stores.ts'
import { startWatching } from '../world/watching.ts'

test('a real lock opens an incident that knows its database, and resolves it when it is released', async (t) => {
  const { url: shop } = await ownDatabase(t)
  const password = new URL(shop).password
  await runSql(shop, 'CREATE TABLE public.orders (id int PRIMARY KEY, state text)')
  const blocker = await openSession(t, shop, 'migration-tool')
  await blocker.run('BEGIN')
  await blocker.run('LOCK TABLE public.orders IN ACCESS EXCLUSIVE MODE')
  const waiter = await (await openSession(t, shop, 'web')).begin('SELECT count(*) FROM public.orders')
  const { tells, reach, incidents, logged } = await startWatching(t, {
    TARGET_DATABASES: `shop=${shop}`,
    MONITOR_LOCK_WAIT_SECONDS: '1',
  })

  const fingerprint = fingerprintOf({ kind: 'database', target: 'shop', check: 'lock_wait_seconds' })
  const found = await reach(fingerprint, 'awaiting_approval', 'escalated')
  assert.deepEqual([found.source, found.severity, found.status], ['monitor', 'high', 'awaiting_approval'])
  assert.match(found.title, /^shop: sessions of the database hang, waiting for locks/)
  assert.match(found.description, /1 sessions wait for locks, the longest for public\.orders/)
  assert.match(found.diagnosis.conclusion, new RegExp(`pid ${blocker.pid} `))
  const text = await tells(
    /^firebreak_monitor_reading\{kind="database",target="shop",check="lock_wait_seconds"\} [\d.]+$/m,
    /^firebreak_monitor_reading\{kind="database",target="shop",check="unreachable"\} 0$/m,
    /^firebreak_monitor_findings\{kind="database",check="lock_wait_seconds"\} 1$/m,
    /^firebreak_alerts_total\{source="monitor",outcome="opened"\} 1$/m,
  )

  await blocker.run('ROLLBACK')
  await waiter.ended
  const resolved = await reach(fingerprint, 'resolved')
  assert.deepEqual([resolved.id, resolved.resolution], [found.id, 'alert_cleared'])
  const all = await incidents()
  assert.deepEqual(
    all.map(({ id }) => id),
    [found.id],
  )
  const said = JSON.stringify(all) + text + logged()
  assert.ok(!said.includes(`:${password}@`) && !said.includes(shop), 'the address of the target was told')
})

test('a database that nobody answers for is down until somebody does', async (t) => {
  const port = await freePort()
  const { reach } = await startWatching(t, {
    TARGET_DATABASES: `stock=postgresql://watcher:canary-word@127.0.0.1:${port}/stock`,
  })
  const found = await reach(
    'monitor:database:stock:unreachable',
    'pending',
    'diagnosing',
    'awaiting_approval',
    'escalated',
  )
  assert.equal(found.severity, 'critical')
  assert.match(found.description, /Database stock: .*ECONNREFUSED/)
  assert.doesNotMatch(JSON.stringify(found), /canary-word/)
})

test('switching ENABLE_SQL_DB off stops the next check of databases, while the others go on', async (t) => {
  const redis = await startOwnRedis(t)
  if (!redis) return
  const { url: shop } = await freshDatabase(t)
  const { ask, databaseUrl, get } = await startWatching(t, {
    TARGET_DATABASES: `shop=${shop}`,
    TARGET_KV_STORES: `cache=${redis.url}`,
    // A busy test machine is no slow store.
    MONITOR_LATENCY_MS: '60000',
  })
  const readAt = async (kind: string) => {
    const [row] = await runSql(databaseUrl, 'SELECT max(read_at) AS at FROM watched_checks WHERE kind = $1', [kind])
    return (row?.at as Date | null)?.getTime() ?? 0
  }
  const moves = async (kind: string) => {
    const before = await readAt(kind)
    await eventually(`${kind} is read again`, async () => (await readAt(kind)) > before)
  }
  await moves('database')
  await ask('PUT', '/api/config', { body: { ENABLE_SQL_DB: false } })
  // A round that had begun before may still end after it; the one after that has read the setting.
  for (let round = 0; round < 2; round += 1) await moves('key_value')
  const last = await readAt('database')
  for (let round = 0; round < 2; round += 1) await moves('key_value')
  assert.equal(await readAt('database'), last)
  await ask('PUT', '/api/config', { body: { ENABLE_SQL_DB: true, ENABLE_KV_STORE: false } })
  for (let round = 0; round < 2; round += 1) await moves('database')
  const lastStore = await readAt('key_value')
  for (let round = 0; round < 2; round += 1) await moves('database')
  assert.equal(await readAt('key_value'), lastStore)
  assert.deepEqual((await get('/api/incidents')).body.data.total, 0)
})
