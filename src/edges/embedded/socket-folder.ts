import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { isAlive } from './living-process.ts'

type Place = { directory: string; name: 'postgres' | 'redis'; owner?: { uid: number; gid: number } }

/**
 * A fresh private folder for a server's socket. It cannot lie in the data folder: a socket's path may have 107 bytes, and
 * people's folders are longer. Its path is remembered there, so that the next start can remove what a killed one left.
 */
export async function openSocketFolder({ directory, name, owner }: Place): Promise<string> {
  await removeForgotten(directory, name)
  const folder = await mkdtemp(join(shortTemporaryFolder(), `firebreak-${name}-${process.pid}-`))
  if (owner) await chown(folder, owner.uid, owner.gid)
  await writeFile(memoryIn(directory, name), folder)
  return folder
}

function shortTemporaryFolder(): string {
  return tmpdir().length > 50 ? '/tmp' : tmpdir()
}

const memoryIn = (directory: string, name: string) => join(directory, `${name}.socket-folder`)

/** The name holds the process that made it, so the folder of a living neighbour stays. */
export async function removeForgotten(directory: string, name: Place['name']): Promise<void> {
  const folder = await readFile(memoryIn(directory, name), 'utf8').catch(() => '')
  const [, pid] = basename(folder).match(new RegExp(`^firebreak-${name}-(\\d+)-\\w+$`)) ?? []
  if (pid !== undefined && !isAlive(Number(pid))) await rm(folder, { recursive: true, force: true })
}
