/**
 * An instance that stands still (a suspended machine, a long swap) and comes back: its run is another's by then, and it must
 * not lift a finger. A real second process, stopped by SIGSTOP at a named point and woken by SIGCONT.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { launchService, type RunningService } from '../chaos/chaos-world.ts'
import { show } from '../world/alerts.ts'
import { temporaryFolder } from '../world/daemon.ts'
import { eventually } from '../world/eventually.ts'
import { letPass } from '../world/records.ts'
import type { TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { openWaitingWorld, type Waiting, type WaitingWorld } from '../world/waiting-plan.ts'

const KEY = 'an-admin-key-of-the-test'

/** Alone at first, so that the run is its own. */
async function startSleeper(
  t: TestContext,
  world: WaitingWorld,
  more: NodeJS.ProcessEnv = {},
): Promise<RunningService> {
  const folder = await temporaryFolder(t, 'sleeper')
  const given = { ...world.environment, REDIS_URL: 'embedded:', PORT: '0', API_KEY: KEY, LOG_LEVEL: 'info' }
  const sleeper = await launchService(folder, {
    ...given,
    MONITOR_INTERVAL_SECONDS: '86400',
    GATHER_SECONDS: '0',
    ...more,
  })
  t.after(() => sleeper.kill())
  return sleeper
}

async function confirm(address: string, { id, digest }: Waiting): Promise<void> {
  const answer = await fetch(`${address}/api/incidents/${id}/decision`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ decision: 'confirm', digest }),
  })
  assert.equal(answer.status, 200, await answer.text())
}

/** Another instance comes, takes the run over and says what can be said of the act. */
async function concludedBy(world: WaitingWorld, { id }: Waiting): Promise<TestService> {
  const heir = await world.startInstance()
  await letPass(world.database, '11 seconds')
  const owners = () => runSql(world.databaseUrl, `SELECT attempts FROM runs WHERE kind = 'execute'`)
  await eventually('the run is taken over', async () => Number((await owners())[0]?.attempts) > 1)
  await letPass(world.database, '11 seconds')
  await eventually('a person is asked', async () => (await show(heir, id)).status === 'escalated')
  return heir
}

/** Nothing can come any more of a process that has stopped in peace: it has waited for all its runs. */
async function wakeAndEnd(sleeper: RunningService): Promise<void> {
  sleeper.goOn()
  await sleeper.stop()
}

async function pressStopSwitch(service: TestService): Promise<void> {
  const { status, text } = await service.ask('PUT', '/api/config', { body: { REMEDIATION_ENABLED: false } })
  assert.equal(status, 200, text)
}

const textsOf = (
  incident: { events: { type: string; data: Record<string, unknown> }[] },
  kind: string,
  field: string,
) => incident.events.filter((event) => event.type === kind).map(({ data }) => String(data[field]))

for (const point of ['after intend do 0', 'fenced']) {
  test(`an instance that stands still ${point} does nothing when it wakes: not after it lost its run, the switch, the closing`, async (t) => {
    const world = await openWaitingWorld(t, ['checkout'])
    const waiting = await world.plant('checkout')
    const sleeper = await startSleeper(t, world, { FIREBREAK_FAILPOINT: `pause ${point}` })
    await confirm(sleeper.address, waiting)
    await eventually('it stands still', () => sleeper.isPaused())
    const heir = await concludedBy(world, waiting)
    const { id } = waiting
    const taken = await show(heir, id)
    assert.deepEqual(textsOf(taken, 'action_completed', 'outcome'), ['unknown'])
    const [note = '', ...others] = textsOf(taken, 'note_added', 'text')
    assert.match(
      note,
      /^Firebreak was interrupted while it ran scale_deployment, after .* UTC \(.* on instance .*\), and goes on since .*\. What scale_deployment had done is looked up first; it is not done twice\.$/,
    )
    assert.deepEqual(others, [])
    await pressStopSwitch(heir)
    assert.equal((await heir.ask('POST', `/api/incidents/${id}/resolve`, { body: {} })).status, 200)

    await wakeAndEnd(sleeper)

    assert.deepEqual(world.cluster.recorder.changes(), [])
    assert.equal((await show(heir, id)).status, 'resolved')
  })
}

test('the stop switch counts up to the last moment: pressed between the intent and the act, nothing is changed', async (t) => {
  const world = await openWaitingWorld(t, ['checkout'])
  const waiting = await world.plant('checkout')
  const service = await world.startInstance()
  const looks = { method: 'GET', path: /deployments\/checkout(\?|$)/, does: 'hold' } as const
  let look = world.cluster.faults.add(looks)
  await service.ask('POST', `/api/incidents/${waiting.id}/decision`, {
    body: { decision: 'confirm', digest: waiting.digest },
  })
  const intents = () => runSql(world.databaseUrl, 'SELECT plugin FROM action_attempts')
  // However often it looks before it asks for leave: the look after its intent is the one right before the act.
  for (;;) {
    await eventually('it looks', () => look.hits() === 1)
    if ((await intents()).length > 0) break
    const next = world.cluster.faults.add(looks)
    look.release()
    look = next
  }
  assert.equal((await intents()).length, 1)
  await pressStopSwitch(service)
  look.release()
  const ended = await eventually('it has ended', async () => {
    const incident = await show(service, waiting.id)
    return incident.status === 'escalated' && incident
  })
  assert.deepEqual(textsOf(ended, 'action_completed', 'outcome'), ['skipped'])
  assert.match(textsOf(ended, 'action_completed', 'message').at(0) ?? '', /REMEDIATION_ENABLED/)
  assert.deepEqual(world.cluster.recorder.changes(), [])
})

test('an act that comes about after all is told, and its closed incident is opened again for a person', async (t) => {
  const world = await openWaitingWorld(t, ['checkout'])
  const waiting = await world.plant('checkout')
  const sleeper = await startSleeper(t, world)
  const act = world.cluster.faults.add({ method: 'PATCH', does: 'hold' })
  await confirm(sleeper.address, waiting)
  await eventually('the target works on it', () => act.hits() === 1)
  sleeper.pause()
  await eventually('it stands still', () => sleeper.isPaused())
  const heir = await concludedBy(world, waiting)
  const { id } = waiting
  assert.equal((await heir.ask('POST', `/api/incidents/${id}/resolve`, { body: {} })).status, 200)

  act.release()
  await eventually('the target has done it', () => world.cluster.recorder.changes().length === 1)
  await wakeAndEnd(sleeper)

  const reopened = await show(heir, id)
  assert.equal(reopened.status, 'escalated')
  assert.match(textsOf(reopened, 'note_added', 'text').at(-1) ?? '', /^scale_deployment was carried out after all/)
  assert.match(textsOf(reopened, 'incident_escalated', 'reason').at(-1) ?? '', /did not know of it/)
  assert.equal(world.cluster.recorder.changes().length, 1)
})
