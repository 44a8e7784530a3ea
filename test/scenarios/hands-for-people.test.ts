/** Our hands for people: a plugin run on an incident is evidence, and a plan written by hand is tried before it is handed in. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { show } from '../world/alerts.ts'
import { look, proven, SICK, startMindService, submit, WELL } from '../world/mind/mind-service.ts'
import type { Script, ScriptRequest } from '../world/model/script.ts'

const isQuestion = ({ tools }: ScriptRequest) => tools.some(({ name }) => name === 'answer_question')

const quoting = {
  answer: 'It takes orders.',
  findings: [{ text: `${WELL} is well.`, evidence: [{ call: 'C1001', quote: 'order 4711 taken' }] }],
}

/** Proves its cause, wants nothing done, and quotes what a person saw where it is asked. */
const script: Script = (request) => {
  if (isQuestion(request)) return { calls: [{ tool: 'answer_question', parameters: quoting }] }
  return request.turn === 0 ? look() : submit(proven(request, { remediation: null }))
}

test('what a person has a plugin see is numbered evidence; what would change something is no such call', async (t) => {
  const { service, diagnose, cluster } = await startMindService(t, { script })
  const { id, diagnosis } = await diagnose()
  const call = (body: object, key?: string) =>
    service.ask('POST', `/api/incidents/${id}/calls`, { body, ...(key !== undefined && { key }) })
  const logs = { plugin: 'get_pod_logs', parameters: { namespace: 'shop', pod_name: WELL, tail_lines: 7 } }
  const first = await call(logs)
  assert.equal(first.status, 200, first.text)
  assert.equal(first.body.data.call, 'C1001')
  assert.match(JSON.stringify(first.body.data.result), /order 4711 taken/)
  const later = await Promise.all([1, 2, 3].map(() => call({ plugin: 'list_pods', parameters: { namespace: 'shop' } })))
  assert.deepEqual(later.map(({ body }) => body.data.call).toSorted(), ['C1002', 'C1003', 'C1004'])
  const failed = await call({ plugin: 'get_pod_logs', parameters: { namespace: 'shop', pod_name: 'nobody' } })
  assert.deepEqual([failed.status, failed.body.data.result.success], [200, false])
  for (const plugin of ['restart_pod', 'launch']) {
    const refused = await call({ plugin, parameters: { namespace: 'shop', pod_name: SICK } })
    assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, 'plugin'])
  }
  const { events, ...after } = await show(service, id)
  const [kept] = events.filter(({ type, data }) => type === 'tool_call' && data.by === 'person')
  assert.deepEqual([kept?.data.tool, kept?.data.person], ['get_pod_logs', 'local'])
  assert.deepEqual(kept?.data.result, first.body.data.result)
  assert.deepEqual(after.diagnosis, diagnosis)
  const question = { question: `is ${WELL} well?`, wait_seconds: 120 }
  const asked = await service.ask('POST', `/api/incidents/${id}/questions`, { body: question })
  const [proof] = asked.body.data.question.answer.findings[0].evidence
  assert.deepEqual([proof.call, proof.plugin], ['C1001', 'get_pod_logs'])
  const { key } = (await service.ask('POST', '/api/keys', { body: { name: 'v', role: 'viewer' } })).body.data
  assert.equal((await call(logs, key)).status, 403)
  assert.deepEqual(cluster.changes(), [])
})

test('a plan that is only thought of is tried: what it would change, what it rests on and the way back, and nothing moves', async (t) => {
  const { service, diagnose, cluster } = await startMindService(t, { script })
  const { id } = await diagnose()
  const tried = async (...actions: object[]) => {
    const body = { why: 'A fresh process.', actions }
    const { status, body: answer } = await service.ask('POST', `/api/incidents/${id}/proposals/dry-run`, { body })
    assert.equal(status, 200, JSON.stringify(answer))
    return answer.data.actions
  }
  const restart = { plugin: 'restart_pod', parameters: { namespace: 'shop', pod_name: SICK } }
  const scale = { plugin: 'scale_deployment', parameters: { namespace: 'shop', deployment: 'web', replicas: 3 } }
  const [restarted, scaled] = await tried(restart, scale)
  assert.deepEqual([restarted.plugin, restarted.would_run], ['restart_pod', true], restarted.message)
  assert.match(restarted.rollback.impossible, /./)
  assert.ok(Object.keys(restarted.preconditions).length > 0)
  assert.equal(scaled.would_run, true, scaled.message)
  assert.deepEqual([scaled.rollback.plugin, scaled.rollback.parameters.replicas], ['scale_deployment', 2])
  assert.deepEqual(
    scaled.changes.map(({ from, to }: { from: string; to: string }) => [from, to]),
    [['2', '3']],
  )
  const [nobody] = await tried({ ...restart, parameters: { namespace: 'shop', pod_name: 'nobody' } })
  assert.deepEqual([nobody.would_run, nobody.rollback], [false, undefined])
  await service.ask('PUT', '/api/config', { body: { ALLOWED_NAMESPACES: ['elsewhere'] } })
  const [refused] = await tried(restart)
  assert.equal(refused.would_run, false)
  assert.match(refused.message, /shop/)
  assert.equal((await show(service, id)).status, 'escalated')
  assert.deepEqual(cluster.changes(), [])
})
