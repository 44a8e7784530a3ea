/** Watches PLUGINS_DIR. A folder that others may write to is not read: whoever writes there would run as a plugin. */
import { watch } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Log } from '../../ports/log.ts'

const FILE_FORM = /^[^.].*\.(mjs|js|ts)$/
/** Editors write in several steps; a change is read when it has been quiet for this long. */
const QUIET_MS = 200
/** Some file systems tell nothing; so we also look by ourselves. */
const LOOK_MS = 5_000

export type PluginFolder = { files(): Promise<string[]>; watch(onChange: () => void): () => void }

export function openPluginFolder({ folder, log }: { folder: string; log: Log }): PluginFolder {
  const path = resolve(folder)
  return {
    files: () => listFiles(path, log),
    watch: (onChange) => watchFolder(path, onChange),
  }
}

async function listFiles(path: string, log: Log): Promise<string[]> {
  const info = await stat(path).catch(() => undefined)
  if (!info?.isDirectory()) return []
  if ((info.mode & 0o002) !== 0 || (process.getuid && info.uid !== process.getuid() && info.uid !== 0)) {
    log.warn(
      { folder: path },
      'The plugin folder may be written by others, so no plugin is loaded from it; take their right to write away.',
    )
    return []
  }
  return (await readdir(path))
    .filter((name) => FILE_FORM.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(path, name))
}

function watchFolder(path: string, onChange: () => void): () => void {
  let quiet: NodeJS.Timeout | undefined
  const noticed = () => {
    clearTimeout(quiet)
    quiet = setTimeout(onChange, QUIET_MS)
  }
  const watcher = tryWatch(path, noticed)
  let seen = ''
  const look = async () => {
    const now = await fingerprintOf(path)
    if (seen !== '' && now !== seen) noticed()
    seen = now
  }
  const timer = setInterval(() => void look(), LOOK_MS).unref()
  void look()
  return () => {
    watcher?.close()
    clearInterval(timer)
    clearTimeout(quiet)
  }
}

function tryWatch(path: string, noticed: () => void) {
  try {
    return watch(path, { persistent: false }, noticed).on('error', () => {}) // The look by ourselves goes on.
  } catch {
    // No such folder yet: the look by ourselves notices when it comes.
    return undefined
  }
}

async function fingerprintOf(path: string): Promise<string> {
  const names = await readdir(path).catch(() => [])
  const infos = await Promise.all(names.sort().map((name) => stat(join(path, name)).catch(() => undefined)))
  return JSON.stringify(names.map((name, index) => [name, infos[index]?.mtimeMs, infos[index]?.size])) || '[]'
}
