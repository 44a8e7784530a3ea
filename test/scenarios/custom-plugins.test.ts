/** Customers' plugins, well-meant, broken and hostile: the host survives, nothing leaks, and each is reported. */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createCustomPluginHost } from '../../src/edges/custom/guest-process.ts'
import { BUBBLEWRAP } from '../../src/edges/shell/sandbox.ts'
import { BUILT_IN_PLUGINS } from '../../src/plugins/built-in-plugins.ts'
import { Catalogue } from '../../src/plugins/catalogue.ts'
import { loadCustomPlugins } from '../../src/plugins/custom-plugins.ts'
import { temporaryFolder } from '../world/daemon.ts'
import { hasProgram } from '../world/debian-program.ts'
import { eventually } from '../world/eventually.ts'
import { openDoor, silentTools } from '../world/hands.ts'
import { BROKEN, HANGS_AT_LOAD, HOSTILE_WHEN_RUN, pluginFolder, pluginText } from '../world/hostile-kit.ts'
import { startPluginService } from '../world/plugin-service.ts'

const CANARY = 'canary-5d1e77b2-of-our-environment'
const NO_BUBBLEWRAP = '/nonexistent/bwrap'
const calm = () => new AbortController().signal
const MACHINES = { 'with the sandbox': BUBBLEWRAP, 'without a sandbox': NO_BUBBLEWRAP }

// biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape and assert what they find.
type Result = { success: boolean; data?: any; error?: string; truncated?: boolean }

async function openGuests(t: TestContext, bubblewrap: string, files: Readonly<Record<string, string>>) {
  const folder = await pluginFolder(t, files)
  const environment = { ...process.env, CUSTOM_REGION: 'eu' }
  const host = createCustomPluginHost({ environment, mayGoUnfenced: true, bubblewrap })
  const builtIn = new Catalogue(BUILT_IN_PLUGINS)
  const paths = (await readdir(folder)).map((name) => join(folder, name))
  const { plugins, broken } = await loadCustomPlugins(paths, host, { isTaken: builtIn.isBuiltIn.bind(builtIn) }, calm())
  const { door } = openDoor({ plugins, tools: silentTools().tools })
  const run = async (plugin: string, parameters = {}, signal = calm()) =>
    (await door.diagnose({ plugin, parameters }, signal)).result as Result
  return { folder, host, plugins, broken, run }
}

const SOUND = (name: string, word = 'first') => pluginText(`return { success: true, data: '${word}' }`, { name })

function plantCanary(t: TestContext): void {
  process.env.FIREBREAK_TEST_CANARY = CANARY
  t.after(() => delete process.env.FIREBREAK_TEST_CANARY)
}

