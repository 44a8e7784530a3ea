/** The PostgreSQL that cases are loaded into: one server for the whole run, started when the first case asks for it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../src/edges/embedded/embedded-postgres.ts'
import type { Log } from '../../src/ports/log.ts'

export type CaseStore = { adminUrl(): Promise<string>; close(): Promise<void> }

export function createCaseStore(log: Log): CaseStore {
  const given = process.env.TEST_DATABASE_ADMIN_URL
  if (given) return { adminUrl: async () => given, close: async () => {} }
  let starting: ReturnType<typeof start> | undefined
  return {
    adminUrl: async () => {
      starting ??= start(log)
      return (await starting).adminUrl
    },
    close: async () => (await starting)?.stop(),
  }
}

async function start(log: Log) {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-evaluate-'))
  const { adminUrl, stop } = await startEmbeddedPostgres({ dataDirectory: folder, log, durable: false })
  return {
    adminUrl,
    stop: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
