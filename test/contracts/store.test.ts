/** The store on the PostgreSQL of this test run. */
import { proveMigrations } from './store-migrations.ts'
import { proveRecords } from './store-records.ts'

const adminUrl = () => process.env.TEST_DATABASE_ADMIN_URL

proveMigrations(adminUrl)
proveRecords(adminUrl)
