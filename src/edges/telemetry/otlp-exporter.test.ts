import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTraceReceiver } from '../../../test/world/trace-receiver.ts'
import { openExporter } from './otlp-exporter.ts'

const SPAN = { name: 'decision', facts: { outcome: 'accepted' }, seconds: 0.5 } as const
const RUN = { id: 'INC-1:diagnose:1', incidentId: 'INC-1', startedAt: new Date(Date.now() - 60_000) }

function openOn(url: string, idKey = 'key') {
  const warnings: string[] = []
  const log = { debug() {}, info() {}, warn: (_: object, line: string) => void warnings.push(line), error() {} }
  const place = { url, headers: {}, resource: { 'service.name': 'firebreak' } }
  return { ...openExporter({ place, idKey, log }), warnings }
}

test('a collector that refuses costs one warning, however much it refuses', async (t) => {
  const receiver = await startTraceReceiver(t, 400)
  const { tell, close, warnings } = openOn(receiver.url)
  for (let count = 0; count < 1_200; count += 1) tell('INC-1', SPAN)
  await close()
  assert.ok(receiver.requests.length > 1)
  assert.deepEqual(warnings, ['Traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT and some spans are lost.'])
})

test('the ids of an incident are the same on every instance, and others in another installation', async (t) => {
  const receiver = await startTraceReceiver(t)
  for (const idKey of ['ours', 'ours', 'theirs']) {
    const { tell, close } = openOn(receiver.url, idKey)
    tell('INC-1', { ...SPAN, name: 'alert' })
    await close()
  }
  const [one, two, three] = receiver.spans.map(({ traceId, spanId }) => `${traceId} ${spanId}`)
  assert.equal(one, two)
  assert.notEqual(one, three)
})

test('a run that is broken off is told by whoever finishes it, with when it began', async (t) => {
  const receiver = await startTraceReceiver(t)
  const first = openOn(receiver.url)
  const breakOff = () => first.run(RUN, { name: 'diagnosis' }, () => first.span({ name: 'plugin call' }, fail))
  await assert.rejects(breakOff(), /no such luck/)
  await first.close()
  assert.deepEqual(
    receiver.spans.map(({ name, attributes, status }) => [name, attributes['firebreak.outcome'], status.code]),
    [['plugin call', 'failed', 2]],
  )
  const second = openOn(receiver.url)
  await second.run(RUN, { name: 'diagnosis' }, async () => second.note({ outcome: 'fault' }))
  await second.close()
  const [call, run] = receiver.spans
  assert.equal(call?.parentSpanId, run?.spanId)
  assert.equal(run?.attributes['firebreak.outcome'], 'fault')
  assert.equal(Number(BigInt(run?.startTimeUnixNano ?? 0) / 1_000_000n), RUN.startedAt.getTime())
  assert.ok(!receiver.bodies.join('').includes('no such luck'))
})

test('a step that is broken off and done again is told once, and work outside a run is not told', async (t) => {
  const receiver = await startTraceReceiver(t)
  const { run, span, close } = openOn(receiver.url)
  const step = (work: () => Promise<void>) =>
    run(RUN, { name: 'execution' }, () => span({ name: 'action', key: 'do 0' }, work))
  await assert.rejects(step(fail))
  await step(async () => {})
  await span({ name: 'plugin call' }, async () => {})
  await close()
  assert.deepEqual(
    receiver.spans.map(({ name }) => name),
    ['action', 'execution'],
  )
})

async function fail(): Promise<void> {
  throw new Error('no such luck')
}
