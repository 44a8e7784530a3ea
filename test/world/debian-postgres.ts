import { execFile, spawnSync } from 'node:child_process'
import { access, chmod, chown, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const PROGRAMS = '/usr/lib/postgresql/15/bin'

export const DEBIAN_POSTGRES_MISSING =
  'There is no PostgreSQL 15 in /usr/lib/postgresql/15. Install it, on Debian 12 with: apt-get install postgresql-15'

export type DebianPostgres = {
  adminUrl: string
  /** The same server once more, or one that was made of a copy of its files. */
  startAgain(how: { asCopy: boolean; port?: string }): Promise<{ adminUrl: string }>
  stop(): Promise<void>
}

/** Debian's own PostgreSQL 15 on a socket in a folder of its own; undefined where it is not installed. */
export async function startDebianPostgres(): Promise<DebianPostgres | undefined> {
  const isInstalled = await access(join(PROGRAMS, 'postgres')).then(
    () => true,
    () => false,
  )
  if (!isInstalled) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-debian-postgres-'))
  const run = await programRunner(folder)
  const cluster = join(folder, 'cluster')
  await run('initdb', ['--no-sync', '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '-D', cluster])
  const start = async (port = '5432') => {
    const options = `-c listen_addresses='' -c unix_socket_directories='${folder}' -c fsync=off -c max_connections=100 -c port=${port}`
    await run('pg_ctl', ['-s', '-w', '-D', cluster, '-l', join(folder, 'log'), '-o', options, 'start'])
    return { adminUrl: `postgresql://postgres@localhost:${port}/postgres?${new URLSearchParams({ host: folder })}` }
  }
  return {
    ...(await start()),
    startAgain: async ({ asCopy, port }) => {
      await run('pg_ctl', ['-s', '-w', '-m', 'fast', '-D', cluster, 'stop'])
      if (asCopy) {
        await rename(cluster, `${cluster}-gone`)
        await promisify(execFile)('cp', ['-a', `${cluster}-gone`, cluster])
        await rm(`${cluster}-gone`, { recursive: true })
      }
      return start(port)
    },
    stop: async () => {
      await run('pg_ctl', ['-s', '-m', 'immediate', '-D', cluster, 'stop'])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root; then it runs as the account Debian made for it. */
async function programRunner(folder: string): Promise<(program: string, args: string[]) => Promise<unknown>> {
  const execute = promisify(execFile)
  const options = { cwd: '/', env: { PATH: process.env.PATH, PGPORT: '5432', LC_ALL: 'C.UTF-8' } }
  if (process.getuid?.() !== 0) return (program, args) => execute(join(PROGRAMS, program), args, options)
  const account = { uid: idOf('-u'), gid: idOf('-g') }
  await chown(folder, account.uid, account.gid)
  await chmod(folder, 0o700)
  return (program, args) => execute(join(PROGRAMS, program), args, { ...options, ...account })
}

function idOf(which: '-u' | '-g'): number {
  return Number(spawnSync('id', [which, 'postgres'], { encoding: 'utf8' }).stdout)
}
