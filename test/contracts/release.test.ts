/** What `npm run release` hands out: the commit and nothing else, with the same checksums wherever it is made. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { makeRelease } from '../../scripts/release/make-release.ts'
import { temporaryFolder } from '../world/daemon.ts'
import { hasProgram } from '../world/debian-program.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')

const FILES = {
  'package.json': JSON.stringify({ name: 'small', version: '1.2.3', license: 'MIT', dependencies: {} }),
  'package-lock.json': JSON.stringify({
    name: 'small',
    version: '1.2.3',
    lockfileVersion: 3,
    packages: { '': { name: 'small', version: '1.2.3' } },
  }),
  'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n- later\n\n## 1.2.3\n\n- now\n\n## 1.2.2\n\n- before\n',
  Dockerfile: 'FROM scratch\nCOPY src src\n',
  '.gitignore': '.env\n',
  'src/main.ts': 'export {}\n',
  'src/main.test.ts': 'export {}\n',
  'docs/page.md': 'A page.\n',
}

/** A commit of a small project with our own .dockerignore's form. */
async function commitSmall(t: TestContext): Promise<string> {
  const root = join(await temporaryFolder(t, 'release'), 'small')
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  await writeFile(join(root, '.dockerignore'), '# Why.\n*\n!package.json\n!src\n**/*.test.ts\n')
  const identity = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com', '-c', 'commit.gpgsign=false']
  for (const args of [
    ['init', '--quiet'],
    ['add', '--all'],
    [...identity, 'commit', '--quiet', '--message', 'one'],
  ])
    await run('git', ['-C', root, ...args])
  return root
}

const listed = async (file: string) =>
  (await run('tar', ['--list', '--gzip', '--file', file])).stdout.split('\n').filter((path) => !/(^|\/)$/.test(path))

test('a release made twice, in other folders and with other settings of git, has the same checksums', async (t) => {
  if (!(await hasProgram(t, '/usr/bin/git', 'git'))) return
  const root = await commitSmall(t)
  const [one, other] = [join(root, '../one'), join(root, '../other')]
  const files = await makeRelease(root, one)
  const moved = join(root, '../elsewhere')
  await rename(root, moved)
  await run('git', ['-C', moved, 'config', 'tar.umask', '0077'])
  await writeFile(join(moved, '.env'), 'API_KEY=mine\n')
  assert.deepEqual(await makeRelease(moved, other), files)
  const sums = await readFile(join(one, 'SHA256SUMS'), 'utf8')
  assert.equal(await readFile(join(other, 'SHA256SUMS'), 'utf8'), sums)
  await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: other })
  assert.equal(sums.trim().split('\n').length, files.length - 1)
})

test('the source archive holds the commit, the image archive what .dockerignore lets in, the notes this version', async (t) => {
  if (!(await hasProgram(t, '/usr/bin/git', 'git'))) return
  const root = await commitSmall(t)
  await writeFile(join(root, '.env'), 'API_KEY=mine\n')
  const output = join(root, '../made')
  await makeRelease(root, output)
  assert.deepEqual(
    (await listed(join(output, 'small-1.2.3.tar.gz'))).sort(),
    [...Object.keys(FILES), '.dockerignore'].map((path) => `small-1.2.3/${path}`).sort(),
  )
  assert.deepEqual((await listed(join(output, 'small-1.2.3-image.tar.gz'))).sort(), [
    '.dockerignore',
    'Dockerfile',
    'package.json',
    'src/main.ts',
  ])
  assert.equal(await readFile(join(output, 'small-1.2.3-notes.md'), 'utf8'), '## 1.2.3\n\n- now\n\n')
  const { metadata, bomFormat } = JSON.parse(await readFile(join(output, 'small-1.2.3-sbom.json'), 'utf8'))
  assert.deepEqual([bomFormat, metadata.component.name, metadata.component.version], ['CycloneDX', 'small', '1.2.3'])
})

test('what is not committed, or has no notes, is not released', async (t) => {
  if (!(await hasProgram(t, '/usr/bin/git', 'git'))) return
  const root = await commitSmall(t)
  await writeFile(join(root, 'src/main.ts'), 'export const changed = 1\n')
  await assert.rejects(makeRelease(root, join(root, '../made')), /differ from it:\n.*src\/main\.ts/)
  await run('git', ['-C', root, 'checkout', '--quiet', '.'])
  await writeFile(join(root, 'package.json'), FILES['package.json'].replace('1.2.3', '1.3.0'))
  await run('git', ['-C', root, 'update-index', '--assume-unchanged', 'package.json'])
  await assert.rejects(makeRelease(root, join(root, '../made')), /says nothing under "## 1\.3\.0"/)
})

test('this version has its notes, and what comes after it a place', async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const changelog = await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8')
  assert.deepEqual(
    [...changelog.matchAll(/^## (\S+)/gm)].slice(0, 2).map(([, heading]) => heading),
    ['Unreleased', version],
  )
})
