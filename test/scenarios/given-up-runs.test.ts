/** What Firebreak gave up by a fault of its own is shown to people, step by step, and tried again when they say so. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createPlanStore } from '../../src/edges/store/approval-records.ts'
import { createDecisionStore } from '../../src/edges/store/decision-records.ts'
import { createRunStore } from '../../src/edges/store/run-records.ts'
import { createSealer } from '../../src/story/incident/proposal.ts'
import type { Run } from '../../src/story/workflow/run-store.ts'
import { kinds, show } from '../world/alerts.ts'
import { runCommand } from '../world/command-line.ts'
import { eventually } from '../world/eventually.ts'
import { createRuns, freshRecords, letPass, openIncident } from '../world/records.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { NAMESPACE, openWaitingWorld, SECRET_KEY } from '../world/waiting-plan.ts'

const LEASE_SECONDS = 10
const FAULTS_MAX = 10
const API_KEY = 'the-admin-key-of-this-test'

/** A diagnosis that has failed once too often when a service comes up. */
async function givenUpDiagnosis(t: TestContext) {
  const { url, database } = await freshRecords(t)
  const store = createRuns(database)
  const id = await openIncident(database, { message: 'the disk is full' })
  await store.renewLease('dead', LEASE_SECONDS)
  const [run] = (await store.claimDiagnoses('dead', 1)) as [Run]
  await store.journal(run, 'dead').act('seen', async () => ({ host: 'db-1', password: 'correct-horse-battery' }))
  await store.putBack(run, 'dead', 0, { message: 'postgresql://fire:correct-horse@db/x broke', step: 'rank' })
  await database.query('UPDATE runs SET errors = $1', [FAULTS_MAX])
  const service = await startTestService(t, {
    environment: { DATABASE_URL: url, DIAGNOSIS_CONCURRENCY: '0', API_KEY },
  })
  const ask = (method: string, path: string) => service.ask(method, path, { key: API_KEY })
  await eventually('it is given up', async () => (await givenUp(service)).length === 1)
  return { id, run, service, ask, runPath: `/api/runs/${encodeURIComponent(run.id)}` }
}

async function givenUp({ get }: TestService) {
  return (await get('/api/runs?state=given_up', { key: API_KEY })).body.data.items
}

test('a diagnosis that was given up is listed, looked into and tried again, once, on the audit trail', async (t) => {
  const { id, run, service, ask, runPath } = await givenUpDiagnosis(t)
  const [listed] = await givenUp(service)
  assert.deepEqual(
    [listed.id, listed.incident_id, listed.kind, listed.errors, listed.failed_step, listed.last_step, listed.can_retry],
    [run.id, id, 'diagnose', FAULTS_MAX, 'rank', 'give_up', true],
  )
  assert.match(listed.last_error, /^postgresql:\/\/.*broke$/)
  const warned = async () => String((await ask('GET', '/api/status')).body.data.warnings)
  assert.match(await warned(), /1 run was given up/)
  const looked = await ask('GET', runPath)
  assert.deepEqual(
    looked.body.data.steps.map(({ step }: { step: string }) => step),
    ['seen', 'give_up'],
  )
  assert.match(looked.body.data.steps[0].result, /"host":"db-1"/)
  for (const { text } of [looked, await ask('GET', '/api/runs')]) assert.doesNotMatch(text, /correct-horse/)

  const retried = await ask('POST', `${runPath}/retry`)
  assert.deepEqual([retried.status, retried.body.data.status], [200, 'diagnosing'])
  await eventually('it comes to its end', async () => (await ask('GET', runPath)).body.data.state === 'finished')
  const incident = await eventually('it is diagnosed', async () => {
    const shown = (await ask('GET', `/api/incidents/${id}`)).body.data
    return shown.status === 'escalated' && shown
  })
  const kinds: string[] = incident.events.map(({ type }: { type: string }) => type)
  assert.deepEqual(
    kinds.filter((kind) => kind !== 'tool_call'),
    [
      ...['alert_received', 'diagnosis_started', 'note_added', 'incident_escalated'],
      ...['note_added', 'diagnosis_started', 'note_added', 'diagnosis_completed', 'incident_escalated'],
    ],
  )
  const again = await ask('POST', `${runPath}/retry`)
  assert.deepEqual([again.status, again.body.error.message], [409, 'Only a run that was given up can be tried again.'])
  assert.doesNotMatch(await warned(), /given up/)
  const audited = (await ask('GET', '/api/audit')).body.data.items.filter(
    ({ action }: { action: string }) => action === 'run.retried',
  )
  assert.deepEqual(
    audited.map(({ target }: { target: string }) => target),
    [run.id],
  )
})

