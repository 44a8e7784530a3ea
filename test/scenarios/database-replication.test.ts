/** A real standby whose replay is paused: the lag is seen from both sides, and nobody ends the stream. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import replication_lag from '../../src/plugins/database/replication_lag.ts'
import terminate_query from '../../src/plugins/database/terminate_query.ts'
import { eventually } from '../world/eventually.ts'
import { startReplicatedPostgres } from '../world/replicated-postgres.ts'
import { openSession } from '../world/sessions.ts'
import { runSql } from '../world/sql.ts'
import { dataOf, openTargets, toolsOver } from '../world/targets.ts'

type Replica = {
  application_name: string
  state: string
  flush_lag_bytes: number
  replay_lag_bytes: number
  pid: number
}

test('replication that stands still is told from one that keeps up', async (t) => {
  const { primary, standby } = await startReplicatedPostgres(t, 'replica-1')
  const tools = toolsOver(openTargets(t, `main=${primary}\nreplica=${standby}`))
  const look = (database: string) => dataOf(replication_lag.run({ database }, tools))
  await runSql(primary, 'CREATE TABLE public.orders (id int, note text)')
  await runSql(primary, `SELECT pg_create_physical_replication_slot('forgotten', true)`)

  await t.test('a replica that keeps up has no lag', async () => {
    const replica = await eventually('the replica has caught up', async () => {
      const [found] = (await look('main')).replicas as Replica[]
      return found?.state === 'streaming' && found.replay_lag_bytes === 0 && found
    })
    assert.equal(replica.application_name, 'replica-1')
    // No lag may also mean that the table's own record was not written down yet when we looked.
    await eventually('the standby has the table', async () => {
      const [row] = await runSql(standby, `SELECT to_regclass('public.orders') IS NOT NULL AS is_there`)
      return row?.is_there === true
    })
  })

  await t.test('a paused replay shows as replay lag with flush close behind', async () => {
    await runSql(standby, 'SELECT pg_wal_replay_pause()')
    await runSql(primary, `INSERT INTO public.orders SELECT g, repeat('x', 500) FROM generate_series(1, 20000) g`)
    const data = await eventually('the WAL is written down but not replayed', async () => {
      const found = await look('main')
      const [replica] = found.replicas as Replica[]
      return replica !== undefined && replica.flush_lag_bytes === 0 && replica.replay_lag_bytes > 5_000_000 && found
    })
    assert.equal(data.role, 'primary')
    assert.match(data.message, /Replica replica-1 \(streaming\) is [\d.]+ MB/)
  })

  await t.test('the standby tells it from its own side', async () => {
    const reader = await openSession(t, standby, 'report')
    await reader.run('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await reader.run('SELECT count(*) FROM public.orders')
    const data = await look('replica')
    assert.equal(data.role, 'standby')
    assert.equal(data.standby.is_replay_paused, true)
    assert.ok(data.standby.not_replayed_bytes > 5_000_000)
    assert.equal(data.standby.receiver.status, 'streaming')
    assert.equal(data.standby.conflicts.confl_lock, 0)
    assert.equal(data.standby.longest_transactions[0].pid, reader.pid)
    assert.match(data.message, /^This is a standby whose replay is paused: [\d.]+ MB received and not replayed/)
  })

  await t.test('a slot nobody reads is named with the WAL it keeps', async () => {
    const data = await look('main')
    const slot = data.slots.find(({ slot_name }: { slot_name: string }) => slot_name === 'forgotten')
    assert.deepEqual([slot.active, slot.wal_status], [false, 'reserved'])
    assert.ok(slot.wal_kept_bytes > 5_000_000)
    assert.match(data.message, /Slots nobody reads: forgotten/)
  })

  await t.test('the process that feeds the replica cannot be ended through us', async () => {
    const [replica] = (await look('main')).replicas as Replica[]
    await assert.rejects(
      terminate_query.intend({ pid: replica?.pid ?? 0, database: 'main' }, tools),
      /is a walsender; only sessions of clients are ended/,
    )
  })
})
