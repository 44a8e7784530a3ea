/** The same on Debian's own PostgreSQL 15, an old one of those we support. */
import { after, test } from 'node:test'
import { DEBIAN_POSTGRES_MISSING, startDebianPostgres } from '../world/debian-postgres.ts'
import { proveMigrations } from './store-migrations.ts'
import { proveRecords } from './store-records.ts'

const server = await startDebianPostgres()
after(() => server?.stop())

if (server !== undefined) {
  proveMigrations(() => server.adminUrl)
  proveRecords(() => server.adminUrl)
} else if (process.env.CI === 'true') {
  throw new Error(DEBIAN_POSTGRES_MISSING)
} else {
  test('the store on PostgreSQL 15', { skip: DEBIAN_POSTGRES_MISSING }, () => {})
}
