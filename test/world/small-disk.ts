/** A disk so small that it can be filled, on which tables of a test lie: there the server itself runs out of space. */
import { execFile } from 'node:child_process'
import { chown, mkdir, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runSql } from './sql.ts'

const run = promisify(execFile)

type SmallDisk = { fill(): Promise<void>; free(): Promise<void>; close(): Promise<void> }

const SIZE = '8m'
const TABLESPACE = 'small_disk_of_the_test'

export const DISK_MISSING = 'no disk of its own can be mounted here (only root may, and not in every container)'

/** Undefined where nobody lets us mount one, or the server is not on this machine. */
export async function openSmallDisk(adminUrl: string, tables: readonly string[]): Promise<SmallDisk | undefined> {
  const [row] = await runSql(adminUrl, 'SHOW data_directory')
  const server = await stat(String(row?.data_directory)).catch(() => undefined)
  if (server === undefined || process.getuid?.() !== 0) return undefined
  const mount = await mkdtemp(join(tmpdir(), 'firebreak-disk-'))
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=711`, 'tmpfs', mount]).then(
    () => true,
    () => false,
  )
  const unmount = async () => {
    if (isMounted) await run('umount', [mount])
    await rm(mount, { recursive: true, force: true })
  }
  try {
    if (!isMounted) throw new Error(DISK_MISSING)
    const folder = join(mount, 'tables')
    await mkdir(folder)
    await chown(folder, server.uid, server.gid)
    await runSql(adminUrl, `CREATE TABLESPACE ${TABLESPACE} LOCATION '${folder}'`)
  } catch {
    // A server in a container of its own sees other folders than we do.
    await unmount()
    return undefined
  }
  const move = async (to: string) => {
    for (const table of tables) await runSql(adminUrl, `ALTER TABLE ${table} SET TABLESPACE ${to}`)
  }
  await move(TABLESPACE)
  const ballast = join(mount, 'ballast')
  return {
    fill: () => writeUntilFull(ballast),
    free: () => rm(ballast, { force: true }),
    close: async () => {
      await rm(ballast, { force: true })
      await move('pg_default')
      await runSql(adminUrl, `DROP TABLESPACE ${TABLESPACE}`)
      await unmount()
    },
  }
}

const PAGE = Buffer.alloc(4096)

async function writeUntilFull(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (;;) await file.write(PAGE)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error
  } finally {
    await file.close()
  }
}
