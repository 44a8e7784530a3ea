/** The folder in which `npm start` keeps what it brings: the database, the secret key, and a note of what is running. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Environment } from '../../guidance/settings/environment.ts'

/** What other commands need to know of the service that runs here. */
type RunNote = { pid: number; databaseUrl: string; redisUrl: string; address: string }

export function dataFolderOf(environment: Environment): string {
  return resolve(environment.FIREBREAK_DATA_DIR?.trim() || '.firebreak')
}

/** Made once and kept: with another key the stored secrets could not be opened any more. */
export async function keepSecretKey(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'secret-key')
  // `wx` fails where the file exists, so two starts at once cannot overwrite each other's key.
  await writeFile(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' }).catch(ignoreExisting)
  return (await readFile(file, 'utf8')).trim()
}

export async function readSecretKey(folder: string): Promise<string | undefined> {
  return (await readFile(join(folder, 'secret-key'), 'utf8').catch(() => '')).trim() || undefined
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

export async function writeRunNote(folder: string, note: RunNote): Promise<void> {
  await writeFile(join(folder, 'running.json'), JSON.stringify(note), { mode: 0o600 })
}

export async function removeRunNote(folder: string): Promise<void> {
  await rm(join(folder, 'running.json'), { force: true })
}

/** Undefined where nothing runs: the note of a killed service names a process that is gone. */
export async function readRunNote(folder: string): Promise<RunNote | undefined> {
  const text = await readFile(join(folder, 'running.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const note = JSON.parse(text) as RunNote
  return isAlive(note.pid) ? note : undefined
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of somebody else is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
