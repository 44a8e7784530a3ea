import { randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import { databasePrefix } from '../runner/run-databases.ts'
import { askAdmin } from './admin-connection.ts'
import { closeLast } from './closing.ts'
import { adoptCopy, templateDatabase } from './template-database.ts'

export const REDIS_MISSING =
  'No redis-server or valkey-server is on the PATH. Install one, on Debian with: apt-get install redis-server'

type FreshDatabase = { url: string; adminUrl: string }
/** What is copied, and the role its tables belong to. */
type Source = { database: string; role?: string }

/**
 * A database of the test's own, and the ordinary role that owns it. Both are dropped when the test has passed;
 * when it failed they are kept, and named, for as long as the test run's server lives.
 */
export async function freshDatabase(t: TestContext, given?: string): Promise<FreshDatabase> {
  return createDatabase(t, given ?? adminUrl(), { database: 'template1' })
}

/** The same with our tables in it, as every migration left them. */
export async function migratedDatabase(t: TestContext, given?: string): Promise<FreshDatabase> {
  const admin = given ?? adminUrl()
  const fresh = await createDatabase(t, admin, await templateDatabase(admin))
  await adoptCopy(fresh.adminUrl)
  return fresh
}

function adminUrl(): string {
  const url = process.env.TEST_DATABASE_ADMIN_URL
  if (url === undefined)
    throw new Error('There is no test database. Run the tests with: npm test -- path/to/file.test.ts')
  return url
}

/**
 * Copied file by file, which costs a quarter of what writing it through the log does. Whose tables the template holds, to
 * him the new role belongs: so they are its own too, and need not be handed over one by one.
 */
async function createDatabase(t: TestContext, admin: string, template: Source): Promise<FreshDatabase> {
  const name = `${databasePrefix(process.env.TEST_RUN ?? '0')}${randomBytes(6).toString('hex')}`
  await askAdmin(
    admin,
    `create role ${name} login password '${name}'${template.role === undefined ? '' : ` in role ${template.role}`}`,
    `create database ${name} owner ${name} template ${template.database} strategy file_copy`,
  )
  closeLast(t, async () => {
    if (hasPassed(t)) await askAdmin(admin, `drop database ${name} with (force)`, `drop role ${name}`)
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

function urlTo(admin: string, database: string, role?: string): string {
  const url = new URL(admin)
  url.pathname = database
  if (role !== undefined) {
    url.username = role
    url.password = role
  }
  return url.href
}