for (const [machine, bubblewrap] of Object.entries(MACHINES)) {
  test(`${machine}: the hostile kit runs, learns nothing, changes nothing and ends`, async (t) => {
    if (bubblewrap === BUBBLEWRAP && !(await hasProgram(t, BUBBLEWRAP, 'bubblewrap'))) return
    plantCanary(t)
    const kept = join(await temporaryFolder(t, 'kept'), 'ours.txt')
    await writeFile(kept, CANARY)
    const { run, broken, folder, host } = await openGuests(t, bubblewrap, HOSTILE_WHEN_RUN)
    assert.deepEqual(broken, [])

    const environment = await run('custom.environment')
    assert.deepEqual(
      Object.keys(environment.data).filter((name) => !['PATH', 'PWD'].includes(name)),
      ['CUSTOM_REGION'],
    )
    const ours = [kept, `/proc/${process.pid}/environ`, join(process.cwd(), 'package.json'), '/etc/passwd']
    // Past the door, whose redaction would hide what was seen.
    const limits = { timeoutSeconds: 20, signal: calm(), hosts: [] }
    const seen = (await host.run(join(folder, 'files.mjs'), { paths: ours }, limits)) as Result
    assert.ok(seen.success, seen.error)
    assert.ok(!JSON.stringify(seen).includes(CANARY))
    for (const path of ours) assert.match(seen.data[path], /^(ENOENT|EACCES|ERR_ACCESS_DENIED)$/, path)

    const inFolder = join(folder, 'writes.mjs')
    await run('custom.writes', { paths: [kept, inFolder, '/etc/firebreak-was-here', '/tmp/firebreak-was-here'] })
    assert.equal(await readFile(kept, 'utf8'), CANARY)
    assert.equal(await readFile(inFolder, 'utf8'), HOSTILE_WHEN_RUN['writes.mjs'])
    for (const place of ['/etc', '/tmp']) assert.ok(!(await readdir(place)).includes('firebreak-was-here'))

    const failures: Record<string, RegExp> = {
      endless: /longer than 1 seconds/,
      never_answers: /longer than 1 seconds/,
      // On a loaded machine its time is over before its memory is.
      heap_bomb: /ended without an answer|longer than \d+ seconds/,
      buffer_bomb: /ended without an answer|Array buffer allocation failed|memory/i,
      huge: /larger than 1 MiB/,
      garbage: /not JSON/,
      nothing: /not JSON/,
      throws: /^the queue is gone$/,
      crashes: /ended without an answer/,
      unsayable: /BigInt/,
      odd_result: /must answer an object .*; a list came/,
      no_result: /must answer an object .*; nothing came/,
      odd_success: /success true or false; one whose success is a string came/,
    }
    for (const [name, error] of Object.entries(failures)) {
      const result = await run(`custom.${name}`)
      assert.equal(result.success, false, name)
      assert.match(result.error ?? '', error, name)
    }
    assert.deepEqual(await run('custom.noisy'), { success: true, data: 'heard' })
    assert.deepEqual(await run('custom.stays'), { success: true, data: 1 })
    assert.deepEqual(await run('custom.bare_data'), { success: true, data: 1 })
  })

  test(`${machine}: what a plugin starts ends with the call`, async (t) => {
    if (bubblewrap === BUBBLEWRAP && !(await hasProgram(t, BUBBLEWRAP, 'bubblewrap'))) return
    const { run } = await openGuests(t, bubblewrap, { 'fork_bomb.mjs': HOSTILE_WHEN_RUN['fork_bomb.mjs'] ?? '' })
    const seconds = `${randomInt(80_000, 90_000)}.${randomInt(1_000_000)}`
    const { success } = await run('custom.fork_bomb', { seconds })
    // Without a sandbox it may not start anything at all.
    assert.equal(success, bubblewrap === BUBBLEWRAP)
    await eventually('no child is left', async () => !(await commandLines()).some((line) => line.includes(seconds)))
  })

  test(`${machine}: a cancelled call ends its process`, async (t) => {
    if (bubblewrap === BUBBLEWRAP && !(await hasProgram(t, BUBBLEWRAP, 'bubblewrap'))) return
    const waits = pluginText('return new Promise(() => setInterval(() => {}, 1000))', { name: 'custom.waits' })
    const { run, folder } = await openGuests(t, bubblewrap, { 'waits.mjs': waits })
    const { success, error } = await run('custom.waits', {}, AbortSignal.timeout(500))
    assert.equal(success, false)
    assert.match(error ?? '', /call was cancelled/i)
    await eventually('its process is gone', async () => !(await commandLines()).some((line) => line.includes(folder)))
  })

  test(`${machine}: every broken file is named with its reason, and the sound ones are loaded all the same`, async (t) => {
    if (bubblewrap === BUBBLEWRAP && !(await hasProgram(t, BUBBLEWRAP, 'bubblewrap'))) return
    const texts = Object.fromEntries(Object.entries(BROKEN).map(([name, [text]]) => [name, text]))
    const sound = { 'throws.mjs': HOSTILE_WHEN_RUN['throws.mjs'] ?? '' }
    const { plugins, broken } = await openGuests(t, bubblewrap, { ...texts, ...sound })
    const reasons = new Map(broken.map(({ file, reason }) => [file.split('/').at(-1), `${file}: ${reason}.`]))
    for (const [name, [, reason]] of Object.entries(BROKEN)) assert.match(reasons.get(name) ?? '', reason, name)
    assert.deepEqual(
      plugins.map(({ name }) => name),
      ['custom.throws'],
    )
  })
}

