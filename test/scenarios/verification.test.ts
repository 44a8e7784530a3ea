/** What a plan came to is seen on the live system: it helped, it had no effect, or it made things worse and is undone. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { forgetJournals } from '../../src/edges/store/sweep-records.ts'
import { eventually } from '../world/eventually.ts'
import { startPrometheusSimulator } from '../world/prometheus-simulator.ts'
import { letPass } from '../world/records.ts'
import type { TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { NAMESPACE, openWaitingWorld, type Waiting, type WaitingWorld } from '../world/waiting-plan.ts'

async function openSlow(t: TestContext, more: Record<string, string> = {}) {
  // Nothing moves in the cluster but what the test moves.
  const world = await openWaitingWorld(t, ['checkout'], { pace: 'by hand' })
  const service = await world.startInstance(more)
  const waiting = await world.plant('checkout')
  return { world, service, waiting }
}

const show = async (service: TestService, { id }: Waiting) => (await service.get(`/api/incidents/${id}`)).body.data

const reach = (service: TestService, waiting: Waiting, ...statuses: string[]) =>
  eventually(`it is ${statuses.join(' or ')}`, async () => {
    const shown = await show(service, waiting)
    return statuses.includes(shown.status) && shown
  })

const confirm = (service: TestService, { id }: Waiting, digest: string) =>
  service.ask('POST', `/api/incidents/${id}/decision`, { body: { decision: 'confirm', digest } })

/** As the controller tells it when new pods do not get ready and old ones were lost besides. */
function getWorse({ cluster }: WaitingWorld): void {
  const deployment = cluster.store.find('Deployment', NAMESPACE, 'checkout')
  assert.ok(deployment)
  cluster.store.edit(deployment, (draft) => {
    draft.status = {
      ...draft.status,
      observedGeneration: draft.metadata.generation,
      availableReplicas: 1,
      readyReplicas: 1,
      conditions: [givenUp('2026-11-15T04:00:00Z')],
    }
  })
}

function givenUp(lastUpdateTime: string) {
  return { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded', lastUpdateTime }
}

test('a plan that does not take is no success: the incident is escalated when the patience is over', async (t) => {
  const { service, waiting } = await openSlow(t, { VERIFY_WITHIN_SECONDS: '1' })
  await confirm(service, waiting, waiting.digest)
  const shown = await reach(service, waiting, 'escalated')
  assert.equal(shown.execution_result.verification.outcome, 'no_effect')
  assert.equal(shown.execution_result.success, false)
  assert.match(shown.events.at(-1).data.reason, /had no effect/)
})

test('a plan that makes things worse is offered to be undone, and is undone once that is confirmed', async (t) => {
  const { world, service, waiting } = await openSlow(t)
  await confirm(service, waiting, waiting.digest)
  await reach(service, waiting, 'verifying')
  getWorse(world)
  const offered = await reach(service, waiting, 'awaiting_approval', 'escalated')
  assert.equal(offered.status, 'awaiting_approval', JSON.stringify(offered.events.at(-1)))
  assert.deepEqual([offered.proposal.purpose, offered.proposal.version], ['undo', 2])
  assert.deepEqual(offered.proposal.actions[0].parameters, {
    namespace: NAMESPACE,
    deployment: 'checkout',
    replicas: 2,
  })
  assert.equal((await confirm(service, waiting, waiting.digest)).status, 409)
  await confirm(service, waiting, offered.proposal.digest)
  await eventually('the way back was gone', () => world.cluster.recorder.changes().length === 2)
  world.cluster.settle()
  const shown = await reach(service, waiting, 'escalated')
  assert.match(shown.events.at(-1).data.reason, /was undone/)
  assert.deepEqual(
    world.cluster.recorder.changes().map(({ body }) => (body as { spec: { replicas: number } }).spec.replicas),
    [3, 2],
  )
})

test('AUTO_ROLLBACK undoes it at once, under the digest that was confirmed', async (t) => {
  const { world, service, waiting } = await openSlow(t, { AUTO_ROLLBACK: 'true' })
  await confirm(service, waiting, waiting.digest)
  await reach(service, waiting, 'verifying')
  getWorse(world)
  const shown = await reach(service, waiting, 'escalated')
  assert.match(shown.events.at(-1).data.reason, /made things worse and was undone/)
  assert.deepEqual(
    shown.execution_result.actions.map(({ phase, outcome }: { phase: string; outcome: string }) => [phase, outcome]),
    [
      ['do', 'done'],
      ['undo', 'done'],
    ],
  )
  assert.equal(world.cluster.recorder.changes().length, 2)
})

const STANDS: Record<string, [share: string, status: string, sentence: RegExp]> = {
  'stands where it fires': ['0.64', 'escalated', /could not be seen whether it helped.*still stands at 0\.64/],
  'has come back': ['0.02', 'resolved', /What the alert measures stands at 0\.02; it fires at > 0\.1\./],
}

for (const [name, [share, status, sentence]] of Object.entries(STANDS))
  test(`a plan that took, where no fault was proved before, is judged by what the alert measures: it ${name}`, async (t) => {
    const now = Math.floor(Date.now() / 1000)
    const metrics = await startPrometheusSimulator({
      series: [
        {
          metric: { __name__: 'errors_share' },
          values: [
            [now - 60, share],
            [now, share],
            [now + 600, share],
          ],
        },
      ],
    })
    t.after(() => metrics.close())
    const world = await openWaitingWorld(t, ['checkout'])
    const service = await world.startInstance({ VERIFY_WITHIN_SECONDS: '1', METRICS_URL: metrics.url })
    const waiting = await world.plant('checkout', { alert: { metadata: { expr: 'errors_share > 0.1' } } })
    await confirm(service, waiting, waiting.digest)
    const shown = await reach(service, waiting, 'resolved', 'escalated')
    assert.equal(shown.status, status)
    const { data } = shown.events.at(-1)
    assert.match(data.reason ?? data.comment, sentence)
  })

test('the journal of a finished run is forgotten after a day, its timeline is not', async (t) => {
  const world = await openWaitingWorld(t, ['checkout'])
  await world.plant('checkout')
  assert.equal(await forgetJournals(world.database), 0)
  await letPass(world.database, '25 hours')
  assert.ok((await forgetJournals(world.database)) > 0)
  assert.deepEqual(await runSql(world.databaseUrl, 'SELECT * FROM journal'), [])
  assert.equal((await runSql(world.databaseUrl, 'SELECT * FROM incident_events')).length > 0, true)
})

test('a plan that works is not judged by the condition of the generation before it', async (t) => {
  const world = await openWaitingWorld(t, ['checkout'], { pace: 'behind reads' })
  const deployment = world.cluster.store.find('Deployment', NAMESPACE, 'checkout')
  assert.ok(deployment)
  world.cluster.store.edit(deployment, ({ status, metadata }) => {
    status.observedGeneration = metadata.generation
    status.conditions = [givenUp('2026-11-15T03:00:00Z')]
  })
  const service = await world.startInstance()
  const waiting = await world.plant('checkout')
  await confirm(service, waiting, waiting.digest)
  const shown = await reach(service, waiting, 'resolved', 'escalated')
  assert.equal(shown.status, 'resolved', JSON.stringify(shown.events.at(-1)))
  const [check] = shown.execution_result.verification.checks
  assert.match(check.basis, /of generation 2; the controller has seen generation 2/)
  assert.match(check.otherwise, /ProgressDeadlineExceeded of this generation/)
  assert.equal(new Date(check.at).toISOString(), check.at)
})
