/** An incident as a trace: one from alert to resolution, over a restart, with nothing in it that is nobody's business. */
import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { test } from 'node:test'
import { examine } from '../../src/edges/terminal/doctor.ts'
import { traceChecksFor } from '../../src/edges/terminal/trace-check.ts'
import { show } from '../world/alerts.ts'
import { eventually } from '../world/eventually.ts'
import { CLUE, look, proven, SICK, startMindModel, startMindService, submit } from '../world/mind/mind-service.ts'
import type { Script } from '../world/model/script.ts'
import { startTestService } from '../world/service.ts'
import { migratedDatabase } from '../world/stores.ts'
import { type ReceivedSpan, startTraceReceiver } from '../world/trace-receiver.ts'

const loaded: string[] = []
registerHooks({
  load(url, context, next) {
    if (url.includes('/@opentelemetry/')) loaded.push(url)
    return next(url, context)
  },
})

const SCALE = {
  plugin: 'scale_deployment',
  parameters: { namespace: 'shop', deployment: 'web', replicas: 3 },
  why: 'It helps.',
}
const good: Script = (request) =>
  request.turn === 0 ? look() : submit(proven(request, { remediation: { description: 'One more.', actions: [SCALE] } }))
const KEY = 'a-key-of-the-collector'

test('without an endpoint no library is loaded, and an incident takes its way', async (t) => {
  const { diagnose } = await startMindService(t, { script: good })
  assert.equal((await diagnose()).status, 'awaiting_approval')
  assert.deepEqual(loaded, [])
})

test('an incident that two instances carried is one trace from its alert to its end', async (t) => {
  const receiver = await startTraceReceiver(t)
  const { url: databaseUrl } = await migratedDatabase(t)
  const serviceEnvironment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/otlp/`,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${KEY}`,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    FIREBREAK_SECRET_KEY: 'a-key-that-both-instances-have-0123456789',
  }
  let isSecondLife = false
  const model = await startMindModel(t, (request) =>
    request.turn === 1 && !isSecondLife ? { fault: 'hang' } : good(request),
  )
  const world = { script: good, model, databaseUrl, serviceEnvironment }
  const first = await startMindService(t, { ...world, config: { LLM_TIMEOUT: 60 } })
  const id = await first.open()
  await eventually('the model is being asked again', () => model.turns.some(({ request }) => request.turn === 1))
  await first.service.stop()
  isSecondLife = true
  const { service, diagnosed } = await startMindService(t, world)
  const { proposal } = await diagnosed(id)
  const body = { decision: 'confirm', digest: proposal.digest, comment: 'Yes, help the poor thing.' }
  assert.equal((await service.ask('POST', `/api/incidents/${id}/decision`, { body })).status, 200)
  await eventually('it is resolved', async () => (await show(service, id)).status === 'resolved', 60)
  await service.stop()

  const { spans } = receiver
  assert.deepEqual([...new Set(spans.map(({ traceId }) => traceId.length))], [32])
  assert.equal(new Set(spans.map(({ traceId }) => traceId)).size, 1)
  assert.equal(new Set(spans.map(({ spanId }) => spanId)).size, spans.length, 'no span is told twice')
  assert.deepEqual(new Set(spans.map(({ attributes }) => attributes['firebreak.incident.id'])), new Set([id]))
  assertTree(spans)
  const outcomes = ['diagnosis', 'proposal', 'decision', 'action', 'verification', 'execution'].map(
    (name) => one(spans, name).attributes['firebreak.outcome'],
  )
  assert.deepEqual(outcomes, ['plan_proposed', 'proposed', 'accepted', 'done', 'resolved', 'resolved'])

  const turns = spans.filter(({ name }) => name === 'model turn').map(({ attributes }) => attributes)
  assert.deepEqual(
    turns.map((turn) => turn['firebreak.outcome']),
    ['answered', 'cancelled', 'answered'],
  )
  assert.equal(turns[0]?.['gen_ai.provider.name'], 'provider_a')
  assert.ok(Number(turns[0]?.['gen_ai.usage.input_tokens']) > 0)
  const scaling = spans.filter(({ attributes }) => attributes['firebreak.plugin.name'] === 'scale_deployment')
  assert.ok(
    scaling.some(({ name, parentSpanId }) => name === 'plugin call' && parentSpanId === one(spans, 'action').spanId),
  )

  const exported = receiver.bodies.join('')
  for (const private_ of [
    CLUE,
    SICK,
    'poor thing',
    'Orders are not taken',
    'look at the logs',
    KEY,
    'sk-mind',
    'namespace',
  ])
    assert.ok(!exported.includes(private_), private_)
  assert.ok(receiver.requests.every(({ path }) => path === '/otlp/v1/traces'))
  assert.ok(receiver.requests.every(({ headers }) => headers.authorization === `Bearer ${KEY}`))
  assert.deepEqual(receiver.resource(), { 'deployment.environment.name': 'test', 'service.name': 'firebreak' })
  assert.ok(loaded.length > 0)
})

