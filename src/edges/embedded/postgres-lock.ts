import { readFile, readlink, realpath, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readRunNote } from './data-folder.ts'
import { isAlive } from './living-process.ts'

type Lock = { path: string; lines: string[]; pid: number; isStopping: boolean }

const STOPPING_PATIENCE_MS = 15_000
const RUNNING_PATIENCE_MS = 2_000

/**
 * Waits for a server that still works on this folder. One whose owner was killed is stopping, or will be in a moment;
 * one that goes on running belongs to somebody.
 */
export async function waitForPreviousServer(cluster: string): Promise<void> {
  const began = Date.now()
  for (let lock = await heldLock(cluster); lock !== undefined; lock = await heldLock(cluster)) {
    const patience = lock.isStopping ? STOPPING_PATIENCE_MS : RUNNING_PATIENCE_MS
    if (Date.now() - began > patience) throw await inUse(cluster, lock)
    await delay(50)
  }
}

/** Two that start in the same moment both find the folder free; the one that PostgreSQL turned away learns why. */
export async function whyRefused(cluster: string, error: unknown): Promise<unknown> {
  const lock = await heldLock(cluster)
  return lock === undefined ? error : inUse(cluster, lock, error)
}

/** Whoever reads it may stop what it names: the service, where it is known, and not the server under it. */
async function inUse(cluster: string, lock: Lock, cause?: unknown): Promise<Error> {
  const note = await readRunNote(dirname(cluster))
  const owner =
    note === undefined
      ? `its PostgreSQL (process ${lock.pid})`
      : `the one at ${note.address} (process ${note.pid}), whose PostgreSQL`
  return new Error(
    `Another Firebreak uses this data folder: ${owner} works in ${cluster}. ` +
      'Stop that one first, or set FIREBREAK_DATA_DIR to another folder.',
    { cause },
  )
}

/**
 * PostgreSQL believes any living process with the number in its lock, and would refuse to start where, after a reboot or
 * in a container, that number now belongs to a stranger. Our own number in its place tells it the truth (a server
 * takes no notice of its parent's) and keeps its other check, for shared memory still in use, in force.
 */
async function heldLock(cluster: string): Promise<Lock | undefined> {
  const lock = await readLock(cluster)
  if (lock === undefined || !isAlive(lock.pid) || lock.pid === process.pid) return undefined
  if (await worksIn(lock.pid, cluster)) return lock
  await writeFile(lock.path, [process.pid, ...lock.lines.slice(1)].join('\n'))
  return undefined
}

/** The lines of postmaster.pid are fixed: the process first, its state eighth. */
async function readLock(cluster: string): Promise<Lock | undefined> {
  const path = join(cluster, 'postmaster.pid')
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { path, lines, pid, isStopping: lines[7]?.trim() === 'stopping' } : undefined
}

/** A server stands in its data folder. A process that may not be looked at is given the benefit of the doubt. */
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(cluster))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}
