/** Real locks on a real server: who waits for whom in the end, and what ending the root does. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import kill_deadlock from '../../src/plugins/database/kill_deadlock.ts'
import lock_waits from '../../src/plugins/database/lock_waits.ts'
import { eventually } from '../world/eventually.ts'
import { openSession, type TestSession } from '../world/sessions.ts'
import { runSql } from '../world/sql.ts'
import { freshDatabase } from '../world/stores.ts'
import { dataOf, openTargets, toolsOver } from '../world/targets.ts'

async function lockable(t: TestContext) {
  const { url, adminUrl } = await freshDatabase(t)
  await runSql(url, 'CREATE TABLE public.orders (id int PRIMARY KEY, state text)')
  await runSql(url, `INSERT INTO public.orders SELECT g, 'new' FROM generate_series(1, 9) g`)
  const tools = toolsOver(openTargets(t, `shop=${adminUrl}`))
  const session = (application?: string) => openSession(t, url, application)
  /** Locks of other tests on the same server are none of ours. */
  const look = async () => {
    const data = await dataOf(lock_waits.run({ limit: 100 }, tools))
    const ours = ({ datname }: { datname?: string }) => datname === new URL(url).pathname.slice(1)
    const [roots, waiters, deadlocks] = [data.roots, data.waiters, data.deadlocks].map((list) => list.filter(ours))
    return { message: data.message, roots, waiters, deadlocks }
  }
  return { tools, session, look }
}

/** Two row locks in a row: the root idles, the middle waits for it and is itself waited for. */
async function chainOfThree(session: (application: string) => Promise<TestSession>) {
  const [root, middle, last] = [await session('checkout'), await session('billing'), await session('reports')]
  await root.run('BEGIN')
  await root.run(`UPDATE public.orders SET state = 'paid' WHERE id = 1`)
  await middle.run('BEGIN')
  await middle.run(`UPDATE public.orders SET state = 'sent' WHERE id = 2`)
  const middleWait = await middle.begin(`UPDATE public.orders SET state = 'sent' WHERE id = 1`)
  const lastWait = await last.begin(`UPDATE public.orders SET state = 'late' WHERE id = 2`)
  return { root, middle, last, middleWait, lastWait }
}

test('the root of a chain is the idle session at its end, not the waiter in the middle', async (t) => {
  const { session, look } = await lockable(t)
  const { root, middle, last } = await chainOfThree(session)
  const data = await look()
  assert.equal(data.waiters.length, 2)
  assert.equal(data.roots.length, 1)
  const [found] = data.roots
  assert.deepEqual([found.pid, found.waiters_directly, found.waiters_in_all], [root.pid, 1, 2])
  assert.equal(found.state, 'idle in transaction')
  assert.equal(found.wait_event, 'ClientRead')
  assert.equal(found.application_name, 'checkout')
  assert.match(found.query, /^UPDATE public\.orders SET state = 'paid'/)
  for (const time of ['backend_start', 'xact_start', 'query_start']) assert.match(found[time], /^\d{4}-.*\.\d+Z$/)
  assert.ok(
    found.holds.some(
      (lock: { locktype: string; mode: string }) => lock.locktype === 'transactionid' && lock.mode === 'ExclusiveLock',
    ),
  )
  assert.ok(
    found.holds.some(
      (lock: { relation: string; mode: string }) =>
        lock.relation === 'public.orders' && lock.mode === 'RowExclusiveLock',
    ),
  )
  const blockers = Object.fromEntries(
    data.waiters.map((waiter: { pid: number; blocked_by: number[] }) => [waiter.pid, waiter.blocked_by]),
  )
  assert.deepEqual(blockers, { [middle.pid]: [root.pid], [last.pid]: [middle.pid] })
  assert.match(data.message, new RegExp(`session ${root.pid} .*idle in transaction, holds up 2`))
})