test('one that hangs while it is loaded is given up, and does not hold up the others', async (t) => {
  const sound = Array.from({ length: 8 }, (_, index) => [`sound${index}.mjs`, SOUND(`custom.sound${index}`)])
  const { plugins, broken } = await openGuests(t, BUBBLEWRAP, { 'a.mjs': HANGS_AT_LOAD, ...Object.fromEntries(sound) })
  assert.deepEqual(
    broken.map(({ reason }) => reason),
    ['it took longer than 10 seconds'],
  )
  assert.equal(plugins.length, 8)
})

async function commandLines(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  return Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
}

test('a pattern that would take years is given up, and the service goes on', async (t) => {
  const folder = await pluginFolder(t, { 'slow.mjs': HOSTILE_WHEN_RUN['slow_pattern.mjs'] ?? '' })
  const { ask } = await startPluginService(t, folder)
  const run = async (text: string) =>
    (await ask('POST', '/api/plugins/custom.slow_pattern/run', { body: { parameters: { text } } })).body.data.result
  assert.deepEqual(await run('aaa'), { success: true, data: null })
  assert.match((await run('b')).error, /^text: must match pattern/)
  assert.match((await run(`${'a'.repeat(60)}!`)).error, /The pattern .* takes too long over what was given/)
})

test('a plugin cannot lead us to another file, nor open another folder to itself', async (t) => {
  const elsewhere = join(await temporaryFolder(t, 'elsewhere'), 'secret')
  await writeFile(elsewhere, CANARY)
  const manifest = { name: 'custom.forger', description: 'A forger of files.', category: 'diagnostic' }
  const said = { ...manifest, parameters: { type: 'object', properties: {} }, file: elsewhere }
  const forger = pluginText(
    `try { return { data: fs.readFileSync(${JSON.stringify(elsewhere)}, 'utf8') } } catch (error) { return { data: error.code } }`,
    manifest,
    `if (process.argv.length >= 0 && !globalThis.told) fs.writeSync(3, ${JSON.stringify(`${JSON.stringify({ manifest: said })}\n`)})`,
  )
  const host = createCustomPluginHost({ environment: {}, mayGoUnfenced: true })
  const folder = await pluginFolder(t, { 'forger.mjs': forger })
  assert.equal((await host.describe(join(folder, 'forger.mjs'), calm())).file, join(folder, 'forger.mjs'))
})

test('a remediation counts as high whatever it says of itself, and all its parameters are judged', async (t) => {
  const parameters = {
    type: 'object',
    properties: {
      program: { type: 'string', description: 'What to run.', default: 'true' },
      arguments: { type: 'array', description: 'Its arguments.', default: [] },
      target: { type: 'object', description: 'Where.', default: {} },
    },
  }
  const manifest = { name: 'custom.fix', category: 'remediation', parameters }
  const { plugins, run } = await openGuests(t, NO_BUBBLEWRAP, {
    'fix.mjs': pluginText('return { success: true }', manifest),
    'low.mjs': pluginText('return { success: true }', { ...manifest, name: 'custom.low', more: "risk: 'low'," }),
    'dire.mjs': pluginText('return { success: true }', { ...manifest, name: 'custom.dire', more: "risk: 'critical'," }),
  })
  const { door } = openDoor({ plugins, tools: silentTools().tools })
  const intend = async (plugin: string, given: Record<string, unknown>) =>
    (await door.intend({ plugin, parameters: given }, calm())).effect
  const effect = await intend('custom.fix', {
    program: 'rm',
    arguments: ['-r', '-f'],
    target: { namespace: 'kube-system' },
  })
  assert.equal(effect.risk, 'high')
  assert.ok(effect.commands.some((command) => /rm .*-r -f/.test(command)))
  assert.deepEqual(
    effect.targets.map(({ namespace }) => namespace),
    ['kube-system'],
  )
  assert.deepEqual(
    (await intend('custom.fix', { target: { namespaces: ['a', 'b'] } })).targets.map(({ namespace }) => namespace),
    ['a', 'b'],
  )
  assert.equal((await intend('custom.low', {})).risk, 'high')
  assert.equal((await intend('custom.dire', {})).risk, 'critical')
  assert.match((await run('custom.fix')).error ?? '', /cannot be called to diagnose/)
})

