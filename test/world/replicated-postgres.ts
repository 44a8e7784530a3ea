/** A real primary with a real standby: the standby begins as a copy of the primary's stopped data folder. */
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { startEmbeddedPostgres } from '../../src/edges/embedded/embedded-postgres.ts'
import { spawnOwned } from '../../src/edges/embedded/owned-process.ts'
import { clusterFolder } from '../../src/edges/embedded/postgres-cluster.ts'
import { openPostgresPackage } from '../../src/edges/embedded/postgres-package.ts'
import { chooseServerAccount } from '../../src/edges/embedded/server-account.ts'
import { closeLast } from './closing.ts'
import { eventually } from './eventually.ts'
import { copyCluster, layCluster } from './laid-cluster.ts'
import { runSql } from './sql.ts'
import { QUIET } from './targets.ts'

/** Both as superuser. */
export type ReplicatedPostgres = { primary: string; standby: string }

export async function startReplicatedPostgres(t: TestContext, replicaName: string): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-replicated-'))
  // Where root may not look like nobody, the servers are nobody's, and have to come by here.
  await chmod(folder, 0o711)
  closeLast(t, () => rm(folder, { recursive: true, force: true }))
  const [first, second] = [join(folder, 'primary'), join(folder, 'standby')]
  const begin = () => startEmbeddedPostgres({ dataDirectory: first, log: QUIET, durable: false })
  await mkdir(first)
  await layCluster(first)
  await (await begin()).stop()
  await mkdir(second)
  await copyCluster(first, second)
  await writeFile(join(clusterFolder(second), 'standby.signal'), '')
  const primary = await begin()
  t.after(() => primary.stop())
  return { primary: primary.adminUrl, standby: await startStandby(t, second, primary.adminUrl, replicaName) }
}

/** Beside the primary's socket, under another port: the port is only a part of the socket's name. */
async function startStandby(t: TestContext, folder: string, primaryUrl: string, replicaName: string): Promise<string> {
  const host = new URL(primaryUrl).searchParams.get('host')
  const settings = {
    listen_addresses: '',
    port: '5433',
    unix_socket_directories: host,
    fsync: 'off',
    primary_conninfo: `host=${host} port=5432 user=postgres application_name=${replicaName}`,
  }
  const { postgres } = await openPostgresPackage()
  const args = [
    '-D',
    clusterFolder(folder),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const account = await chooseServerAccount(clusterFolder(folder))
  const server = spawnOwned({ command: postgres, args, ...account, stdio: 'ignore' })
  t.after(async () => {
    server.kill('SIGINT')
    await once(server, 'exit')
  })
  const url = primaryUrl.replace(':5432/', ':5433/')
  await eventually('the standby answers', () =>
    runSql(url, 'SELECT 1').then(
      () => true,
      () => false,
    ),
  )
  return url
}
