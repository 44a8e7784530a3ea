/** A process that owns an embedded PostgreSQL, for tests that kill such a process: `postgres-owner.ts <data folder>`. */
import { startEmbeddedPostgres } from '../../src/edges/embedded/embedded-postgres.ts'

const [dataDirectory = ''] = process.argv.slice(2)
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

const postgres = await startEmbeddedPostgres({ dataDirectory, log, durable: false })
process.on('SIGTERM', () => postgres.stop())
console.log(JSON.stringify({ pid: postgres.pid, url: postgres.url }))
