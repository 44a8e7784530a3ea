/** A model is asked, looks, and submits: what becomes of its word, with both providers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLUE, look, proven, SICK, startMindService, submit } from '../world/mind/mind-service.ts'
import type { Provider, Script } from '../world/model/script.ts'

const good: Script = (request) => (request.turn === 0 ? look() : submit(proven(request)))

for (const provider of ['provider_a', 'provider_b'] as Provider[])
  test(`${provider}: a model that proves what it says finds what no rule knows, and its step is proposed`, async (t) => {
    const { diagnose, model, cluster } = await startMindService(t, { script: good, provider })
    const incident = await diagnose()
    const { diagnosis, proposal, usage } = incident
    assert.equal(diagnosis.source, 'model')
    assert.match(diagnosis.conclusion, /quartz gremlin/)
    assert.equal(diagnosis.confidence, 0.9)
    assert.match(diagnosis.prompt_version, /^[0-9a-f]{12}$/)
    assert.equal(diagnosis.evidence[0].quote, CLUE)
    assert.equal(diagnosis.evidence[1].quote, `"name":"${SICK}"`)
    assert.equal(incident.status, 'awaiting_approval')
    assert.deepEqual(
      proposal.actions.map(({ plugin, parameters }: { plugin: string; parameters: object }) => [plugin, parameters]),
      [['restart_pod', { namespace: 'shop', pod_name: SICK }]],
    )
    assert.equal(usage.turns, 2)
    assert.equal(model.turns.length, 2)
    assert.ok(usage.input_tokens > 1_000 && usage.output_tokens > 0)
    assert.deepEqual(cluster.changes(), [])
  })

test('the timeline tells every turn with its tokens, and every call with who made it', async (t) => {
  const { diagnose } = await startMindService(t, { script: good })
  const { events, diagnosis, usage } = await diagnose()
  const turns = events.filter(({ type }) => type === 'model_turn').map(({ data }) => data)
  assert.deepEqual(
    turns.map(({ turn, calls }) => [turn, (calls as string[]).map((call) => call.split(' ')[0])]),
    [
      [1, ['get_pod_logs', 'get_pod_logs', 'list_pods']],
      [2, ['submit_diagnosis']],
    ],
  )
  const sum = turns.reduce((tokens, { input_tokens }) => tokens + Number(input_tokens), 0)
  assert.equal(sum, usage.input_tokens)
  const calls = events.filter(({ type }) => type === 'tool_call').map(({ data }) => data)
  assert.ok(calls.some(({ by }) => by === 'model'))
  // Numbered on from those of the analysis, each once.
  assert.deepEqual(
    calls
      .map(({ call }) => call)
      .toSorted((one, other) => Number(String(one).slice(1)) - Number(String(other).slice(1))),
    calls.map((_, at) => `C${at + 1}`),
  )
  const quoted = calls.find(({ call }) => call === diagnosis.evidence[0].call)
  assert.match(JSON.stringify(quoted?.result), /quartz gremlin/)
})

test('the model is offered every diagnostic plugin and one way to end, the same in every turn', async (t) => {
  const { diagnose, model } = await startMindService(t, { script: good })
  await diagnose()
  const offered = model.turns.map(({ request }) => request.tools.map(({ name }) => name).join(' '))
  assert.equal(new Set(offered).size, 1)
  assert.match(offered[0] ?? '', /^list_pods .*runbook\.search .*read_call submit_diagnosis$/)
  assert.doesNotMatch(offered[0] ?? '', /restart_pod|exec_write/)
  assert.match(model.turns[0]?.request.system ?? '', /- restart_pod \{namespace\?, pod_name\} \(risk low\)/)
})

test('a tool whose server or database nobody named is not offered, and is as soon as somebody does', async (t) => {
  const { diagnose, model, service } = await startMindService(t, { script: good })
  const offered = () => model.turns.at(-1)?.request.tools.map(({ name }) => name) ?? []
  await diagnose()
  for (const name of ['metrics.query', 'logs.query', 'errors.get_issue', 'lock_waits'])
    assert.ok(!offered().includes(name), name)
  assert.doesNotMatch(model.turns.at(-1)?.request.system ?? '', /terminate_query/)
  await service.ask('PUT', '/api/config', { body: { METRICS_URL: 'http://127.0.0.1:9' } })
  await diagnose({ fingerprint: 'second', labels: { alertname: 'Second', namespace: 'shop', deployment: 'web' } })
  assert.ok(offered().includes('metrics.query') && !offered().includes('logs.query'))
})

test('a plugin taken out of use is not offered', async (t) => {
  const { diagnose, model } = await startMindService(t, { script: good, config: { DISABLED_PLUGINS: ['shell.exec'] } })
  await diagnose()
  assert.ok(!model.turns[0]?.request.tools.some(({ name }) => name === 'shell.exec'))
})

const WAYS: readonly (readonly [string, (diagnosis: string) => string])[] = [
  ['one JSON object', (diagnosis) => diagnosis],
  ['a code block within prose', (diagnosis) => `Here is what I found.\n\`\`\`json\n${diagnosis}\n\`\`\`\nGood luck!`],
  ['its call as text', (diagnosis) => `<tool_call>{"name":"submit_diagnosis","arguments":${diagnosis}}</tool_call>`],
]

for (const provider of ['provider_a', 'provider_b'] as Provider[])
  for (const [way, say] of WAYS)
    test(`${provider}: a model that answers with ${way} is understood`, async (t) => {
      const script: Script = (request) => (request.turn === 0 ? look() : say(JSON.stringify(proven(request))))
      const { diagnosis } = await (await startMindService(t, { script, provider })).diagnose()
      assert.equal(diagnosis.source, 'model')
      assert.match(diagnosis.conclusion, /quartz gremlin/)
      assert.equal(diagnosis.confidence, 0.9)
    })

test('findings that are plain sentences with their quotes prove what they say', async (t) => {
  const script: Script = (request) => {
    if (request.turn === 0) return look()
    const number = /^C\d+/m.exec(request.messages.findLast(({ role }) => role === 'tool')?.text ?? '')?.[0]
    return submit(proven(request, { key_findings: [`Only ${SICK} is named in ${number}: "name":"${SICK}".`] }))
  }
  const { diagnosis } = await (await startMindService(t, { script })).diagnose()
  assert.equal(diagnosis.source, 'model')
  assert.equal(diagnosis.confidence, 0.7)
})

for (const [name, script] of [
  ['in plain words, whatever it is told', () => `The orders of web are held up by a gremlin in ${SICK}.`],
  [
    'without any quote',
    () => submit({ conclusion: `${SICK} is held up by a gremlin.`, confidence: 1, key_findings: ['It holds row 17.'] }),
  ],
  ['in another language', () => submit({ conclusion: '内存不足，容器被终止。', confidence: 1, key_findings: [] })],
] satisfies [string, Script][])
  test(`a model that answers ${name} is heard, as unproven`, async (t) => {
    const { diagnosis, status, proposal } = await (await startMindService(t, { script })).diagnose()
    assert.equal(diagnosis.source, 'model')
    assert.match(diagnosis.conclusion, /^Unproven, the model quotes nothing that was seen: .*(gremlin|内存不足)/)
    assert.ok(diagnosis.confidence <= 0.4)
    assert.equal(proposal, null)
    assert.equal(status, 'escalated')
  })

test('a submission that does not hold may be mended once', async (t) => {
  const wrong = { key_findings: [{ text: 'x', evidence: [{ call: 'C1', quote: 'words nobody wrote' }] }] }
  const script: Script = (request) =>
    request.turn === 0 ? look() : submit(proven(request, request.turn === 1 ? wrong : {}))
  const { diagnose, model } = await startMindService(t, { script })
  const { diagnosis } = await diagnose()
  assert.equal(diagnosis.source, 'model')
  const [, , mending] = model.turns
  assert.equal(mending?.request.mustCall, 'submit_diagnosis')
  assert.match(mending?.request.messages.at(-1)?.text ?? '', /"words nobody wrote" does not stand in the result of C1/)
})

test('what does not hold the second time either is told as unproven', async (t) => {
  const wrong = { key_findings: [{ text: 'x', evidence: [{ call: 'C99', quote: 'words nobody wrote' }] }] }
  const script: Script = (request) => (request.turn === 0 ? look() : submit(proven(request, wrong)))
  const { diagnose, model } = await startMindService(t, { script })
  const { diagnosis, status } = await diagnose()
  assert.match(diagnosis.conclusion, /^Unproven/)
  assert.ok(diagnosis.confidence <= 0.4)
  // What analysis saw stands under it with its own evidence; what nobody wrote does not.
  assert.ok(diagnosis.evidence.every(({ call }: { call: string }) => call !== 'C99'))
  assert.equal(status, 'escalated')
  assert.equal(model.turns.length, 3)
})

test('what policy refuses goes back to the model once with the reason, then a person must look', async (t) => {
  const { diagnose, model } = await startMindService(t, { script: good, config: { ALLOWED_NAMESPACES: ['elsewhere'] } })
  const { diagnosis, status, proposal, events } = await diagnose()
  assert.equal(model.turns.length, 3)
  assert.match(model.turns[2]?.request.messages.at(-1)?.text ?? '', /Policy refuses the step: .*shop/)
  assert.equal(status, 'escalated')
  assert.equal(proposal, null)
  assert.equal(diagnosis.source, 'model')
  assert.equal(events.filter(({ type }) => type === 'policy_refused').length, 1)
})

test('a person who asks to look again is heard by the model', async (t) => {
  const { diagnose, diagnosed, service, model } = await startMindService(t, { script: good })
  const { id, proposal } = await diagnose()
  const body = { decision: 'rediagnose', digest: proposal.digest, comment: 'Look at the moon phase.' }
  assert.equal((await service.ask('POST', `/api/incidents/${id}/decision`, { body })).status, 200)
  const again = await diagnosed(id)
  assert.equal(again.diagnosis.version, 2)
  assert.match(model.turns[2]?.request.messages[0]?.text ?? '', /asked to look again[\s\S]*Look at the moon phase\./)
})

test('what the model costs is counted for the metrics', async (t) => {
  const { diagnose, service } = await startMindService(t, { script: good })
  await diagnose()
  const { text } = await service.get('/metrics')
  assert.match(text, /firebreak_model_turn_duration_seconds_count\{outcome="answered"\} 2/)
  assert.match(text, /firebreak_model_tokens_total\{kind="input"\} \d+/)
  assert.match(text, /firebreak_model_tokens_total\{kind="output"\} \d+/)
})
