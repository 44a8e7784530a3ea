/** What a stage of the Dockerfile would hold, laid out in a folder: the work folder of the stage is the folder itself. */
import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { type Copy, copiesOf, createIgnore, readDockerfile, type Stage } from './dockerfile.ts'

const run = promisify(execFile)
export const ROOT = join(import.meta.dirname, '..', '..')

export async function readImage(): Promise<{ stages: Stage[]; isIgnored: (path: string) => boolean }> {
  const [dockerfile, ignore] = await Promise.all(
    ['Dockerfile', '.dockerignore'].map((name) => readFile(join(ROOT, name), 'utf8')),
  )
  return { stages: readDockerfile(dockerfile ?? ''), isIgnored: createIgnore(ignore ?? '') }
}

export async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-image-'))
  t.after(async () => {
    await run('chmod', ['-R', 'u+w', folder])
    await rm(folder, { recursive: true, force: true })
  })
  await chmod(folder, 0o755)
  return folder
}

/** Copies from the project, as the ignore file lets it through; copies between stages are the test's business. */
export async function layOut(stage: Stage, folder: string, isIgnored: (path: string) => boolean): Promise<void> {
  for (const copy of copiesOf(stage).filter(({ from }) => from === undefined))
    for (const source of copy.sources) await layOne(source, await placeOf(source, copy, folder), isIgnored)
}

/** A folder's content goes into the target, a file beneath it where the target is a folder. */
async function placeOf(source: string, { target, sources }: Copy, folder: string): Promise<string> {
  const isFolder = (await stat(join(ROOT, source))).isDirectory()
  const isInto = !isFolder && (target.endsWith('/') || sources.length > 1)
  return join(folder, target, isInto ? basename(source) : '')
}

async function layOne(source: string, place: string, isIgnored: (path: string) => boolean): Promise<void> {
  const filter = (path: string) => !isIgnored(relative(ROOT, path))
  await mkdir(dirname(place), { recursive: true })
  await cp(join(ROOT, source), place, { recursive: true, filter, mode: constants.COPYFILE_FICLONE })
}

/** The packages the stage's own `npm ci` would install, as npm itself plans it, taken from those that are here. */
export async function layPackages(stage: Stage, folder: string, installing: string): Promise<void> {
  const command = stage.instructions.find(({ word, rest }) => word === 'RUN' && rest.startsWith('npm ci'))
  const words = [...(command?.rest.split(' ').slice(1) ?? []), '--dry-run', '--json', '--offline']
  const { stdout } = await run('npm', words, { cwd: installing, maxBuffer: 2 ** 26 })
  const { add } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { add: { path: string }[] }
  const packages = add.map((one) => relative(installing, one.path))
  await copyFromProject((await Promise.all(packages.map(filesOfPackage))).flat(), folder)
}

/** Packages within it are listed by themselves; what only a compiler reads is left out, to be quick. */
async function filesOfPackage(path: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, path), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
  const isOwn = (file: string) => !relative(join(ROOT, path), file).split('/').includes('node_modules')
  return files.filter((file) => isOwn(file) && !/\.(d\.[cm]?ts|map|md)$/.test(file)).map((file) => relative(ROOT, file))
}

/** There are thousands of them: Node would copy for ten seconds. */
async function copyFromProject(files: readonly string[], folder: string): Promise<void> {
  const copying = run('xargs', ['-0', 'cp', '-P', '--parents', '--reflink=auto', '-t', folder], { cwd: ROOT })
  copying.child.stdin?.end(files.join('\0'))
  await copying
}

/** As after an installation of everything, without the wait for one. */
export async function linkAllPackages(folder: string): Promise<void> {
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

/** Every file with its size and its last change: what is the same before and after was not written to. */
export async function pictureOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.map(({ parentPath, name }) => join(parentPath, name)).sort()
  return Promise.all(
    [folder, ...files].map(async (file) => {
      const { size, mtimeMs } = await stat(file)
      return `${relative(folder, file)} ${size} ${mtimeMs}`
    }),
  )
}
