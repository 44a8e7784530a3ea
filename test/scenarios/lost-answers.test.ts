/** A change whose answer was lost: it is read back, never repeated, and ends as made or not made. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../world/eventually.ts'
import type { TestService } from '../world/service.ts'
import { NAMESPACE, openWaitingWorld, type Waiting } from '../world/waiting-plan.ts'
import type { Misfortune } from '../world/wire/faults.ts'

async function openLossy(t: TestContext, does: Misfortune) {
  const world = await openWaitingWorld(t, ['checkout'])
  const service = await world.startInstance()
  const waiting = await world.plant('checkout')
  const fault = world.cluster.faults.add({ method: 'PATCH', does })
  return { world, service, waiting, fault }
}

const confirm = (service: TestService, { id, digest }: Waiting) =>
  service.ask('POST', `/api/incidents/${id}/decision`, { body: { decision: 'confirm', digest } })

const ending = (service: TestService, { id }: Waiting) =>
  eventually('it has come to its end', async () => {
    const shown = (await service.get(`/api/incidents/${id}`)).body.data
    return ['resolved', 'escalated'].includes(shown.status) && shown
  })

test('a change that was made and whose answer was lost is done, and is verified', async (t) => {
  const { world, service, waiting } = await openLossy(t, 'cut after')
  await confirm(service, waiting)
  const shown = await ending(service, waiting)
  const [action] = shown.execution_result.actions
  assert.deepEqual([shown.status, action.outcome], ['resolved', 'done'], action.message)
  assert.match(
    action.message,
    /Whether the change was made is not known\. Read back: the target shows that it was made/,
  )
  assert.equal(action.before.replicas, 2)
  assert.equal(world.cluster.recorder.changes().length, 1)
})

test('a change that arrives after its sender was cut off is waited for', async (t) => {
  const { world, service, waiting, fault } = await openLossy(t, 'arrive late')
  await confirm(service, waiting)
  const reads = () => world.cluster.recorder.requests.filter(({ method }) => method === 'GET').length
  await eventually('the change is on its way', () => fault.hits() === 1)
  const before = reads()
  await eventually('the target is read back', () => reads() > before)
  fault.release()
  const shown = await ending(service, waiting)
  const [action] = shown.execution_result.actions
  assert.deepEqual([shown.status, action.outcome], ['resolved', 'done'], action.message)
  assert.equal(world.cluster.recorder.changes().length, 1)
})

async function neverArrived(t: TestContext): Promise<void> {
  const { world, service, waiting } = await openLossy(t, 'cut')
  await confirm(service, waiting)
  const shown = await ending(service, waiting)
  const [action] = shown.execution_result.actions
  assert.deepEqual([shown.status, action.outcome], ['escalated', 'failed'])
  assert.match(action.message, /Read back for \d+ s: the target does not show it, so it was not made/)
  assert.deepEqual(
    [
      world.cluster.recorder.effects.length,
      world.cluster.store.find('Deployment', NAMESPACE, 'checkout')?.spec.replicas,
    ],
    [0, 2],
  )
}

async function cannotBeRead(t: TestContext): Promise<void> {
  const { world, service, waiting } = await openLossy(t, 'cut after')
  const stop = world.cluster.store.onChange(() => {
    stop()
    world.cluster.faults.add({ method: 'GET', times: 100_000, does: { status: 503, message: 'etcd is away' } })
  })
  await confirm(service, waiting)
  const shown = await ending(service, waiting)
  const [action] = shown.execution_result.actions
  assert.deepEqual([shown.status, action.outcome], ['escalated', 'unknown'])
  assert.match(action.message, /could not be read back within \d+ s\. It is not repeated; a person must look/)
}

// Both wait as long as a change may still arrive, so they wait side by side.
test('a change that cannot be seen', { concurrency: 2 }, async (t) => {
  await Promise.all([
    t.test('and never arrived is not done, and is not repeated', neverArrived),
    t.test('because the target cannot be read either is known to nobody, and that is said', cannotBeRead),
  ])
})
