import { once } from 'node:events'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isAlive } from './living-process.ts'
import { spawnOwned } from './owned-process.ts'
import type { PostgresPrograms } from './postgres-package.ts'
import { handOver, type ServerAccount } from './server-account.ts'

type Options = {
  dataDirectory: string
  programs: PostgresPrograms
  account: ServerAccount
  durable: boolean
}

/** The folder PostgreSQL keeps its files in: made at the first start, the same ever after. */
export function clusterFolder(dataDirectory: string): string {
  return join(dataDirectory, 'postgres')
}

/** It is made under another name and then renamed, so that a start killed half-way leaves nothing that looks finished. */
export async function prepareCluster(options: Options): Promise<void> {
  const cluster = clusterFolder(options.dataDirectory)
  await removeUnfinished(options.dataDirectory)
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) return createCluster(options, cluster)
  if (version.trim() === options.programs.majorVersion) return
  throw new Error(
    `The data in ${cluster} was written by PostgreSQL ${version.trim()}, and this is PostgreSQL ${options.programs.majorVersion}. ` +
      'Move that folder away to begin anew, or set DATABASE_URL to a server that can read it.',
  )
}

async function createCluster(options: Options, cluster: string): Promise<void> {
  const unfinished = join(options.dataDirectory, `postgres-unfinished-${process.pid}`)
  await mkdir(unfinished, { mode: 0o700 })
  await handOver(unfinished, options.dataDirectory, options.account)
  await initialize(options, unfinished)
  try {
    await rename(unfinished, cluster)
  } catch (error) {
    // Another start was quicker; whichever server locks the folder first will have it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
    await rm(unfinished, { recursive: true })
  }
}

/** The builtin locale sorts and folds case alike on every machine, whatever locales it has. */
async function initialize({ programs, account, durable }: Options, folder: string): Promise<void> {
  const args = ['--pgdata', folder, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C']
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions')
  if (!durable) args.push('--no-sync')
  const child = spawnOwned({ command: programs.initdb, args, ...account })
  const [said, [code]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
    child.stdout?.resume(),
  ])
  if (code !== 0) throw new Error(`PostgreSQL could not create its data folder ${folder}: ${said.trim()}`)
}

async function removeUnfinished(dataDirectory: string): Promise<void> {
  for (const name of await readdir(dataDirectory)) {
    const [, pid] = name.match(/^postgres-unfinished-(\d+)$/) ?? []
    if (pid === undefined || (isAlive(Number(pid)) && Number(pid) !== process.pid)) continue
    // What made it may write its last files while it is being ended.
    await rm(join(dataDirectory, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}
