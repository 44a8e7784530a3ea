/** Watches PLUGINS_DIR. What others may write to is not read: whoever writes there would run as a plugin. */
import { type Stats, watch } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { BrokenPlugin } from '../../plugins/custom-plugins.ts'

const FILE_FORM = /^[^.].*\.([cm]?[jt]s|[jt]sx)$/
/** Types alone, and a plugin's own test beside it. */
const BESIDE = /\.(d\.[cm]?ts|test\.[cm]?[jt]s)$/
/** Nobody puts these here but as a plugin, and Node does not run them. */
const NOT_RUN = /\.[jt]sx$/
const UNRUNNABLE = 'Node does not run files of this kind; write it as .mjs, .cjs or .ts'
/** Editors write in several steps; a change is read when it has been quiet for this long. */
const QUIET_MS = 200
/** Some file systems tell nothing; so we also look by ourselves. */
const LOOK_MS = 5_000

type FolderContent = { files: string[]; refused: BrokenPlugin[] }
export type PluginFolder = { read(): Promise<FolderContent>; watch(onChange: () => void): () => void }

export function pluginFolderOf({ PLUGINS_DIR }: Readonly<Record<string, string | undefined>>): string {
  return PLUGINS_DIR?.trim() || 'plugins'
}

export function openPluginFolder(folder: string): PluginFolder {
  const path = resolve(folder)
  return { read: () => readFolder(path), watch: (onChange) => watchFolder(path, onChange) }
}

async function readFolder(path: string): Promise<FolderContent> {
  const info = await stat(path).catch(() => undefined)
  if (!info?.isDirectory()) return { files: [], refused: [] }
  const danger = dangerOf(info)
  if (danger) return { files: [], refused: [{ file: path, reason: danger }] }
  const names = (await readdir(path)).filter((name) => FILE_FORM.test(name) && !BESIDE.test(name))
  const content: FolderContent = { files: [], refused: [] }
  for (const file of names.map((name) => join(path, name))) {
    const reason = NOT_RUN.test(file) ? UNRUNNABLE : await stat(file).then(dangerOf, () => 'it cannot be read')
    if (reason) content.refused.push({ file, reason })
    else content.files.push(file)
  }
  return content
}

function dangerOf({ mode, uid }: Stats): string | undefined {
  if ((mode & 0o002) !== 0) return 'everybody may write to it; take that right away'
  if ((mode & 0o020) !== 0) return 'its group may write to it; take that right away'
  const isStrange = process.getuid !== undefined && uid !== process.getuid() && uid !== 0
  return isStrange ? 'it belongs to another user than the one Firebreak runs as' : undefined
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

/** Rights count too: taking away what made a file dangerous is a change. */
async function fingerprintOf(path: string): Promise<string> {
  const names = await readdir(path).catch(() => [])
  const infos = await Promise.all([path, ...names.sort().map((name) => join(path, name))].map(traitsOf))
  return JSON.stringify([names, infos])
}

async function traitsOf(path: string): Promise<unknown> {
  const info = await stat(path).catch(() => undefined)
  return info && [info.isDirectory() ? 0 : info.mtimeMs, info.size, info.mode, info.uid]
}
