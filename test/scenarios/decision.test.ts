import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../world/eventually.ts'
import { letPass } from '../world/records.ts'
import type { TestService } from '../world/service.ts'
import { openWaitingWorld, type Waiting } from '../world/waiting-plan.ts'

/** `FIREBREAK_PRESSES=200x200` presses each of 200 plans 200 times. */
const [PRESSED_INCIDENTS = 12, PRESSES = 30] = (process.env.FIREBREAK_PRESSES ?? '12x30').split('x').map(Number)
const PRESSED_AT_ONCE = 12

const decide = (service: TestService, { id }: Waiting, body: Record<string, unknown>) =>
  service.ask('POST', `/api/incidents/${id}/decision`, { body })

const show = async (service: TestService, { id }: Waiting) => (await service.get(`/api/incidents/${id}`)).body.data

async function openOne(t: TestContext, more: Record<string, string> = {}) {
  const world = await openWaitingWorld(t, ['checkout'])
  const service = await world.startInstance(more)
  return { world, service, waiting: await world.plant('checkout') }
}

const ended = (service: TestService, waiting: Waiting) =>
  eventually('the incident has come to its end', async () => {
    const shown = await show(service, waiting)
    return ['resolved', 'escalated'].includes(shown.status) && shown
  })

test('a confirmed plan runs once, is verified on the live system, and the incident is resolved', async (t) => {
  const { world, service, waiting } = await openOne(t)
  const asked = await show(service, waiting)
  assert.equal(asked.status, 'awaiting_approval')
  assert.match(asked.confirm_by, /Z$/)
  assert.equal(asked.proposal.digest, waiting.digest)
  const answer = await decide(service, waiting, { decision: 'confirm', digest: waiting.digest, comment: 'go' })
  assert.deepEqual([answer.status, answer.body.data.status], [200, 'executing'])
  const shown = await ended(service, waiting)
  assert.equal(shown.status, 'resolved', JSON.stringify(shown.events.at(-1)))
  assert.equal(shown.resolution, 'fixed')
  assert.equal(world.cluster.recorder.changes().length, 1)
  assert.deepEqual(
    shown.events
      .map(({ type }: { type: string }) => type)
      .filter((type: string) => type !== 'tool_call')
      .slice(2),
    [
      'diagnosis_completed',
      'proposal_created',
      'confirmation_requested',
      'confirmation_received',
      'execution_started',
      'action_started',
      'action_completed',
      'execution_completed',
      'verification_completed',
      'incident_resolved',
    ],
  )
  assert.equal(shown.execution_result.success, true)
  assert.equal(shown.execution_result.actions[0].outcome, 'done')
  assert.equal(shown.execution_result.verification.outcome, 'resolved')
})

test('the same press again, and any after the first, is a conflict and changes nothing more', async (t) => {
  const { world, service, waiting } = await openOne(t)
  const body = { decision: 'confirm', digest: waiting.digest }
  assert.equal((await decide(service, waiting, body)).status, 200)
  await ended(service, waiting)
  for (const decision of ['confirm', 'reject', 'rediagnose', 'ignore']) {
    const again = await decide(service, waiting, { ...body, decision })
    assert.equal(again.status, 409, decision)
    assert.match(again.body.error.message, / local answered with confirm at \d{4}-\d\d-\d\d /)
  }
  assert.equal(world.cluster.recorder.changes().length, 1)
})

test('another digest than the one that waits is refused, and so is a confirmation without one', async (t) => {
  const { world, service, waiting } = await openOne(t)
  const stale = await decide(service, waiting, { decision: 'confirm', digest: 'f'.repeat(64) })
  assert.deepEqual([stale.status, stale.body.error.code], [409, 'CONFLICT'])
  const without = await decide(service, waiting, { decision: 'confirm' })
  assert.deepEqual([without.status, without.body.error.details[0].field], [400, 'digest'])
  assert.equal((await show(service, waiting)).status, 'awaiting_approval')
  assert.equal(world.cluster.recorder.changes().length, 0)
})

test('a refused plan is escalated with who refused it and why', async (t) => {
  const { world, service, waiting } = await openOne(t)
  await decide(service, waiting, { decision: 'reject', comment: 'not on a Sunday' })
  const shown = await show(service, waiting)
  assert.equal(shown.status, 'escalated')
  assert.match(shown.events.at(-1).data.reason, /refused the plan: not on a Sunday/)
  assert.equal(world.cluster.recorder.changes().length, 0)
})

