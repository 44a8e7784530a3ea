/** Whatever a model does, the incident ends in a diagnosis, the timeline tells what happened, and nobody else waits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { look, proven, startMindService, submit } from '../world/mind/mind-service.ts'
import { faultyModel } from '../world/model/faulty-model.ts'
import type { ModelAnswer, ModelFault, Provider, Script } from '../world/model/script.ts'
import { runSql } from '../world/sql.ts'

const PROVIDERS: readonly Provider[] = ['provider_a', 'provider_b']
const failing =
  (fault: ModelFault): Script =>
  () => ({ fault })
const saying =
  (answer: ModelAnswer): Script =>
  () =>
    answer

const FAULTS: readonly (readonly [name: string, script: Script, failure: RegExp])[] = [
  ['is too busy for longer than we wait', failing({ status: 429, retryAfter: 3600 }), /many|busy|rate|429/i],
  ['answers 500', failing({ status: 500 }), /500/],
  ['breaks the connection in the middle', failing('reset'), /broke off|reach/],
  ['is silent', failing('hang'), /did not finish its turn within 2 s/],
  ['sends a blank now and then for ever', failing('drip'), /did not finish its turn within 2 s/],
  ['answers what is no JSON', failing('invalid json'), /not its protocol/],
  ['answers ten megabytes', failing('huge'), /more than \d+ bytes/],
  ['streams for ever', failing('endless'), /more than \d+ bytes/],
  ['stops in the middle of its answer', failing('truncated'), /not its protocol/],
  ['stops in the middle of a word', saying({ text: 'The pod', stop: 'length' }), /submitted no diagnosis/],
  [
    'submits ten megabytes',
    saying(submit({ conclusion: 'x'.repeat(10 * 1024 * 1024), confidence: 1, key_findings: [] })),
    /more than \d+ bytes/,
  ],
  [
    'calls the same a hundred times in a turn',
    saying({ calls: Array.from({ length: 100 }, () => ({ tool: 'list_pods', parameters: { namespace: 'shop' } })) }),
    /submitted no diagnosis in 12 turns/,
  ],
  ['refuses to answer', saying({ text: 'I will not do this.', stop: 'refusal' }), /refused to answer/],
  ['only talks', saying('I would need more data.'), /submitted no diagnosis and named nothing of this incident/],
  [
    'calls what does not exist, for ever',
    saying({ calls: [{ tool: 'web.search', parameters: { query: 'x' } }] }),
    /submitted no diagnosis in 12 turns/,
  ],
  [
    'asks the same for ever',
    saying({ calls: [{ tool: 'list_pods', parameters: { namespace: 'shop' } }] }),
    /submitted no diagnosis in 12 turns/,
  ],
  [
    'writes arguments that are no JSON',
    saying({ calls: [{ tool: 'list_pods', arguments: '{"namespace": "sho' }] }),
    /submitted no diagnosis in 12 turns/,
  ],
  [
    'submits what fits no schema',
    saying(submit({ conclusion: 42, confidence: 'very', key_findings: 'none', remediation: 'all' })),
    /no conclusion/,
  ],
  [
    'calls a remediation',
    saying({ calls: [{ tool: 'restart_pod', parameters: { namespace: 'shop', pod_name: 'web-1-aaaaa' } }] }),
    /submitted no diagnosis in 12 turns/,
  ],
]

/** Those whose time must run out; the others may take as long as a busy machine needs. */
const SLOW = ['is silent', 'sends a blank now and then for ever']
const CASES = FAULTS.flatMap((fault) => PROVIDERS.map((provider) => [provider, ...fault] as const))

