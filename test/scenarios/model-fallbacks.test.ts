/** More than one model: who stands in when the first fails or is spent, with which key, and who is asked what is easy. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { look, proven, startMindService, submit } from '../world/mind/mind-service.ts'
import { startModelSimulator } from '../world/model/model-simulator.ts'
import type { Script } from '../world/model/script.ts'

const good: Script = (request) => (request.turn === 0 ? look() : submit(proven(request)))
const SECOND_KEY = 'sk-second-1f0c2ab9e8435677'

async function startSecond(t: TestContext, script: Script = good) {
  const second = await startModelSimulator({ script, key: SECOND_KEY })
  t.after(() => second.close())
  const config = {
    LLM_FALLBACKS: [{ provider: 'provider_b', base_url: `${second.url}/v1`, model: 'stand-in' }],
    LLM_FALLBACK_KEYS: `${second.url}=${SECOND_KEY}`,
  }
  return { second, config }
}

for (const [name, script] of [
  ['is down', () => ({ fault: { status: 503, retryAfter: 3600 } })],
  ['refuses its key', () => ({ fault: { status: 401 } })],
  ['answers nonsense', () => ({ fault: 'html' })],
] satisfies [string, Script][])
  test(`a model that ${name} is stood in for, in the other protocol and with the other key`, async (t) => {
    const { second, config } = await startSecond(t)
    const { diagnose, model, service } = await startMindService(t, { script, config })
    const { diagnosis, events } = await diagnose()
    assert.equal(diagnosis.source, 'model')
    assert.match(diagnosis.conclusion, /quartz gremlin/)
    const turns = events.filter(({ type }) => type === 'model_turn').map(({ data }) => [data.provider, data.model])
    assert.deepEqual(turns, [
      ['provider_b', 'stand-in'],
      ['provider_b', 'stand-in'],
    ])
    assert.ok(!JSON.stringify(model.recorder.requests).includes(SECOND_KEY))
    assert.equal(second.turns.length, 2)
    const shown = JSON.stringify([(await service.get('/api/settings')).body, (await service.get('/api/config')).body])
    assert.ok(!shown.includes(SECOND_KEY) && shown.includes('stand-in'))
  })

test('where all fail the diagnosis says what became of each', async (t) => {
  const { config } = await startSecond(t, () => ({ fault: { status: 400 } }))
  const { diagnose } = await startMindService(t, { script: () => ({ fault: { status: 401 } }), config })
  const { diagnosis } = await diagnose()
  assert.equal(diagnosis.source, 'analysis')
  assert.match(diagnosis.model_failure, /answered 401.* Then: .*answered 400/)
})

test('once the tokens of the hour are used up only those that stand in are asked', async (t) => {
  const { second, config } = await startSecond(t)
  const { diagnose, model } = await startMindService(t, {
    script: good,
    config: { ...config, LLM_HOURLY_TOKENS: 1_000 },
  })
  const { diagnosis } = await diagnose()
  assert.equal(diagnosis.source, 'model')
  assert.deepEqual([model.turns.length, second.turns.length], [1, 1])
})

test('a fallback that is no such entry is refused with what is expected', async (t) => {
  const { service } = await startMindService(t, { script: good })
  const body = { LLM_FALLBACKS: [{ provider: 'openai', base_url: 'x', model: 'y' }] }
  const refused = await service.ask('PUT', '/api/config', { body })
  assert.equal(refused.status, 400)
  assert.match(JSON.stringify(refused.body), /list of objects \{provider, base_url, model, hourly_tokens\?\}/)
})

test('a fallback whose own tokens of the hour are used up is passed over for the next, and the diagnosis says so', async (t) => {
  const { second, config } = await startSecond(t)
  const third = await startModelSimulator({ script: good, key: SECOND_KEY })
  t.after(() => third.close())
  const [row] = config.LLM_FALLBACKS
  const { diagnose, service } = await startMindService(t, {
    script: () => ({ fault: { status: 401 } }),
    config: {
      LLM_FALLBACKS: [
        { ...row, hourly_tokens: 1 },
        { provider: 'provider_a', base_url: third.url, model: 'third' },
      ],
      LLM_FALLBACK_KEYS: `${second.url}=${SECOND_KEY}, ${third.url}=${SECOND_KEY}`,
      LLM_PRICES: [
        { model: 'stand-in', input: 2, output: 10 },
        { model: 'third', input: 1, output: 5, cached_input: 0.1 },
      ],
      LLM_CURRENCY: 'EUR',
    },
  })
  const { id, diagnosis, events, usage } = await diagnose()
  assert.equal(diagnosis.source, 'model')
  assert.deepEqual([second.turns.length, third.turns.length], [1, 1])
  const models = events.filter(({ type }) => type === 'model_turn').map(({ data }) => data.model)
  assert.deepEqual(models, ['stand-in', 'third'])
  assert.ok(usage.cost > 0 && usage.cost < 1)
  assert.equal(usage.currency, 'EUR')
  const metrics = (await service.get('/metrics')).text
  const counted = Number(/^firebreak_model_cost_total\{currency="EUR"\} (\S+)$/m.exec(metrics)?.[1])
  assert.ok(Math.abs(counted - usage.cost) < 0.00001)
  await service.ask('PUT', '/api/config', { body: { LLM_PRICES: [] } })
  const unpriced = (await service.get(`/api/incidents/${id}`)).body.data
  assert.equal(unpriced.usage.cost, undefined)
})