test('an incident resolved by hand under way: its diagnosis is told as cancelled, and its trace hangs together', async (t) => {
  const receiver = await startTraceReceiver(t)
  const script: Script = (request) => (request.turn === 0 ? look() : { fault: 'hang' })
  const serviceEnvironment = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url }
  const { service, open, model } = await startMindService(t, { script, serviceEnvironment, config: { LLM_TIMEOUT: 5 } })
  const id = await open()
  await eventually('the model is being asked again', () => model.turns.some(({ request }) => request.turn === 1))
  const body = { comment: 'It was me.' }
  assert.equal((await service.ask('POST', `/api/incidents/${id}/resolve`, { body })).status, 200)
  await eventually('the diagnosis is told', () => receiver.spans.some(({ name }) => name === 'diagnosis'))
  assert.equal(one(receiver.spans, 'diagnosis').attributes['firebreak.outcome'], 'cancelled')
  assert.equal(one(receiver.spans, 'decision').attributes['firebreak.decision'], 'resolve')
  assert.deepEqual(arrowsOf(receiver.spans), [
    'alert below nothing',
    'decision below alert',
    'diagnosis below alert',
    'model turn below diagnosis',
    'plugin call below diagnosis',
  ])
})

/** Which kinds of spans hang below which. */
function arrowsOf(spans: readonly ReceivedSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const arrows = spans.map(({ name, parentSpanId }) => {
    const parent = parentSpanId ? (byId.get(parentSpanId)?.name ?? 'missing') : 'nothing'
    return `${name} below ${parent}`
  })
  return [...new Set(arrows)].sort()
}

function assertTree(spans: readonly ReceivedSpan[]): void {
  assert.deepEqual(arrowsOf(spans), [
    'action below execution',
    'alert below nothing',
    'decision below alert',
    'diagnosis below alert',
    'execution below alert',
    'model turn below diagnosis',
    'plugin call below action',
    'plugin call below diagnosis',
    'plugin call below proposal',
    'plugin call below verification',
    'proposal below diagnosis',
    'verification below execution',
  ])
  for (const name of ['alert', 'diagnosis', 'proposal', 'decision', 'execution', 'action', 'verification'])
    one(spans, name)
}

function one(spans: readonly ReceivedSpan[], name: string): ReceivedSpan {
  const [span, ...others] = spans.filter((candidate) => candidate.name === name)
  assert.ok(span && others.length === 0, `${others.length + (span ? 1 : 0)} spans are called ${name}`)
  return span
}

test('an endpoint that is no address, and a header that is none, stop the start', async (t) => {
  const start = (environment: Record<string, string>) => startTestService(t, { environment })
  await assert.rejects(
    start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }),
    /^Error: OTEL_EXPORTER_OTLP_ENDPOINT must be the http or https address/,
  )
  await assert.rejects(
    start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:1', OTEL_EXPORTER_OTLP_HEADERS: 's3cr3t' }),
    /^Error: OTEL_EXPORTER_OTLP_HEADERS, entry 1, must have the form name=value\.$/,
  )
})

test('the doctor says whether the collector takes traces', async (t) => {
  const [open, closed] = [await startTraceReceiver(t), await startTraceReceiver(t, 401)]
  const ask = async (OTEL_EXPORTER_OTLP_ENDPOINT: string) => examine(traceChecksFor({ OTEL_EXPORTER_OTLP_ENDPOINT }))
  assert.deepEqual(
    (await ask(open.url)).map(({ about, state }) => [about, state]),
    [['traces', 'good']],
  )
  const [refused] = await ask(closed.url)
  assert.equal(refused?.state, 'advice')
  assert.match(refused?.sentence ?? '', /answers 401; check OTEL_EXPORTER_OTLP_ENDPOINT/)
  const [silent] = await ask('http://127.0.0.1:9')
  assert.equal(silent?.state, 'advice')
  assert.match(silent?.sentence ?? '', /127\.0\.0\.1:9 cannot be reached/)
  assert.deepEqual(await ask(''), [])
})
