/** What the watch reads in a real PostgreSQL, figure by figure. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createDatabaseWatcher } from '../../src/edges/database/database-watcher.ts'
import type { Reading } from '../../src/story/watch/reading.ts'
import { eventually } from '../world/eventually.ts'
import { startReplicatedPostgres } from '../world/replicated-postgres.ts'
import { openSession } from '../world/sessions.ts'
import { runSql } from '../world/sql.ts'
import { freshDatabase } from '../world/stores.ts'
import { openTargets } from '../world/targets.ts'

/** `list` as in TARGET_DATABASES; answers readings by target and check. */
function watchOver(t: TestContext, list: string) {
  const watcher = createDatabaseWatcher({ databases: openTargets(t, list), isEnabled: async () => true })
  return async () => {
    const readings = await watcher.read({ firing: [], signal: new AbortController().signal })
    return new Map<string, Reading>(readings.map((reading) => [`${reading.target} ${reading.check}`, reading]))
  }
}

test('a wait for a row names its table, an open transaction its session, and our own sessions are no news', async (t) => {
  const { url } = await freshDatabase(t)
  const read = watchOver(t, `shop=${url}`)
  await runSql(url, 'CREATE TABLE public.orders (id int PRIMARY KEY, state text)')
  await runSql(url, `INSERT INTO public.orders VALUES (1, 'new')`)
  const calm = await read()
  assert.deepEqual(
    [...calm.values()].map(({ check }) => check),
    ['unreachable', 'connections_ratio', 'lock_wait_seconds', 'oldest_transaction_seconds', 'wraparound_age'],
  )
  assert.equal(calm.get('shop lock_wait_seconds')?.seen, 'Nobody waits for a lock.')
  assert.equal(calm.get('shop oldest_transaction_seconds')?.value, 0)
  const ratio = calm.get('shop connections_ratio')?.value ?? 0
  assert.ok(ratio > 0 && ratio < 1)

  const ours = await openSession(t, url, 'firebreak')
  await ours.run('BEGIN')
  assert.equal((await read()).get('shop oldest_transaction_seconds')?.value, 0)
  const holder = await openSession(t, url, 'billing')
  await holder.run('BEGIN')
  await holder.run(`UPDATE public.orders SET state = 'paid' WHERE id = 1`)
  await (await openSession(t, url, 'web')).begin(`UPDATE public.orders SET state = 'sent' WHERE id = 1`)
  const held = await read()
  const wait = held.get('shop lock_wait_seconds')
  assert.ok((wait?.value ?? 0) > 0)
  assert.match(wait?.seen ?? '', /^1 sessions wait for locks, the longest for public\.orders, since \d+ s\.$/)
  assert.deepEqual(wait?.labels, { relname: 'public.orders' })
  const oldest = held.get('shop oldest_transaction_seconds')
  assert.match(oldest?.seen ?? '', new RegExp(`pid ${holder.pid} of billing, idle in transaction`))
})

test('a server that has no connection left is full, not down', async (t) => {
  const { url, adminUrl } = await freshDatabase(t)
  await runSql(adminUrl, `ALTER DATABASE ${new URL(url).pathname.slice(1)} CONNECTION LIMIT 0`)
  const read = await watchOver(t, `shop=${url}`)()
  assert.deepEqual(
    [...read].map(([name, { value }]) => [name, value]),
    [
      ['shop unreachable', 0],
      ['shop connections_ratio', 1],
    ],
  )
  assert.match(read.get('shop connections_ratio')?.seen ?? '', /too many connections/)
})

test('a standby whose replay stands still lags more and more, one that keeps up does not', async (t) => {
  const { primary, standby } = await startReplicatedPostgres(t, 'replica-1')
  const read = watchOver(t, `main=${primary}\nreplica=${standby}`)
  await eventually('the primary knows its replica', async () => (await read()).has('main replication_lag_seconds'))
  await runSql(primary, 'CREATE TABLE public.orders (id int)')
  const onStandby = () => runSql(standby, `SELECT FROM pg_class WHERE relname = 'orders'`)
  await eventually('the standby has the table', async () => (await onStandby()).length > 0)
  await eventually('it keeps up', async () => (await read()).get('replica replication_lag_seconds')?.value === 0)
  await runSql(standby, 'SELECT pg_wal_replay_pause()')
  await runSql(primary, 'INSERT INTO public.orders SELECT generate_series(1, 1000)')
  const lagging = async () => (await read()).get('replica replication_lag_seconds')?.value ?? 0
  const first = await eventually('the standby lags', async () => (await lagging()) || undefined)
  await eventually('it lags more', async () => (await lagging()) > first)
  await runSql(standby, 'SELECT pg_wal_replay_resume()')
  await eventually('it has caught up', async () => (await lagging()) === 0)
})
