/** What a hostile plugin, or whoever writes into its folder, tried once and got away with. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createCustomPluginHost } from '../../src/edges/custom/guest-process.ts'
import { BUBBLEWRAP } from '../../src/edges/shell/sandbox.ts'
import { loadCustomPlugins } from '../../src/plugins/custom-plugins.ts'
import { startCommand } from '../world/command-line.ts'
import { hasProgram } from '../world/debian-program.ts'
import { eventually } from '../world/eventually.ts'
import { pluginFolder, pluginText } from '../world/hostile-kit.ts'
import { startPluginService } from '../world/plugin-service.ts'
import { migratedDatabase } from '../world/stores.ts'

const NO_BUBBLEWRAP = '/nonexistent/bwrap'
const calm = () => new AbortController().signal
const LIMITS = { timeoutSeconds: 20, signal: calm(), hosts: [] }
const SOUND = pluginText('return { success: true }', { name: 'custom.sound' })

test('the service and its starter open no inspector to whoever signals them', async (t) => {
  const { url } = await migratedDatabase(t)
  const environment = { DATABASE_URL: url, REDIS_URL: 'embedded:', PORT: '0' }
  const { child, said, ended } = startCommand(t, ['serve'], environment)
  await eventually('it is ready', async () => said().includes('is ready'))
  child.kill('SIGUSR1')
  // It would say so on standard error, before it does anything else.
  child.kill('SIGTERM')
  const { err, code } = await ended
  assert.doesNotMatch(err, /Debugger listening/)
  assert.equal(code, 0)
})

test('without a fence no plugin is loaded or run, unless people said otherwise', async (t) => {
  const folder = await pluginFolder(t, { 'sound.mjs': SOUND })
  const file = join(folder, 'sound.mjs')
  const strict = createCustomPluginHost({ environment: {}, mayGoUnfenced: false, bubblewrap: NO_BUBBLEWRAP })
  const { plugins, broken } = await loadCustomPlugins([file], strict, { isTaken: () => false }, calm())
  assert.deepEqual(plugins, [])
  assert.match(broken[0]?.reason ?? '', /no fence for it.*ALLOW_UNFENCED_PLUGINS=true/)
  assert.match((await strict.run(file, {}, LIMITS)).error ?? '', /no fence for it/)
  const lax = createCustomPluginHost({ environment: {}, mayGoUnfenced: true, bubblewrap: NO_BUBBLEWRAP })
  assert.equal((await lax.run(file, {}, LIMITS)).success, true)
})

test('a plugin without a fence ends and opens nobody by a signal', async (t) => {
  const victim = spawn('sleep', ['600'])
  t.after(() => victim.kill('SIGKILL'))
  await once(victim, 'spawn')
  const body = `const tried = {}
    const ways = {
      kill: (signal) => process.kill(parameters.pid, signal),
      inner: (signal) => process._kill(parameters.pid, 10),
      debug: () => process._debugProcess(parameters.pid),
      binding: () => process.binding('process_methods')._kill(parameters.pid, 9),
      thread: () => new (process.getBuiltinModule('worker_threads').Worker)('process.kill(' + parameters.pid + ')', { eval: true }),
    }
    for (const [name, way] of Object.entries(ways))
      for (const signal of ['SIGUSR1', 'SIGKILL'])
        try { way(signal); tried[name + signal] = 'done' } catch (error) { tried[name + signal] = error.code ?? error.message }
    return { success: true, data: tried }`
  const parameters = { type: 'object', properties: { pid: { type: 'integer', description: 'Whom.' } } }
  const folder = await pluginFolder(t, { 'killer.mjs': pluginText(body, { name: 'custom.killer', parameters }) })
  const host = createCustomPluginHost({ environment: {}, mayGoUnfenced: true, bubblewrap: NO_BUBBLEWRAP })
  const result = await host.run(join(folder, 'killer.mjs'), { pid: victim.pid }, LIMITS)
  assert.ok(result.success, result.error)
  assert.deepEqual(
    Object.entries(result.data as Record<string, string>).filter(([, outcome]) => outcome === 'done'),
    [],
  )
  assert.equal(victim.signalCode, null)
  assert.equal(victim.kill(0), true)
})

async function openCounter(t: TestContext) {
  let calls = 0
  const server = createServer((_, response) => {
    calls += 1
    response.end('reached')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { port: (server.address() as AddressInfo).port, calls: () => calls }
}

test('behind the fence a plugin reaches the hosts it named when it was loaded, and nothing else', async (t) => {
  if (!(await hasProgram(t, BUBBLEWRAP, 'bubblewrap'))) return
  const [named, other] = [await openCounter(t), await openCounter(t)]
  const body = `const seen = {}
    for (const address of parameters.addresses)
      seen[address] = await fetch(address).then((answer) => answer.text(), (error) => error.cause?.code ?? error.message)
    return { success: true, data: seen }`
  const parameters = { type: 'object', properties: { addresses: { type: 'array', description: 'Where to.' } } }
  const text = (hosts: string[]) =>
    pluginText(body, { name: 'custom.caller', parameters, more: `hosts: ${JSON.stringify(hosts)},` })
  const folder = await pluginFolder(t, { 'caller.mjs': text([]) })
  const file = join(folder, 'caller.mjs')
  const host = createCustomPluginHost({ environment: {}, mayGoUnfenced: false })
  const reach = async (hosts: string[], ...addresses: string[]) =>
    Object.values((await host.run(file, { addresses }, { ...LIMITS, hosts })).data as Record<string, string>)
  const [there, elsewhere] = [`http://localhost:${named.port}/`, `http://localhost:${other.port}/`]

  const mute = await reach([], there, `http://127.0.0.1:${named.port}/`)
  assert.ok(!mute.includes('reached') && named.calls() === 0, mute.join())
  // What the file says by now opens nothing: only what it said when it was loaded.
  await writeFile(file, text([`localhost:${other.port}`]))
  const [first, ...others] = await reach(
    [`localhost:${named.port}`],
    there,
    elsewhere,
    `http://127.0.0.1:${other.port}/`,
    'http://169.254.169.254/',
  )
  assert.equal(first, 'reached')
  assert.ok(!others.includes('reached') && other.calls() === 0, others.join())
  const { plugins } = await loadCustomPlugins([file], host, { isTaken: () => false }, calm())
  assert.deepEqual(plugins[0]?.hosts, [`localhost:${other.port}`])
})

test('hosts that are no names with a port are refused', async (t) => {
  const forms = ['["127.0.0.1:80"]', '["queue"]', '["https://queue:1"]', '["queue:70000"]', '"queue:1"', '["*:443"]']
  const files = Object.fromEntries(
    forms.map((hosts, index) => [
      `h${index}.mjs`,
      pluginText('', { name: `custom.h${index}`, more: `hosts: ${hosts},` }),
    ]),
  )
  const folder = await pluginFolder(t, files)
  const host = createCustomPluginHost({ environment: {}, mayGoUnfenced: true })
  const paths = Object.keys(files).map((name) => join(folder, name))
  const { plugins, broken } = await loadCustomPlugins(paths, host, { isTaken: () => false }, calm())
  assert.deepEqual(plugins, [])
  for (const { reason } of broken) assert.match(reason, /hosts must be a list of at most 20, each a host name/)
})

test('a folder or file its group may write to is not loaded', async (t) => {
  const folder = await pluginFolder(t, { 'one.mjs': SOUND })
  await chmod(folder, 0o775)
  const { get } = await startPluginService(t, folder)
  const warnings = async () => (await get('/api/status')).body.data.warnings.join(' ')
  assert.match(await warnings(), /plugins is not loaded as a plugin: its group may write to it/)
  await chmod(join(folder, 'one.mjs'), 0o664)
  await chmod(folder, 0o755)
  await eventually('the file is refused', async () => /one\.mjs is not loaded .*its group may/.test(await warnings()))
})

test('a plugin that becomes another waits for an admin, and the trail tells of every load, change and refusal', async (t) => {
  const fix = (more: string) =>
    pluginText('return { success: true }', { name: 'custom.fix', category: 'remediation', more })
  const folder = await pluginFolder(t, { 'fix.mjs': fix(''), 'broken.mjs': 'export default 1' })
  const file = join(folder, 'fix.mjs')
  const { get, ask } = await startPluginService(t, folder)
  const isLoaded = async () => (await get('/api/plugins/custom.fix')).status === 200
  const warnings = async () => (await get('/api/status')).body.data.warnings.join(' ')
  assert.ok(await isLoaded())
  assert.equal((await ask('POST', '/api/plugins/custom.fix/agree')).status, 404)
  const seen = async () =>
    (await get('/api/audit')).body.data.items
      .filter(({ action }: { action: string }) => action.startsWith('plugin.'))
      .map(({ action, target }: { action: string; target: string }) => `${action} ${target.split('/').at(-1)}`)
  assert.deepEqual((await seen()).sort(), ['plugin.loaded custom.fix', 'plugin.refused broken.mjs'])

  await writeFile(file, `${fix('')}// The same, in other words.\n`)
  await eventually('the change is on the trail', async () => (await seen())[0] === 'plugin.changed custom.fix')
  assert.ok(await isLoaded())
  for (const more of ["risk: 'critical',", "hosts: ['thief.example:443'],"]) {
    await writeFile(file, fix(more))
    await eventually('it waits', async () => (await seen())[0] === 'plugin.waits custom.fix')
    await eventually('it is not loaded', async () => !(await isLoaded()))
    assert.match(
      await warnings(),
      /fix\.mjs is not loaded .* agreed to as remediation, .*firebreak plugins agree custom\.fix/,
    )
    assert.equal((await ask('POST', '/api/plugins/custom.fix/agree')).status, 200)
    await eventually('it is loaded', isLoaded)
    await eventually('that is on the trail', async () => (await seen()).includes('plugin.agreed custom.fix'))
  }
})