test('after the time to confirm nothing can be confirmed, and the incident expires', async (t) => {
  const { world, service, waiting } = await openOne(t)
  await letPass(world.database, '61 minutes')
  const late = await decide(service, waiting, { decision: 'confirm', digest: waiting.digest })
  assert.equal(late.status, 409)
  await eventually('it expires', async () => (await show(service, waiting)).status === 'expired')
  assert.equal(world.cluster.recorder.changes().length, 0)
})

test('two instances, many presses at once: every incident is executed exactly once', async (t) => {
  const names = Array.from({ length: PRESSED_INCIDENTS }, (_, at) => `shop-${at}`)
  const world = await openWaitingWorld(t, names)
  const instances = [await world.startInstance(), await world.startInstance()] as const
  for (let first = 0; first < names.length; first += PRESSED_AT_ONCE) {
    const waiting = []
    for (const name of names.slice(first, first + PRESSED_AT_ONCE)) waiting.push(await world.plant(name))
    const answered = await Promise.all(waiting.map((one) => press(instances, one)))
    for (const statuses of answered) assert.deepEqual(statuses.sort(), [200, ...Array(PRESSES - 1).fill(409)])
    for (const one of waiting) assert.equal((await ended(instances[0], one)).status, 'resolved')
  }
  const changed = world.cluster.recorder.changes().map(({ name }) => name)
  assert.deepEqual([...changed].sort(), [...names].sort())
})

/** All at once, turn and turn about on both instances. */
function press(instances: readonly [TestService, TestService], waiting: Waiting): Promise<number[]> {
  const body = { decision: 'confirm', digest: waiting.digest }
  const presses = Array.from({ length: PRESSES }, (_, at) => decide(instances[(at % 2) as 0 | 1], waiting, body))
  return Promise.all(presses.map(async (answer) => (await answer).status))
}

test('a tightened policy refuses a plan that was already confirmed', async (t) => {
  const { world, service, waiting } = await openOne(t)
  await service.ask('PUT', '/api/config', { body: { REMEDIATION_ENABLED: false } })
  await decide(service, waiting, { decision: 'confirm', digest: waiting.digest })
  const shown = await ended(service, waiting)
  assert.equal(shown.status, 'escalated')
  assert.equal(shown.execution_result.actions[0].outcome, 'refused')
  assert.equal(world.cluster.recorder.changes().length, 0)
})

test('a target that moved after the plan was made is left alone, and the incident says so', async (t) => {
  const { world, service, waiting } = await openOne(t)
  const other = await world.plant('checkout')
  await decide(service, other, { decision: 'confirm', digest: other.digest })
  await ended(service, other)
  await decide(service, waiting, { decision: 'confirm', digest: waiting.digest })
  const shown = await ended(service, waiting)
  assert.equal(shown.status, 'escalated')
  assert.equal(shown.execution_result.actions[0].outcome, 'skipped')
  assert.equal(world.cluster.recorder.changes().length, 1)
})

test('a dry run shows what would change and changes nothing', async (t) => {
  const { world, service, waiting } = await openOne(t)
  const { status, body } = await service.ask('POST', `/api/incidents/${waiting.id}/dry-run`)
  assert.equal(status, 200)
  assert.deepEqual(
    body.data.actions.map(({ would_run }: { would_run: boolean }) => would_run),
    [true],
  )
  assert.deepEqual(body.data.actions[0].changes, [{ field: 'spec.replicas', from: '2', to: '3' }])
  assert.equal(world.cluster.recorder.changes().length, 0)
  assert.equal(world.cluster.recorder.effects.filter(({ isDryRun }) => isDryRun).length, 1)
})

test('another look that leads to no plan shows none, and the old plan cannot be confirmed', async (t) => {
  const { world, service, waiting } = await openOne(t)
  await decide(service, waiting, { decision: 'rediagnose', comment: 'look at the database' })
  const shown = await eventually('it was looked at again', async () => {
    const one = await show(service, waiting)
    return one.status === 'escalated' && one
  })
  assert.equal(shown.proposal, null)
  assert.equal(shown.diagnosis.version, 2)
  assert.equal((await decide(service, waiting, { decision: 'confirm', digest: waiting.digest })).status, 409)
  assert.equal(world.cluster.recorder.changes().length, 0)
})
