/** GET and PUT /api/config, GET /api/settings. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { startTestService, type TestService } from '../world/service.ts'

const put = ({ ask }: TestService, body: unknown) => ask('PUT', '/api/config', { body })
const settingIn = async ({ get }: TestService, key: string) =>
  (await get('/api/settings')).body.data.settings.find((one: { key: string }) => one.key === key)

test('GET /api/config shows the defaults in exactly the four groups', async (t) => {
  const { get } = await startTestService(t)
  assert.deepEqual((await get('/api/config')).body, {
    success: true,
    data: {
      llm: { provider: 'provider_a', model: 'claude-sonnet-4-5', base_url: 'https://api.anthropic.com', timeout: 300 },
      chat: { app_id: '', alert_bot_ids: [] },
      security: {
        allowed_namespaces: ['default', 'production'],
        max_replica_change: 0.5,
        forbidden_verbs: ['rm -rf', 'drop table'],
        hourly_quota: 10,
      },
      monitoring: { enable_sql_db: true, enable_kv_store: true, enable_cloud: false },
    },
  })
})

test('PUT answers with the configuration now in force and a message; only the keys given change', async (t) => {
  const service = await startTestService(t)
  const answer = await put(service, {
    LLM_TIMEOUT: 60,
    CHAT_APP_ID: 'cli_1',
    ALERT_BOT_IDS: 'bot-1, bot-2',
    ALLOWED_NAMESPACES: ['shop'],
    MAX_REPLICA_CHANGE: 0.25,
    FORBIDDEN_VERBS: [],
    ENABLE_CLOUD: true,
  })
  assert.equal(answer.status, 200)
  assert.notEqual(answer.body.message, '')
  const { llm, chat, security, monitoring } = answer.body.data
  assert.deepEqual(
    [llm.timeout, llm.provider, chat],
    [60, 'provider_a', { app_id: 'cli_1', alert_bot_ids: ['bot-1', 'bot-2'] }],
  )
  assert.deepEqual(security, {
    allowed_namespaces: ['shop'],
    max_replica_change: 0.25,
    forbidden_verbs: [],
    hourly_quota: 10,
  })
  assert.equal(monitoring.enable_cloud, true)
  assert.deepEqual((await service.get('/api/config')).body.data, answer.body.data)
})

test('a runtime value stands above the environment, and null uncovers it again', async (t) => {
  const service = await startTestService(t, { environment: { LLM_MODEL: 'from-environment', ENABLE_CLOUD: 'true' } })
  const model = async () => (await service.get('/api/config')).body.data.llm.model
  assert.equal(await model(), 'from-environment')
  await put(service, { LLM_MODEL: 'from-runtime' })
  assert.equal(await model(), 'from-runtime')
  assert.equal((await settingIn(service, 'LLM_MODEL')).layer, 'runtime')
  await put(service, { LLM_MODEL: null })
  assert.equal(await model(), 'from-environment')
  assert.equal((await settingIn(service, 'LLM_MODEL')).layer, 'environment')
})

test('one wrong key refuses the whole request, with one entry for each wrong key, and nothing changes', async (t) => {
  const service = await startTestService(t)
  const before = (await service.get('/api/settings')).body
  const answer = await put(service, {
    LLM_MODEL: 'must not be kept',
    LLM_PROVIDER: 'provider_c',
    LLM_TIMEOUT: '60',
    HOURLY_QUOTA: 0,
    DATABASE_URL: 'postgresql://elsewhere',
    REDIS_URL: 'redis://elsewhere',
    'llm.model': 'x',
    lower: 1,
  })
  assert.equal(assertErrorEnvelope(answer), 'VALIDATION_ERROR')
  assert.deepEqual(
    answer.body.error.details.map(({ field }: { field: string }) => field),
    ['LLM_PROVIDER', 'LLM_TIMEOUT', 'HOURLY_QUOTA', 'DATABASE_URL', 'REDIS_URL', 'llm.model', 'lower'],
  )
  assert.deepEqual((await service.get('/api/settings')).body, before)
  assert.equal((await service.get('/api/audit')).body.data.total, 0)
})

test('the three checked keys refuse every wrong value and null', async (t) => {
  const service = await startTestService(t)
  const wrong: Record<string, unknown[]> = {
    LLM_PROVIDER: ['', 'anthropic', 'PROVIDER_A', 1, null, ['provider_a'], {}],
    LLM_TIMEOUT: [0, -1, 1.5, '300', null, true, [], {}, 1e300],
    HOURLY_QUOTA: [0, -10, 0.1, '10', null, false, [10], {}],
  }
  for (const [key, values] of Object.entries(wrong)) {
    for (const value of values) {
      const answer = await put(service, { [key]: value })
      assert.deepEqual(
        [answer.status, answer.body.error?.details[0].field],
        [400, key],
        JSON.stringify({ [key]: value }),
      )
    }
  }
})

test('a value that cannot be read is stored as given, the stricter one stays in force, and the message says so', async (t) => {
  const service = await startTestService(t)
  await put(service, { MAX_REPLICA_CHANGE: 0.2 })
  const answer = await put(service, { MAX_REPLICA_CHANGE: 'many', ALLOWED_NAMESPACES: { all: true } })
  assert.equal(answer.status, 200)
  assert.match(answer.body.message, /MAX_REPLICA_CHANGE could not be read.*ALLOWED_NAMESPACES could not be read/s)
  assert.equal(answer.body.data.security.max_replica_change, 0.2)
  assert.deepEqual(answer.body.data.security.allowed_namespaces, ['default', 'production'])
  assert.match((await settingIn(service, 'MAX_REPLICA_CHANGE')).warning, /could not be read/)
  assert.equal((await settingIn(service, 'MAX_REPLICA_CHANGE')).unread, 'many')
  assert.equal((await settingIn(service, 'ALLOWED_NAMESPACES')).unread, '{"all":true}')
  assert.match((await service.get('/api/status')).body.data.warnings.join(), /MAX_REPLICA_CHANGE/)
})

test('an unknown key is kept without effect and named in the message', async (t) => {
  const service = await startTestService(t)
  const answer = await put(service, { SOMETHING_NEW: { a: 1 } })
  assert.match(answer.body.message, /SOMETHING_NEW is not known and has no effect/)
  assert.equal((await settingIn(service, 'SOMETHING_NEW')).value, '[set]')
  await put(service, { SOMETHING_NEW: null })
  assert.equal(await settingIn(service, 'SOMETHING_NEW'), undefined)
})

test('changing the address of a key drops the key, and the message says so', async (t) => {
  const service = await startTestService(t)
  await put(service, { LLM_API_KEY: 'sk-first' })
  const answer = await put(service, { LLM_BASE_URL: 'http://127.0.0.1:9/v1' })
  assert.match(answer.body.message, /LLM_API_KEY was dropped/)
  assert.equal((await settingIn(service, 'LLM_API_KEY')).value, null)
})

test('GET /api/settings lists every key with its value, layer, kind and meaning, and who changed it', async (t) => {
  const service = await startTestService(t, { environment: { API_KEY: 'admin-key' } })
  await service.ask('PUT', '/api/config', { key: 'admin-key', body: { HOURLY_QUOTA: 3 } })
  const { settings, groups } = (await service.get('/api/settings', { key: 'admin-key' })).body.data
  const byKey = new Map<string, Record<string, unknown>>(settings.map((one: { key: string }) => [one.key, one]))
  const { updated_at, ...quota } = byKey.get('HOURLY_QUOTA') ?? {}
  assert.match(String(updated_at), /Z$/)
  assert.deepEqual(
    [quota.value, quota.layer, quota.kind, quota.changeable, quota.updated_by],
    [3, 'runtime', 'integer', true, 'API_KEY'],
  )
  assert.deepEqual([byKey.get('DATABASE_URL')?.value, byKey.get('DATABASE_URL')?.changeable], ['[set]', false])
  assert.equal(byKey.get('LLM_API_KEY')?.value, null)
  const named = groups.map(({ name }: { name: string }) => name)
  for (const one of settings) assert.ok(one.meaning !== '' && named.includes(one.group), one.key)
})

test('an empty object changes nothing and leaves no trace', async (t) => {
  const service = await startTestService(t)
  assert.equal((await put(service, {})).status, 200)
  assert.equal((await service.get('/api/audit')).body.data.total, 0)
})
