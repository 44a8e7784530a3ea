/**
 * The folder of a run: everything temporary of it and of its tests lies inside, so that nothing is left behind. A run that
 * was killed leaves its folder; the next one removes it.
 */
import { chmod, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeForgotten } from '../../src/edges/embedded/socket-folder.ts'
import { statOf } from './proc.ts'

const NAME = 'firebreak-test-'
const OWNER = 'owner'
const MEMORY = '/dev/shm'
const MEMORY_BYTES_NEEDED = 6e9
const MEMORY_FOLDER_BYTES_NEEDED = 3e9
const BYTES_NEEDED = 1e9
/** With less, PostgreSQL ends in the middle of a test, and what that test then says is not the cause. */
const BYTES_SCARCE = 100e6

export async function openRunFolder(): Promise<string> {
  const place = tmpdir()
  await removeDeadRuns(place)
  await requireRoom(place)
  const folder = await makeFolder(place)
  // Whatever this process and those it starts make from now on lies inside.
  process.env.TMPDIR = folder
  return folder
}

/**
 * For the databases of a run, of which there are a thousand, each of hundreds of small files that live for a second: on a
 * busy disk making one costs several times what it costs in memory. Undefined where there is not plenty of it.
 */
export async function openMemoryFolder(
  place = MEMORY,
  memory = process.availableMemory(),
  needed = MEMORY_FOLDER_BYTES_NEEDED,
): Promise<string | undefined> {
  try {
    if (memory < MEMORY_BYTES_NEEDED || (await freeBytes(place)) < needed) return undefined
    await removeDeadRuns(place)
    return await makeFolder(place)
  } catch {
    return undefined // Not every system has such a place, or lets us write there: the disk will do.
  }
}

async function makeFolder(place: string): Promise<string> {
  const folder = await mkdtemp(join(place, NAME))
  await writeFile(join(folder, OWNER), identify(process.pid))
  // As the system's own: where we are root, PostgreSQL and some tests run under other accounts, and need room of their own.
  await chmod(folder, 0o1777)
  return folder
}

export async function removeDeadRuns(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    if (!name.startsWith(NAME)) continue
    const owner = await readFile(join(place, name, OWNER), 'utf8').catch(() => '')
    const isDead = owner !== '' && identify(Number.parseInt(owner, 10)) !== owner
    // Where it belongs to somebody else it is theirs to remove.
    if (isDead) await removeRun(join(place, name)).catch(() => {})
  }
}

/** The sockets of its servers lie elsewhere where its own path is too long for them. */
async function removeRun(folder: string): Promise<void> {
  for (const server of ['postgres', 'redis'] as const) await removeForgotten(folder, server)
  await rm(folder, { recursive: true, force: true })
}

async function requireRoom(place: string): Promise<void> {
  const free = await freeBytes(place)
  if (free < BYTES_NEEDED)
    throw new Error(
      `Only ${inMegabytes(free)} are free in ${place}, and the tests need ${inMegabytes(BYTES_NEEDED)}. Make room there, or name another folder with TMPDIR.`,
    )
}

/** For the end of a run that failed. */
export async function lackOfRoom(place: string, scarce = BYTES_SCARCE): Promise<string | undefined> {
  const free = await freeBytes(place)
  if (free >= scarce) return undefined
  return `Only ${inMegabytes(free)} are left in ${place}, which may be why. Make room there, or name another folder with TMPDIR.`
}

async function freeBytes(place: string): Promise<number> {
  const { bavail, bsize } = await statfs(place)
  return bavail * bsize
}

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}

const STARTED = 19

/** A process by its number and, where the system tells it, its start: numbers are given out again. */
function identify(pid: number): string {
  return `${pid} ${statOf(pid)[STARTED] ?? 'gone'}`
}
