/**
 * Everything of a version that is handed out, made from the commit and nothing else: whoever makes it again from the same
 * commit gets the same bytes, and can compare the checksums.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { billOfMaterials } from './bill-of-materials.ts'

const run = promisify(execFile)
const BYTES_MAX = 512 * 1024 * 1024
/** What a person's own settings of git would change in an archive. */
const PLAIN = ['-c', 'tar.umask=0022', '-c', 'core.autocrlf=false']

export class ReleaseRefused extends Error {}

/** Answers the names of the files it wrote; the last of them holds the checksums of the others. */
export async function makeRelease(root: string, output: string): Promise<string[]> {
  const { name, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<string, string>
  await refuseUnclean(root)
  const base = `${name}-${version}`
  const files: Readonly<Record<string, Buffer | string>> = {
    [`${base}.tar.gz`]: await archive(root, [`--prefix=${base}/`, 'HEAD']),
    [`${base}-image.tar.gz`]: await archive(root, ['HEAD', '--', ...(await imagePaths(root))]),
    [`${base}-sbom.json`]: await billOfMaterials(root, await commitTime(root)),
    [`${base}-notes.md`]: await notesOf(root, version ?? ''),
  }
  await rm(output, { recursive: true, force: true })
  await mkdir(output, { recursive: true })
  for (const [file, bytes] of Object.entries(files)) await writeFile(join(output, file), bytes)
  const sums = Object.entries(files).map(([file, bytes]) => `${sha256(bytes)}  ${file}\n`)
  await writeFile(join(output, 'SHA256SUMS'), sums.join(''))
  return [...Object.keys(files), 'SHA256SUMS']
}

async function refuseUnclean(root: string): Promise<void> {
  const changed = (await git(root, ['status', '--porcelain'])).toString('utf8').trim()
  if (changed !== '')
    throw new ReleaseRefused(`A release is made from a commit, and these files differ from it:\n${changed}`)
}

async function commitTime(root: string): Promise<Date> {
  return new Date(Number(await git(root, ['log', '-1', '--format=%ct'])) * 1000)
}

async function archive(root: string, args: readonly string[]): Promise<Buffer> {
  return gzipSync(await git(root, [...PLAIN, 'archive', '--format=tar', ...args]), { level: 9 })
}

/** What the image is made of is said once, in .dockerignore; with it, `docker build - < …-image.tar.gz` needs nothing else. */
async function imagePaths(root: string): Promise<string[]> {
  const lines = (await readFile(join(root, '.dockerignore'), 'utf8'))
    .split('\n')
    .filter((line) => !/^(#|\s*$)/.test(line))
  const wanted = lines.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
  const unwanted = lines.filter((line) => !line.startsWith('!') && line !== '*').map((line) => `:(exclude,glob)${line}`)
  return ['Dockerfile', '.dockerignore', ...wanted, ...unwanted]
}

async function notesOf(root: string, version: string): Promise<string> {
  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8')
  const section = changelog.split(/^(?=## )/m).find((part) => part.startsWith(`## ${version}`))
  if (section === undefined) throw new ReleaseRefused(`CHANGELOG.md says nothing under "## ${version}".`)
  return section
}

async function git(root: string, args: readonly string[]): Promise<Buffer> {
  const { stdout } = await run('git', ['-C', root, ...args], { encoding: 'buffer', maxBuffer: BYTES_MAX })
  return stdout
}

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
