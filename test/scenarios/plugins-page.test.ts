/** What docs/plugins.md promises: its example loads and works, and the command it names says so. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { runCommand } from '../world/command-line.ts'
import { temporaryFolder } from '../world/daemon.ts'
import { BROKEN, pluginFolder } from '../world/hostile-kit.ts'
import { startPluginService } from '../world/plugin-service.ts'

const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'plugins.md'), 'utf8')
const [, example = ''] = /^```js\n(.*?)^```$/ms.exec(page) ?? []
const [, fileName = ''] = /^\/\/ plugins\/(\S+)$/m.exec(example) ?? []

/** A machine without a fence is not what these tests are about. */
const UNFENCED = { ALLOW_UNFENCED_PLUGINS: 'true' }

/** The queue server the example asks. */
async function startQueues(t: TestContext): Promise<number> {
  const server = createServer(({ url = '', headers }, response) =>
    response.end(JSON.stringify({ depth: headers.authorization === 'Bearer of-the-queue' ? url.length : -1 })),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

test('the example of the page is loaded, listed and works', async (t) => {
  // Its port may be taken on this machine.
  const port = await startQueues(t)
  const folder = await pluginFolder(t, { [fileName]: example.replaceAll('15672', String(port)) })
  const { get, ask } = await startPluginService(t, folder, { CUSTOM_QUEUE_TOKEN: 'of-the-queue' })
  assert.deepEqual((await get('/api/status')).body.data.warnings, [])
  const { data } = (await get('/api/plugins/custom.queue_depth')).body
  assert.deepEqual([data.origin, data.category, data.enabled], ['custom', 'diagnostic', true])
  const { body } = await ask('POST', '/api/plugins/custom.queue_depth/run', { body: {} })
  const depth = '/queues/orders'.length
  assert.deepEqual(body.data.result, {
    success: true,
    data: { queue: 'orders', depth },
    message: `${depth} jobs wait.`,
  })
})

test('plugins check says what a file is, and what is wrong with one that would not be loaded', async (t) => {
  const folder = await pluginFolder(t, { [fileName]: example })
  const sound = await runCommand(t, ['plugins', 'check', join(folder, fileName)], UNFENCED)
  assert.deepEqual([sound.code, sound.err], [0, ''])
  assert.equal(sound.out, 'custom.queue_depth is sound: a diagnostic plugin with the parameters queue.\n')
  for (const name of ['throws_at_load.mjs', 'takes_built_in.mjs', 'hidden_words.mjs', 'bad_required.mjs']) {
    const [text, reason] = BROKEN[name] ?? ['', /never/]
    await writeFile(join(folder, name), text)
    const { code, out, err } = await runCommand(t, ['plugins', 'check', name], UNFENCED, folder)
    assert.deepEqual([code, out], [1, ''], name)
    assert.match(err.trim(), /^firebreak: .* would not be loaded: /)
    assert.match(err.trim(), reason)
  }
  const missing = await runCommand(t, ['plugins', 'check', join(folder, 'nothing.mjs')])
  assert.equal(missing.code, 1)
  assert.match(missing.err, /nothing\.mjs would not be loaded: there is no such file\.\n$/)
})

for (const category of ['diagnostic', 'remediation']) {
  test(`plugins new writes a ${category} plugin that loads as it is, and whose test holds`, async (t) => {
    const folder = join(await temporaryFolder(t, 'new-plugin'), 'plugins')
    const environment = { ...UNFENCED, PLUGINS_DIR: folder }
    const made = await runCommand(t, ['plugins', 'new', 'Queue-Depth', '--category', category], environment)
    assert.deepEqual([made.code, made.err], [0, ''])
    const [file, itsTest] = ['mjs', 'test.mjs'].map((ending) => join(folder, `custom.Queue-Depth.${ending}`))
    for (const path of [folder, file, itsTest]) assert.equal((await stat(path ?? '')).mode & 0o022, 0, path)
    // A runner that is asked within another one's test answers to that one; this one is on its own.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { stdout } = await promisify(execFile)(process.execPath, ['--test', itsTest ?? ''], { env })
    assert.match(stdout, /pass 1\n/)
    const checked = await runCommand(t, ['plugins', 'check', file ?? ''], environment)
    assert.equal(checked.code, 0, checked.err)
    assert.match(
      checked.out,
      new RegExp(`^custom.Queue-Depth is sound: a ${category} plugin with the parameters queue.`),
    )
  })
}

test('plugins new overwrites nothing and says what a name may be', async (t) => {
  const folder = await pluginFolder(t, { 'custom.queue.mjs': 'mine' })
  const again = await runCommand(t, ['plugins', 'new', 'queue'], { PLUGINS_DIR: folder })
  assert.equal(again.code, 1)
  assert.match(again.err, /^firebreak: .*custom\.queue\.mjs is there already and stays as it is\.\n$/)
  assert.equal(await readFile(join(folder, 'custom.queue.mjs'), 'utf8'), 'mine')
  const alike = await runCommand(t, ['plugins', 'new', 'Queue'], { PLUGINS_DIR: folder })
  assert.deepEqual([alike.code, await readdir(folder)], [1, ['custom.queue.mjs']])
  assert.match(alike.err, /custom\.Queue cannot be told from .*custom\.queue\.mjs, which is there already/)
  const odd = await runCommand(t, ['plugins', 'new', '../queue'], { PLUGINS_DIR: folder })
  assert.deepEqual([odd.code, odd.out], [1, ''])
  assert.match(odd.err, /^firebreak: \.\.\/queue cannot be a plugin: name must be letters/)
})
