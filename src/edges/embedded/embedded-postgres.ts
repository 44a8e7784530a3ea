import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import type { Log } from '../../ports/log.ts'
import { spawnOwned } from './owned-process.ts'
import { clusterFolder, prepareCluster } from './postgres-cluster.ts'
import { waitForPreviousServer, whyRefused } from './postgres-lock.ts'
import { openPostgresPackage } from './postgres-package.ts'
import { chooseServerAccount, type ServerAccount } from './server-account.ts'
import { openSocketFolder } from './socket-folder.ts'
import { type ProcessEnd, SupervisedProcess } from './supervised-process.ts'

export type EmbeddedPostgres = {
  /** Connects as the ordinary owner of the database. */
  readonly url: string
  /** Connects as the superuser. */
  readonly adminUrl: string
  /** The server's process; another one after a restart. */
  readonly pid: number
  stop(): Promise<void>
  /** Called when the server ended without being asked; it is started again. */
  onExit(callback: (end: ProcessEnd) => void): void
}

type Options = {
  dataDirectory: string
  log: Log
  /** False where the data may be lost with the machine, as in tests; then nothing waits for the disk. */
  durable: boolean
  settings?: Readonly<Record<string, string>>
}

const NAME = 'firebreak'

/** A real PostgreSQL for who has none: its data in a folder of ours, reachable only through a socket of ours, ended with us. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const dataDirectory = resolve(options.dataDirectory)
  const cluster = clusterFolder(dataDirectory)
  await mkdir(dataDirectory, { recursive: true })
  const programs = await openPostgresPackage()
  const account = await chooseServerAccount(cluster)
  await waitForPreviousServer(cluster)
  await prepareCluster({ dataDirectory, programs, account, durable: options.durable })
  const socketFolder = await openSocketFolder({ directory: dataDirectory, name: 'postgres', ...ownerOf(account) })
  const adminUrl = urlOf('postgres', 'postgres', socketFolder)
  const args = ['-D', cluster, ...settingsOf(options, socketFolder)]
  const launch = () => spawnOwned({ command: programs.postgres, args, ...account })
  const isReady = () => answers(adminUrl)
  const afterwards = () => rm(socketFolder, { recursive: true, force: true })
  const server = await SupervisedProcess.start({
    name: 'PostgreSQL',
    launch,
    isReady,
    afterwards,
    log: options.log,
  }).catch(async (error) => {
    throw await whyRefused(cluster, error)
  })
  await createDatabase(adminUrl).catch(async (error) => {
    await server.stop()
    throw error
  })
  return {
    url: urlOf(NAME, NAME, socketFolder),
    adminUrl,
    get pid() {
      return server.pid
    },
    onExit: (callback) => server.onExit(callback),
    stop: () => server.stop(),
  }
}

function ownerOf({ uid, gid }: ServerAccount): { owner?: { uid: number; gid: number } } {
  return uid === undefined || gid === undefined ? {} : { owner: { uid, gid } }
}

/** The port is only a part of the socket's name; it is given because both sides would else take it from PGPORT. */
function urlOf(user: string, database: string, socketFolder: string): string {
  return `postgresql://${user}@localhost:5432/${database}?${new URLSearchParams({ host: socketFolder })}`
}

function settingsOf({ durable, settings }: Options, socketFolder: string): string[] {
  const all = {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    shared_preload_libraries: 'pg_stat_statements',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...settings,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => 'A server that ends while it is asked has not answered.')
  try {
    await client.connect()
    return true
  } catch {
    return false // Not yet listening, or still starting up; whoever waits has a deadline.
  } finally {
    await client.end().catch(() => 'What never was connected need not be closed.')
  }
}

/** Each half is looked for by itself, because the first start may have been killed between the two. */
async function createDatabase(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  const name = escapeIdentifier(NAME)
  await client.connect()
  try {
    const role = await client.query('select from pg_roles where rolname = $1', [NAME])
    if (role.rowCount === 0) await client.query(`create role ${name} login`)
    const database = await client.query('select from pg_database where datname = $1', [NAME])
    if (database.rowCount === 0) await client.query(`create database ${name} owner ${name}`)
    // The database looks after itself: its role sees and may end the sessions of others, and is no superuser for that.
    await client.query(`grant pg_monitor, pg_signal_backend to ${name}`)
  } finally {
    await client.end()
  }
}
