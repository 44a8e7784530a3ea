import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshRecords } from '../../../test/world/records.ts'
import { allDone, type Connection, connectionConfig, inTransaction } from './database.ts'

test('works sent together leave nothing behind when one of them fails, also what one asks after its first answer', async (t) => {
  const { database } = await freshRecords(t)
  await database.query('CREATE TABLE marks (name text PRIMARY KEY)')
  const fails = async (connection: Connection) => {
    await connection.query('SELECT 1')
    throw new Error('not so')
  }
  const goesOn = async (connection: Connection) => {
    await connection.query('SELECT 1')
    await connection.query('SELECT 1')
    await connection.query(`INSERT INTO marks VALUES ('left behind')`)
  }
  const together = inTransaction(database, (connection) => allDone([fails(connection), goesOn(connection)]))
  await assert.rejects(together, /not so/)
  assert.equal((await database.query('SELECT FROM marks')).rowCount, 0)
})

test('the reason is the first error, not the store’s refusal to go on after it', async (t) => {
  const { database } = await freshRecords(t)
  const together = inTransaction(database, (connection) =>
    allDone([
      connection.query('SELECT 1').then(() => connection.query('SELECT 2')),
      connection.query('SELECT FROM nowhere'),
    ]),
  )
  await assert.rejects(together, /"nowhere" does not exist/)
})

test('a statement that took too long is not told as a store that is away', async (t) => {
  const { database } = await freshRecords(t)
  const slow = inTransaction(database, async (connection) => {
    await connection.query('SET LOCAL statement_timeout = 20')
    await connection.query('SELECT pg_sleep(60)')
  })
  await assert.rejects(slow, /^Problem: This took the relational store too long/)
})

test('work whose session the store ended before its commit is done anew where that is wanted, and told where not', async (t) => {
  const { database } = await freshRecords(t)
  await database.query('CREATE TABLE marks (name text PRIMARY KEY)')
  let losses = 0
  const work = async (connection: Connection) => {
    await connection.query(`INSERT INTO marks VALUES ('once')`)
    if (losses > 0) return 'done'
    losses += 1
    return connection.query('SELECT pg_terminate_backend(pg_backend_pid())')
  }
  assert.equal(await inTransaction(database, work, { tries: 2 }), 'done')
  assert.equal((await database.query('SELECT FROM marks')).rowCount, 1)
  losses = 0
  await database.query('TRUNCATE marks')
  await assert.rejects(inTransaction(database, work), /not available right now/)
})

test('both sides find out within seconds that the other has vanished', () => {
  const { options = '', keepAlive, keepAliveInitialDelayMillis = Number.NaN } = connectionConfig('postgresql://a@b/c')
  const given = (name: string) => Number(new RegExp(`-c ${name}=(\\d+)`).exec(options)?.[1])
  const noticedSeconds = given('tcp_keepalives_idle') + given('tcp_keepalives_interval') * given('tcp_keepalives_count')
  assert.deepEqual([noticedSeconds, given('tcp_user_timeout')], [5, 5_000])
  assert.deepEqual([keepAlive, keepAliveInitialDelayMillis], [true, 2_000])
})