test('a reader in an open transaction is the root behind a waiting ALTER TABLE and everyone after it', async (t) => {
  const { session, look } = await lockable(t)
  const [reader, alter, other] = [await session(), await session('migration'), await session()]
  await reader.run('BEGIN')
  await reader.run('SELECT * FROM public.orders')
  await alter.begin('ALTER TABLE public.orders ADD COLUMN note text')
  await other.begin('SELECT count(*) FROM public.orders')
  const data = await look()
  assert.equal(data.roots[0].pid, reader.pid)
  assert.equal(data.roots[0].waiters_in_all, 2)
  assert.deepEqual(data.roots[0].holds[0], {
    locktype: 'relation',
    mode: 'AccessShareLock',
    relation: 'public.orders',
    object: null,
  })
  const waiter = data.waiters.find(({ pid }: { pid: number }) => pid === alter.pid)
  assert.deepEqual(waiter.waits_for, { locktype: 'relation', mode: 'AccessExclusiveLock', relation: 'public.orders' })
})

test('a deadlock the server broke is counted, and nobody waits', async (t) => {
  const { session, look } = await lockable(t)
  const [one, other] = [await session(), await session()]
  await one.run('BEGIN')
  await other.run('BEGIN')
  await one.run('UPDATE public.orders SET state = NULL WHERE id = 1')
  await other.run('UPDATE public.orders SET state = NULL WHERE id = 2')
  const first = await one.begin('UPDATE public.orders SET state = NULL WHERE id = 2')
  const second = other.run('UPDATE public.orders SET state = NULL WHERE id = 1').catch((error: Error) => error)
  const ends = await Promise.race([first.ended, second])
  assert.ok(ends)
  await Promise.all([one, other].map((session) => session.run('ROLLBACK').catch(() => undefined)))
  const counted = async () => {
    const data = await look()
    return data.deadlocks.length > 0 && data
  }
  const data = await eventually('the deadlock is counted', counted)
  assert.deepEqual([data.roots, data.waiters], [[], []])
  assert.equal(data.deadlocks[0].deadlocks, 1)
})

test('ending the root frees everyone behind it', async (t) => {
  const { tools, session, look } = await lockable(t)
  const { root, middle, middleWait, lastWait } = await chainOfThree(session)
  const { preconditions, effect, rollback } = await kill_deadlock.intend({ pid: root.pid }, tools)
  assert.deepEqual(effect.targets, [{ system: 'database', kind: 'backend', name: `shop/${root.pid}` }])
  assert.match(
    effect.commands[0] ?? '',
    /^SELECT a\.pid, pg_terminate_backend\(a\.pid\).* a\.xact_start IS NOT DISTINCT FROM/,
  )
  assert.ok('impossible' in rollback)
  const rehearsal = await kill_deadlock.run({ pid: root.pid }, tools, { preconditions, isDryRun: true })
  assert.equal(rehearsal.success, true)
  assert.equal((await look()).waiters.length, 2)
  const result = await kill_deadlock.run({ pid: root.pid }, tools, { preconditions, isDryRun: false })
  assert.deepEqual([result.success, result.message], [true, `Session ${root.pid} was ended.`])
  assert.ok(!((await middleWait.ended) instanceof Error))
  await middle.run('COMMIT')
  assert.ok(!((await lastWait.ended) instanceof Error))
})

test('a lock that was let go between plan and act needs no victim', async (t) => {
  const { tools, session } = await lockable(t)
  const { root, last, middleWait } = await chainOfThree(session)
  const { preconditions } = await kill_deadlock.intend({ pid: root.pid }, tools)
  await root.run('COMMIT')
  assert.ok(!((await middleWait.ended) instanceof Error))
  const result = await kill_deadlock.run({ pid: root.pid }, tools, { preconditions, isDryRun: false })
  assert.equal(result.isSkipped, true)
  assert.match(result.error ?? '', /has moved on.*Nothing was done\.$/)
  await root.run('SELECT 1')
  await assert.rejects(kill_deadlock.intend({ pid: last.pid }, tools), /Nobody waits for session \d+/)
})

test('our own sessions that wait for each other are nobody’s trouble', async (t) => {
  const { session, look } = await lockable(t)
  const [holder, waiter] = [await session('firebreak'), await session('firebreak store')]
  await holder.run('BEGIN')
  await holder.run(`UPDATE public.orders SET state = 'paid' WHERE id = 1`)
  const wait = await waiter.begin(`UPDATE public.orders SET state = 'late' WHERE id = 1`)
  const { roots, waiters } = await look()
  assert.deepEqual([roots, waiters], [[], []])
  await holder.run('COMMIT')
  await wait.ended
})
