import { randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import { Client } from 'pg'
import { closeLast } from './closing.ts'

export const REDIS_MISSING =
  'No redis-server or valkey-server is on the PATH. Install one, on Debian with: apt-get install redis-server'

/**
 * A database of the test's own, and the ordinary role that owns it. Both are dropped when the test has passed;
 * when it failed they are kept, and named, for as long as the test run's server lives.
 */
export async function freshDatabase(
  t: TestContext,
  admin = process.env.TEST_DATABASE_ADMIN_URL,
): Promise<{ url: string; adminUrl: string }> {
  if (admin === undefined)
    throw new Error('There is no test database. Run the tests with: npm test -- path/to/file.test.ts')
  const name = `test_${randomBytes(6).toString('hex')}`
  await query(admin, `create role ${name} login password '${name}'`)
  await query(admin, `create database ${name} owner ${name}`)
  closeLast(t, async () => {
    if (hasPassed(t)) await drop(admin, name)
    else t.diagnostic(`The database ${name} of this failed test was kept.`)
  })
  return { url: urlTo(admin, name, name), adminUrl: urlTo(admin, name) }
}

/** The test Redis; skips the test and returns undefined where the machine has none. */
export function redisUrl(t: TestContext): string | undefined {
  const url = process.env.TEST_REDIS_URL
  if (url === undefined) t.skip(REDIS_MISSING)
  return url
}

/** Node's test context knows whether its test passed; its type does not say so yet. */
function hasPassed(t: TestContext): boolean {
  return (t as TestContext & { passed: boolean }).passed
}

async function drop(admin: string, name: string): Promise<void> {
  await query(admin, `drop database ${name} with (force)`)
  await query(admin, `drop role ${name}`)
}

function urlTo(admin: string, database: string, role?: string): string {
  const url = new URL(admin)
  url.pathname = database
  if (role !== undefined) {
    url.username = role
    url.password = role
  }
  return url.href
}

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
