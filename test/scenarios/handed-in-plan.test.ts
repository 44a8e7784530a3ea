/** A plan is written by hand: judged by gate and policy as any other, confirmed by a person, carried out once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupOf, idOf, show } from '../world/alerts.ts'
import { runCommand } from '../world/command-line.ts'
import { eventually } from '../world/eventually.ts'
import { pileUp } from '../world/lock-pile-up.ts'
import { look, proven, SICK, startMindService, submit, WELL } from '../world/mind/mind-service.ts'
import type { Script } from '../world/model/script.ts'
import { startTestService, type TestService } from '../world/service.ts'

/** Proves its cause and wants nothing done, so that a person takes over. */
const script: Script = (request) => (request.turn === 0 ? look() : submit(proven(request, { remediation: null })))

const restart = (pod_name: string, namespace = 'shop') => ({
  why: 'A fresh process lets go of row 17.',
  actions: [{ plugin: 'restart_pod', parameters: { namespace, pod_name } }],
})

/** A look at locks takes six seconds of waiting by itself. */
const PATIENCE_SECONDS = 240

const handIn = (service: TestService, id: string, body: object, key?: string) =>
  service.ask('POST', `/api/incidents/${id}/proposals`, { body, ...(key !== undefined && { key }) })

const judged = (service: TestService, id: string) =>
  eventually(
    'the plan is judged',
    async () => {
      const incident = await show(service, id)
      return !['pending', 'diagnosing'].includes(incident.status) && incident
    },
    PATIENCE_SECONDS,
  )

test('a plan that its gate and policy let through waits for a person, and runs once when confirmed', async (t) => {
  const { service, diagnose, cluster } = await startMindService(t, { script })
  const before = await diagnose()
  assert.equal(before.status, 'escalated')
  const answers = await Promise.all([1, 2, 3].map(() => handIn(service, before.id, restart(SICK))))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409])
  const waiting = await judged(service, before.id)
  assert.equal(waiting.status, 'awaiting_approval')
  assert.equal(waiting.proposal.description, 'Handed in by local: A fresh process lets go of row 17.')
  assert.deepEqual(waiting.diagnosis, before.diagnosis)
  assert.deepEqual(cluster.changes(), [])
  const handed = waiting.events.find(({ type }) => type === 'plan_handed_in')?.data
  assert.deepEqual([handed?.by, handed?.actions], ['local', restart(SICK).actions])
  assert.match((await handIn(service, before.id, restart(SICK))).body.error.message, /A plan waits: reject it first/)
  const { digest } = waiting.proposal
  const confirmed = await service.ask('POST', `/api/incidents/${before.id}/decision`, {
    body: { decision: 'confirm', digest },
  })
  assert.equal(confirmed.status, 200)
  await eventually('it is carried out', () => cluster.changes().length > 0)
  await judged(service, before.id)
  assert.equal(cluster.changes().length, 1)
})

test('a plan that the gate, the ties or policy refuse is told why, step by step, and a person goes on', async (t) => {
  const { service, diagnose, cluster } = await startMindService(t, { script })
  const { id } = await diagnose()
  const refusals = async (body: object) => {
    assert.equal((await handIn(service, id, body)).status, 200)
    const { status, events } = await judged(service, id)
    assert.equal(status, 'escalated')
    return events.filter(({ type }) => type === 'policy_refused').at(-1)?.data
  }
  const tried = await service.ask('POST', `/api/incidents/${id}/proposals/dry-run`, { body: restart(WELL) })
  const byGate = await refusals(restart(WELL))
  const { would_run, message } = tried.body.data.actions[0]
  assert.deepEqual([would_run, message], [false, byGate?.sentence], 'a dry run asks the gate that judges it then')
  assert.equal(byGate?.reason, 'gate')
  assert.ok(String(byGate?.sentence).length > 10)
  const shown = await runCommand(t, ['show', id], { FIREBREAK_URL: service.address })
  assert.match(shown.out, new RegExp(`\nRefused:\n {2}restart_pod .*${WELL}.*\n {4}its gate: .{10,}`))
  assert.match((await service.get(`/api/incidents/${id}/report`)).text, /its gate refused `restart_pod`/)
  const strange = await refusals(restart('nobody-1', 'kube-system'))
  assert.equal(strange?.reason, 'gate')
  await service.ask('PUT', '/api/config', { body: { ALLOWED_NAMESPACES: ['elsewhere'] } })
  const byPolicy = await refusals(restart(SICK))
  assert.equal(byPolicy?.reason, 'namespace_not_allowed')
  assert.deepEqual(cluster.changes(), [])
})

test('a session that no look around the alert had shown is looked at, and ended only where the plan says whose it is', async (t) => {
  const { blocker, environment } = await pileUp(t)
  const service = await startTestService(t, { environment })
  const id = await idOf(service, groupOf([{ fingerprint: 'fan', labels: { instance: 'rack4-psu2:9100' } }]))
  await judged(service, id)
  const actions = [{ plugin: 'kill_deadlock', parameters: { pid: blocker.pid, database: 'shop' } }]
  await handIn(service, id, { why: 'It has to go.', actions })
  const refused = (await judged(service, id)).events.findLast(({ type }) => type === 'policy_refused')?.data
  assert.match(String(refused?.sentence), /Database shop is not tied to the alert/)
  await handIn(service, id, { why: 'A session of shop keeps all others from the orders.', actions })
  const waiting = await judged(service, id)
  assert.equal(waiting.status, 'awaiting_approval')
  assert.equal(waiting.proposal.actions[0]?.parameters.pid, blocker.pid)
})

test('nonsense names its field, and who may only look may not hand in', async (t) => {
  const { service, diagnose } = await startMindService(t, { script })
  const { id } = await diagnose()
  const one = restart(SICK)
  for (const [body, field] of [
    [{ ...one, why: ' ' }, 'why'],
    [{ ...one, actions: [] }, 'actions'],
    [{ ...one, actions: Array(6).fill(one.actions[0]) }, 'actions'],
    [{ ...one, actions: [{ plugin: 'launch', parameters: {} }] }, 'actions[0].plugin'],
    [{ ...one, actions: [{ plugin: 'list_pods', parameters: {} }] }, 'actions[0].plugin'],
    [{ ...one, actions: [{ plugin: 'restart_pod', parameters: { pod_name: 7 } }] }, 'actions[0].parameters'],
  ] as const) {
    const refused = await handIn(service, id, body)
    assert.equal(refused.status, 400, field)
    assert.equal(refused.body.error.details[0].field, field)
  }
  const { key } = (await service.ask('POST', '/api/keys', { body: { name: 'v', role: 'viewer' } })).body.data
  assert.equal((await handIn(service, id, one, key)).status, 403)
})
