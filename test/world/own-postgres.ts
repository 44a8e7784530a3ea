/**
 * A PostgreSQL of the test's own, beside the one all tests share: who looks at a whole server sees the locks and sessions
 * of other tests there, and takes them for trouble.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/edges/embedded/embedded-postgres.ts'
import { closeLast } from './closing.ts'
import { layCluster } from './laid-cluster.ts'
import { freshDatabase } from './stores.ts'
import { QUIET } from './targets.ts'

type OwnDatabase = Awaited<ReturnType<typeof freshDatabase>> & { server: EmbeddedPostgres }

/** A fresh database on it. */
export async function ownDatabase(t: TestContext): Promise<OwnDatabase> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'firebreak-own-'))
  await layCluster(dataDirectory)
  const server = await startEmbeddedPostgres({ dataDirectory, log: QUIET, durable: false })
  const fresh = await freshDatabase(t, server.adminUrl)
  closeLast(t, async () => {
    await server.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  })
  return { ...fresh, server }
}