test('files that are added, changed or removed take effect in the running service', async (t) => {
  const folder = await pluginFolder(t)
  const { get, ask, logged } = await startPluginService(t, folder)
  const names = async () =>
    (await get('/api/plugins')).body.data.plugins
      .filter(({ origin }: { origin: string }) => origin === 'custom')
      .map(({ name }: { name: string }) => name)
  const isListed =
    (...wanted: string[]) =>
    async () =>
      JSON.stringify(await names()) === JSON.stringify(wanted)
  const answerOf = async (name: string) =>
    (await ask('POST', `/api/plugins/${name}/run`, { body: {} })).body.data?.result.data
  assert.deepEqual(await names(), [])
  const total = (await get('/api/status')).body.data.plugins_loaded

  await writeFile(join(folder, 'one.mjs'), SOUND('custom.one'))
  await eventually('it is listed', isListed('custom.one'))
  assert.equal((await get('/api/status')).body.data.plugins_loaded, total + 1)
  assert.equal(await answerOf('custom.one'), 'first')

  await writeFile(join(folder, 'one.mjs'), SOUND('custom.one', 'second'))
  await eventually('it answers anew', async () => (await answerOf('custom.one')) === 'second')

  // An editor writes beside and moves over; a file that is half written may be seen on the way.
  await writeFile(join(folder, '.two.mjs.swp'), 'half of')
  await rename(join(folder, '.two.mjs.swp'), join(folder, 'two.mjs'))
  const hasWarning = (pattern: RegExp) => async () =>
    (await get('/api/status')).body.data.warnings.some((warning: string) => pattern.test(warning))
  await eventually('it is reported', hasWarning(/two\.mjs is not loaded as a plugin: .*Unexpected/))
  assert.match(logged(), /A custom plugin is not loaded/)
  await writeFile(join(folder, 'two.mjs'), SOUND('custom.two'))
  await eventually('both are listed', isListed('custom.one', 'custom.two'))
  assert.deepEqual((await get('/api/status')).body.data.warnings, [])

  // A name that people could not tell from one that runs takes nothing from it, whichever file comes first.
  await writeFile(join(folder, 'a-look-alike.mjs'), SOUND('Custom-One', 'another'))
  await eventually(
    'it is reported',
    hasWarning(/a-look-alike\.mjs .* taken: people could not tell it from custom\.one/),
  )
  assert.deepEqual(await names(), ['custom.one', 'custom.two'])
  assert.equal(await answerOf('custom.one'), 'second')
  await rm(join(folder, 'a-look-alike.mjs'))

  await rm(join(folder, 'one.mjs'))
  await eventually('it is gone', isListed('custom.two'))
  assert.equal((await get('/api/plugins/custom.one')).status, 404)

  await rm(folder, { recursive: true })
  await eventually('all are gone', isListed())
  await mkdir(folder)
  await writeFile(join(folder, 'three.mjs'), SOUND('custom.three'))
  await eventually('the folder came back', isListed('custom.three'))
})

