/** A real primary with a real standby: the standby begins as a copy of the primary's stopped data folder. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../../src/edges/embedded/embedded-postgres.ts'
import { spawnOwned } from '../../src/edges/embedded/owned-process.ts'
import { clusterFolder } from '../../src/edges/embedded/postgres-cluster.ts'
import { openPostgresPackage } from '../../src/edges/embedded/postgres-package.ts'
import { chooseServerAccount } from '../../src/edges/embedded/server-account.ts'
import { closeLast } from './closing.ts'
import { eventually } from './eventually.ts'
import { runSql } from './sql.ts'
import { QUIET } from './targets.ts'

/** Both as superuser. */
export type ReplicatedPostgres = { primary: string; standby: string }

export async function startReplicatedPostgres(t: TestContext, replicaName: string): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-replicated-'))
  closeLast(t, () => rm(folder, { recursive: true, force: true }))
  const [first, second] = [join(folder, 'primary'), join(folder, 'standby')]
  const begin = () => startEmbeddedPostgres({ dataDirectory: first, log: QUIET, durable: false })
  await (await begin()).stop()
  await copyCluster(first, second)
  const primary = await begin()
  t.after(() => primary.stop())
  return { primary: primary.adminUrl, standby: await startStandby(t, second, primary.adminUrl, replicaName) }
}

/** With owners and modes, which the server insists on. */
async function copyCluster(from: string, to: string): Promise<void> {
  await mkdir(to)
  await promisify(execFile)('cp', ['-a', clusterFolder(from), clusterFolder(to)])
  await writeFile(join(clusterFolder(to), 'standby.signal'), '')
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