for (const [provider, name, script, failure] of CASES)
  test(`${provider}: a model that ${name}: the findings stand as the diagnosis, and the incident goes on`, async (t) => {
    const { diagnose, cluster, model } = await startMindService(t, {
      script,
      provider,
      config: { LLM_TIMEOUT: SLOW.includes(name) ? 2 : 60 },
    })
    const { diagnosis, status, events } = await diagnose()
    assert.equal(diagnosis.source, 'analysis')
    assert.match(diagnosis.model_failure, failure)
    assert.equal(status, 'escalated')
    const turns = events.filter(({ type }) => type === 'model_turn')
    assert.ok(turns.length > 0 && turns.length <= 12)
    assert.ok(model.turns.length <= 12)
    assert.deepEqual(cluster.changes(), [])
  })

test('a model that is busy for a moment is waited for', async (t) => {
  let refusals = 0
  const script: Script = (request) => {
    if (request.turn === 0 && refusals++ === 0) return { fault: { status: 429, retryAfter: 0 } }
    return request.turn === 0 ? look() : submit(proven(request))
  }
  const { diagnosis } = await (await startMindService(t, { script })).diagnose()
  assert.equal(diagnosis.source, 'model')
})

test('a model that fails half-way leaves the findings and what was seen', async (t) => {
  const script: Script = ({ turn }) => (turn === 0 ? look() : { fault: { status: 503, retryAfter: 3600 } })
  const { diagnosis, events, usage } = await (await startMindService(t, { script })).diagnose()
  assert.equal(diagnosis.source, 'analysis')
  assert.match(diagnosis.prompt_version, /^[0-9a-f]{12}$/)
  assert.equal(usage.turns, 1)
  assert.equal(events.filter(({ type, data }) => type === 'model_turn' && data.failure !== '').length, 1)
  assert.ok(events.some(({ type, data }) => type === 'tool_call' && data.by === 'model'))
})

test('without a model nothing is asked, and the diagnosis says so', async (t) => {
  const { diagnose, model } = await startMindService(t, {
    script: saying('x'),
    // The key belongs to the other address and is dropped.
    config: { LLM_BASE_URL: 'https://api.anthropic.com' },
  })
  const { diagnosis, events } = await diagnose()
  assert.equal(diagnosis.source, 'analysis')
  assert.match(diagnosis.model_failure, /No model is set up/)
  assert.equal(model.turns.length, 0)
  assert.ok(!events.some(({ type }) => type === 'model_turn'))
})

test('once the tokens of the hour are used up analysis works alone, until the hour has passed', async (t) => {
  const script: Script = (request) => (request.turn === 0 ? look() : submit(proven(request)))
  const { diagnose, service, model } = await startMindService(t, { script, config: { LLM_HOURLY_TOKENS: 1_000 } })
  assert.equal((await diagnose()).diagnosis.source, 'analysis')
  const asked = model.turns.length
  assert.equal(asked, 1)
  const second = await diagnose({ fingerprint: 'second' })
  assert.match(second.diagnosis.model_failure, /tokens of this hour are used up \(LLM_HOURLY_TOKENS\)/)
  assert.equal(model.turns.length, asked)
  const { body } = await service.get('/api/status')
  assert.match(body.data.warnings.join(), /LLM_HOURLY_TOKENS/)
  await runSql(service.databaseUrl, `UPDATE model_usage SET at = at - interval '61 minutes'`)
  assert.deepEqual(
    (await service.get('/api/status')).body.data.warnings.filter((one: string) => one.includes('LLM_HOURLY_TOKENS')),
    [],
  )
  await diagnose({ fingerprint: 'third' })
  assert.ok(model.turns.length > asked)
})

test('twenty incidents with a model at its worst all end, and change nothing', async (t) => {
  const { open, diagnosed, cluster } = await startMindService(t, {
    script: faultyModel(11),
    config: { LLM_TIMEOUT: 1 },
  })
  const ids = await Promise.all(Array.from({ length: 20 }, (_, at) => open({ fingerprint: `alert ${at}` })))
  for (const id of ids) {
    const { diagnosis, usage } = await diagnosed(id)
    assert.ok(diagnosis.conclusion !== '' && usage.turns <= 12)
  }
  assert.deepEqual(cluster.changes(), [])
})
