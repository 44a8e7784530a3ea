/** A connection that only we still believe in costs seconds; a slow statement is left in peace. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { createInquiry } from '../../src/edges/store/session-inquiry.ts'
import { SilentConnections } from '../../src/edges/store/silent-connections.ts'
import { eventually } from '../world/eventually.ts'
import { openRecords } from '../world/records.ts'
import { storeBehindProxy } from '../world/store-behind-proxy.ts'
import { freshDatabase } from '../world/stores.ts'

/** What the driver alone would say, after more than half a minute, is that the answer did not come in time. */
const TORN_DOWN = /Connection terminated/

function causeOf(error: unknown): string {
  return String((error as { cause?: Error }).cause?.message)
}

test('what was asked of a store that has vanished without a word fails, and the next question finds it again', async (t) => {
  const { proxy, DATABASE_URL } = await storeBehindProxy(t)
  const database = openRecords(t, DATABASE_URL)
  await database.query('SELECT 1')
  proxy.freeze()
  await assert.rejects(database.query('SELECT 2'), (error) => TORN_DOWN.test(causeOf(error)))
  await proxy.mend()
  const { rows } = await eventually('the store answers again', () =>
    database.query<{ three: number }>('SELECT 3 AS three').catch(() => undefined),
  )
  assert.deepEqual(rows, [{ three: 3 }])
})

async function openWatched(t: TestContext, url: string, inquiryUrl: string) {
  const inquire = createInquiry({ connectionString: inquiryUrl })
  let inquiries = 0
  const silent = new SilentConnections((processIds) => {
    inquiries += 1
    return inquire(processIds)
  })
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => 'The statement fails with the same error.')
  await client.connect()
  silent.watch(client)
  t.after(() => {
    silent.stop()
    return client.end().catch(() => 'It was torn down.')
  })
  return { client, inquiries: () => inquiries }
}

test('one that the store has forgotten is torn down although others reach it', async (t) => {
  const { proxy, DATABASE_URL, adminUrl } = await storeBehindProxy(t)
  const { client } = await openWatched(t, DATABASE_URL, adminUrl)
  proxy.freeze()
  await assert.rejects(client.query('SELECT 1'), TORN_DOWN)
})

test('a statement that the store is at work on is waited for, however silent it is', async (t) => {
  const { url } = await freshDatabase(t)
  const { client, inquiries } = await openWatched(t, url, url)
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('SELECT pg_advisory_lock(1)')
  const waiting = client.query(`SELECT 'well' AS waited FROM pg_advisory_lock(1)`)
  await eventually('it was asked about again and again', () => inquiries() >= 2)
  await holder.end()
  assert.deepEqual((await waiting).rows, [{ waited: 'well' }])
})
