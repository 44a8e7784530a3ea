import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { parse } from 'pg-connection-string'
import { freshDatabase, redisUrl } from './stores.ts'

test('a test has a database of its own, owned by an ordinary role', async (t) => {
  const { url, adminUrl } = await freshDatabase(t)
  const [row] = await rows(
    url,
    'select current_database() as database, current_user as role, rolsuper from pg_roles where rolname = current_user',
  )
  assert.deepEqual(row, { database: parse(url).database, role: parse(url).user, rolsuper: false })
  await rows(url, 'create table owned (id int)')
  assert.equal((await rows(adminUrl, 'select rolsuper from pg_roles where rolname = current_user'))[0]?.rolsuper, true)
})

test('the database is dropped after a test that passed', async (t) => {
  let dropped = ''
  await t.test('takes a database', async (inner) => {
    dropped = parse((await freshDatabase(inner)).url).database ?? ''
  })
  const { adminUrl } = await freshDatabase(t)
  assert.deepEqual(await rows(adminUrl, `select from pg_database where datname = '${dropped}'`), [])
})

test('the test Redis answers', async (t) => {
  const url = redisUrl(t)
  if (url === undefined) return
  const redis = new Redis(url)
  t.after(() => redis.quit())
  assert.equal(await redis.ping(), 'PONG')
})

async function rows(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const result = await client.query(sql)
  await client.end()
  return result.rows
}