const SAID = `description: 'How many jobs wait in a queue.', category: 'diagnostic', parameters: { type: 'object' }`
const AS_PEOPLE_WRITE = {
  'Queue-Depth.cjs': `module.exports = { name: 'Acme.Queue-Depth', ${SAID}, run: () => ({ data: 'cjs' }) }`,
  'compiled.cjs': `Object.defineProperty(exports, '__esModule', { value: true })
    exports.default = { name: 'custom.compiled', ${SAID}, run: () => ({ data: 'compiled' }) }`,
  'typed.mts': `const run = async (given: object): Promise<object> => ({ data: 'mts' })
    export default { name: 'custom.typed', ${SAID}, run }`,
  'typed.cts': `module.exports = { name: 'custom.older', ${SAID}, run: (given: object) => ({ data: 'cts' }) }`,
  'brief.js': `export default { name: 'custom.brief', ${SAID.replace('How many jobs wait in a queue.', 'Jobs')}, run: () => ({ data: 'js' }) }`,
  'view.jsx': 'export default <Plugin/>',
  'typed.d.mts': 'export default {}',
  'typed.test.mts': "import plugin from './typed.mts'",
}

test('names, descriptions and kinds of files as people write them are taken, with a word where they could be better', async (t) => {
  const folder = await pluginFolder(t, AS_PEOPLE_WRITE)
  const { get, ask } = await startPluginService(t, folder)
  const answers = { 'Acme.Queue-Depth': 'cjs', 'custom.compiled': 'compiled', 'custom.typed': 'mts' }
  for (const [name, data] of Object.entries({ ...answers, 'custom.older': 'cts', 'custom.brief': 'js' }))
    assert.deepEqual((await ask('POST', `/api/plugins/${name}/run`, { body: {} })).body.data?.result.data, data, name)
  const warnings: string[] = (await get('/api/status')).body.data.warnings
  assert.deepEqual(
    warnings.map((warning) => warning.slice(folder.length + 1)),
    [
      'view.jsx is not loaded as a plugin: Node does not run files of this kind; write it as .mjs, .cjs or .ts.',
      'Queue-Depth.cjs is loaded, but the name Acme.Queue-Depth is not in small letters, digits and _ as those of the built-ins are.',
      'brief.js is loaded, but its description is short: a model chooses by it, and a person reads it on the card.',
    ],
  )
})

test('what everybody may write to is not loaded, and status says so', async (t) => {
  const folder = await pluginFolder(t, { 'one.mjs': SOUND('custom.one'), 'two.mjs': SOUND('custom.two') })
  await chmod(join(folder, 'one.mjs'), 0o666)
  const { get } = await startPluginService(t, folder)
  const warnings = async () => (await get('/api/status')).body.data.warnings.join(' ')
  assert.match(await warnings(), /one\.mjs is not loaded as a plugin: everybody may write to it/)
  assert.equal((await get('/api/plugins/custom.two')).status, 200)
  await chmod(folder, 0o777)
  await eventually('none is loaded any more', async () => (await get('/api/plugins/custom.two')).status === 404)
  assert.match(await warnings(), /plugins is not loaded as a plugin: everybody may write to it/)
  await chmod(folder, 0o755)
  await chmod(join(folder, 'one.mjs'), 0o644)
  await eventually('both are loaded', async () => (await get('/api/plugins/custom.one')).status === 200)
})

test('a plugin taken out of use stays listed, says so, and is not run', async (t) => {
  const folder = await pluginFolder(t, { 'one.mjs': SOUND('custom.one') })
  const { get, ask } = await startPluginService(t, folder)
  await ask('PUT', '/api/config', { body: { DISABLED_PLUGINS: ['custom.one', 'shell.exec'] } })
  for (const name of ['custom.one', 'shell.exec']) {
    assert.equal((await get(`/api/plugins/${name}`)).body.data.enabled, false)
    const { body } = await ask('POST', `/api/plugins/${name}/run`, { body: { parameters: {} } })
    assert.match(body.data.result.error, /taken out of use by DISABLED_PLUGINS/)
  }
  await ask('PUT', '/api/config', { body: { DISABLED_PLUGINS: [] } })
  assert.equal((await ask('POST', '/api/plugins/custom.one/run', { body: {} })).body.data.result.success, true)
})
