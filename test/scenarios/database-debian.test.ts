/** The same scenarios once more on Debian's own PostgreSQL 15, an old one of those people run. */
import { after, test } from 'node:test'
import { DEBIAN_POSTGRES_MISSING, startDebianPostgres } from '../world/debian-postgres.ts'

const server = await startDebianPostgres()
after(() => server?.stop())

if (server !== undefined) {
  // Each scenario takes its databases from the server this names, at the moment it begins.
  process.env.TEST_DATABASE_ADMIN_URL = server.adminUrl
  await import('./target-databases.test.ts')
  await import('./database-locks.test.ts')
  await import('./database-sessions.test.ts')
  await import('./database-vacuum.test.ts')
  await import('./database-roles.test.ts')
  await import('./restored-copy.test.ts')
  await import('../world/case/shadow-catalogue.test.ts')
} else if (process.env.CI === 'true') {
  throw new Error(DEBIAN_POSTGRES_MISSING)
} else {
  test('the database plugins on PostgreSQL 15', { skip: DEBIAN_POSTGRES_MISSING }, () => {})
}
