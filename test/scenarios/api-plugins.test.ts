/** The plugins over the API: the list, one of them, and running a diagnostic one by hand. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { pluginFolder, pluginText } from '../world/hostile-kit.ts'
import { startPluginService } from '../world/plugin-service.ts'
import { startTestService } from '../world/service.ts'

type Listed = { name: string; category: string; origin: string; enabled: boolean; parameters: { type: string } }

test('all built-ins are listed and counted, and each has a page of its own', async (t) => {
  const { get } = await startTestService(t)
  const { plugins, ...counts } = (await get('/api/plugins')).body.data as { plugins: Listed[] }
  assert.deepEqual(counts, { total: 26, diagnostic: 17, remediation: 9 })
  assert.equal((await get('/api/status')).body.data.plugins_loaded, 26)
  for (const plugin of plugins) {
    assert.deepEqual([plugin.origin, plugin.enabled, plugin.parameters.type], ['built-in', true, 'object'])
    const { usage_count, avg_duration, success_rate, ...shown } = (await get(`/api/plugins/${plugin.name}`)).body.data
    assert.deepEqual(shown, plugin)
    assert.deepEqual([usage_count, avg_duration, success_rate], [0, 0, 0])
  }
})

test('a name that is none is NOT_FOUND, whatever it is', async (t) => {
  const { get, ask } = await startTestService(t)
  for (const name of [
    'nothing',
    '__proto__',
    'constructor',
    '%00',
    '%F0%9F%9A%92',
    'List_Pods',
    'list_pods%20',
    '..%2Fstatus',
    'x'.repeat(400),
  ]) {
    assert.equal(assertErrorEnvelope(await get(`/api/plugins/${name}`)), 'NOT_FOUND', name)
    assert.equal(assertErrorEnvelope(await ask('POST', `/api/plugins/${name}/run`, { body: {} })), 'NOT_FOUND', name)
  }
})

test('a diagnostic plugin is run by hand: counted, on the trail, and its failure is an answer', async (t) => {
  const { ask, get } = await startTestService(t)
  const run = (name: string, body: unknown = {}) => ask('POST', `/api/plugins/${name}/run`, { body })
  const found = await run('shell.exec', { parameters: { command: 'uname -s' } })
  assert.equal(found.status, 200)
  const { plugin, parameters, result, duration_ms } = found.body.data
  assert.deepEqual([plugin, parameters, result.success], ['shell.exec', { command: 'uname -s' }, true])
  assert.ok(result.data.stdout.startsWith('Linux') && Number.isInteger(duration_ms))
  const failures: [name: string, body: unknown, error: RegExp][] = [
    ['shell.exec', {}, /^command: is required$/],
    ['shell.exec', { parameters: { command: 'rm -rf /' } }, /^rm may not be run here/],
    ['shell.exec', { parameters: { command: 'uptime', surprise: 1 } }, /^surprise: is not a parameter/],
    ['metrics.query', { parameters: { query: 'up' } }, /METRICS_URL/],
    ['logs.query', { parameters: { query: '{a="b"}' } }, /LOGS_URL/],
    ['errors.get_issue', { parameters: { issue_id: '1' } }, /ERRORS_URL/],
  ]
  for (const [name, body, error] of failures) {
    const answer = await run(name, body)
    assert.deepEqual([answer.status, answer.body.data.result.success], [200, false], name)
    assert.match(answer.body.data.result.error, error)
  }
  const trail = (await get('/api/audit')).body.data.items
  assert.equal(trail.length, 1 + failures.length)
  assert.deepEqual([trail.at(-1).action, trail.at(-1).target], ['plugin.run', 'shell.exec'])
  assert.deepEqual(trail.at(-1).details, { parameters: { command: 'uname -s' }, success: true })
  const { usage_count, success_rate } = (await get('/api/plugins/shell.exec')).body.data
  assert.deepEqual([usage_count, success_rate], [2, 0.5], 'what was refused for its parameters was not used')
})

test('a remediation cannot be run by hand, by any role', async (t) => {
  const { ask, get } = await startTestService(t)
  const { plugins } = (await get('/api/plugins')).body.data as { plugins: Listed[] }
  for (const { name } of plugins.filter(({ category }) => category === 'remediation')) {
    const answer = await ask('POST', `/api/plugins/${name}/run`, { body: { parameters: {} } })
    assert.equal(assertErrorEnvelope(answer), 'CONFLICT', name)
  }
  assert.deepEqual((await get('/api/audit')).body.data.items, [])
})

test('a body that is no request to run is refused by field', async (t) => {
  const { ask } = await startTestService(t)
  for (const [body, field] of [
    [[], 'body'],
    ['"x"', 'body'],
    [{ parameters: [] }, 'parameters'],
    [{ parameters: 'x' }, 'parameters'],
    [{ parameters: null }, 'parameters'],
  ] as const) {
    const answer = await ask('POST', '/api/plugins/shell.exec/run', { body })
    assert.equal(assertErrorEnvelope(answer), 'VALIDATION_ERROR', JSON.stringify(body))
    assert.deepEqual(
      answer.body.error.details.map((one: { field: string }) => one.field),
      [field],
    )
  }
})

test('secrets we know are hidden in what a plugin says and in the trail', async (t) => {
  const secret = 'kf83-the-key-of-the-model-92hd'
  const folder = await pluginFolder(t, {
    'echo.mjs': pluginText('return { success: true, data: parameters }', {
      name: 'custom.echo',
      parameters: { type: 'object', properties: { text: { type: 'string', description: 'Anything.' } } },
    }),
  })
  const { ask, get, logged } = await startPluginService(t, folder, { LLM_API_KEY: secret })
  const body = { parameters: { text: `before ${secret} after` } }
  const answer = await ask('POST', '/api/plugins/custom.echo/run', { body })
  assert.equal(answer.body.data.result.success, true)
  for (const text of [answer.text, (await get('/api/audit')).text, logged()]) assert.ok(!text.includes(secret))
})

test('a hostile result does not reach the caller as anything but data', async (t) => {
  const odd = `return JSON.parse('{"success":"yes","data":{"__proto__":{"polluted":true},"constructor":{"prototype":{}}},"message":5,"error":{"a":1}}')`
  const folder = await pluginFolder(t, { 'odd.mjs': pluginText(odd, { name: 'custom.odd' }) })
  const { ask } = await startPluginService(t, folder)
  const { status, body } = await ask('POST', '/api/plugins/custom.odd/run', { body: {} })
  assert.deepEqual([status, body.data.result.success, body.data.result.error], [200, false, '{"a":1}'])
  assert.equal(({} as { polluted?: boolean }).polluted, undefined)
})