test('the command line lists what was given up, shows its steps, and has it tried again', async (t) => {
  const { id, run, service } = await givenUpDiagnosis(t)
  const at = { FIREBREAK_URL: service.address, FIREBREAK_KEY: API_KEY }
  const type = (...words: string[]) => runCommand(t, ['runs', ...words], at)
  const listed = await type('--state', 'given_up')
  assert.match(listed.out, new RegExp(`${run.id} +given_up .* rank +postgresql://.*broke`), listed.err)
  assert.equal(JSON.parse((await type('--incident', id, '--json')).out).items[0].id, run.id)
  assert.match((await type('show', run.id)).out, /last error in step rank[\s\S]* seen {2}\{[\s\S]*firebreak runs retry/)
  assert.equal(JSON.parse((await type('show', run.id, '--json')).out).steps[0].step, 'seen')
  const retried = await type('retry', run.id)
  assert.match(retried.out, new RegExp(`^${id} is diagnosing`), retried.err)
  assert.equal((await type('retry', run.id)).code, 5)
  assert.equal((await type('show', 'INC-20200101-001:diagnose:1')).code, 3)
})

test('an execution that was given up in the middle of its act is read back when tried again, and the act not repeated', async (t) => {
  const world = await openWaitingWorld(t, ['checkout'])
  const { database, cluster } = world
  const sealer = createSealer(SECRET_KEY)
  const { id, digest } = await plantConfirmed(world)
  const store = createRunStore({ database, sealer })
  await store.renewLease('dead', LEASE_SECONDS)
  const [run] = (await store.takeOver('dead', [])) as [Run]
  const attempt = { incidentId: id, digest, phase: 'do', step: 0, plugin: 'scale_deployment' } as const
  const entry = { incidentId: id, plugin: 'scale_deployment', target: 'Deployment shop/checkout' }
  await store
    .journal(run, 'dead')
    .commit('intend do 0', (writer) => writer.beginAction(attempt, { entry, quota: 100 }, { counted: 7 }))
  assert.deepEqual((await createPlanStore({ database, sealer }).begun(attempt))?.witness, { counted: 7 })
  // What 'dead' asked of the cluster has come about; its record was lost with it.
  const deployment = cluster.store.find('Deployment', NAMESPACE, 'checkout')
  assert.ok(deployment)
  cluster.store.edit(deployment, ({ metadata, spec }) => {
    metadata.generation = (metadata.generation ?? 0) + 1
    spec.replicas = 3
  })
  cluster.settle()
  await database.query('UPDATE runs SET errors = $2 WHERE id = $1', [run.id, FAULTS_MAX])
  await letPass(database, `${LEASE_SECONDS + 1} seconds`)
  const service = await world.startInstance()
  const path = `/api/runs/${encodeURIComponent(run.id)}`
  await eventually('it is given up', async () => (await service.get(path)).body.data.state === 'given_up')
  assert.equal((await show(service, id)).status, 'escalated')

  const retried = await service.ask('POST', `${path}/retry`)
  assert.deepEqual([retried.status, retried.body.data?.status], [200, 'executing'], retried.text)
  const ended = await eventually('it has come to its end', async () => {
    const shown = await show(service, id)
    return !['executing', 'verifying'].includes(shown.status) && shown
  })
  assert.equal(ended.status, 'resolved', kinds(ended).join(' '))
  assert.deepEqual(cluster.recorder.changes(), [], 'the act was repeated')
  await eventually('it counts as finished', async () => (await service.get(path)).body.data.state === 'finished')
})

test('a plan that was confirmed long ago is not carried out by trying again', async (t) => {
  const world = await openWaitingWorld(t, ['checkout'])
  const { database } = world
  const { id, digest } = await plantConfirmed(world)
  await database.query(`UPDATE runs SET errors = $1 WHERE kind = 'execute'`, [FAULTS_MAX])
  const service = await world.startInstance()
  const path = `/api/runs/${encodeURIComponent(`${id}:execute:${digest}`)}`
  await eventually('it is given up', async () => (await service.get(path)).body.data.state === 'given_up')
  await letPass(database, '2 hours')
  const refused = await service.ask('POST', `${path}/retry`)
  assert.deepEqual([refused.status, (await show(service, id)).status], [409, 'escalated'])
  assert.match(refused.body.error.message, /confirmed too long ago/)
  assert.deepEqual(world.cluster.recorder.changes(), [])
})

async function plantConfirmed({ database, plant }: Awaited<ReturnType<typeof openWaitingWorld>>) {
  const planted = await plant('checkout')
  const decisions = createDecisionStore({ database, sealer: createSealer(SECRET_KEY), onCommit: () => {} })
  const { id: incidentId, digest } = planted
  await decisions.decide({ incidentId, decision: 'confirm', digest, by: 'ada', via: 'api', comment: '' })
  return planted
}
