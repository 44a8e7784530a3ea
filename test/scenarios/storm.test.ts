/**
 * A storm of one cause is one incident, told by one card; another cause in the same storm stays another incident. The same
 * storm, in full length and by the clock, is `npm run bench -- gathering`.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { show } from '../world/alerts.ts'
import { eventually } from '../world/eventually.ts'
import { inLength } from '../world/long-form.ts'
import {
  criticalBurns,
  DEAD_NODE,
  type Notification,
  nodeStorm,
  OTHER_CAUSE,
  STORM_CONTEXT,
} from '../world/node-storm.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { openStormWorld, readStorm, sendStorm } from '../world/storm-world.ts'

const ALERTS = inLength(250, 10_000)
const CRITICAL = inLength(20, 200)
/** So long the last of them may take to find its place, also on a busy machine. */
const GATHER_SECONDS = inLength('60', '300')

async function openStorm(t: TestContext) {
  const world = await openStormWorld()
  t.after(world.close)
  const environment = { ...world.environment, GATHER_SECONDS }
  const one = await startTestService(t, { environment })
  const other = await startTestService(t, { environment: { ...environment, DATABASE_URL: one.databaseUrl } })
  assert.equal((await one.ask('PUT', '/api/environment-context', { body: STORM_CONTEXT })).status, 200)
  return { ...world, one, other }
}

function send(services: readonly [TestService, TestService], storm: readonly Notification[]): Promise<void> {
  return sendStorm(storm, async (index, body) => {
    const service = services[index % 2] ?? services[0]
    return service.ask('POST', '/api/alert', { body })
  })
}

function settled(service: TestService) {
  return eventually('everything has its place and the chat is told', async () => {
    const now = await readStorm(service.databaseUrl)
    return now.unsettled === 0 && now.cards_owed === 0 && now
  })
}

test('where nothing can be looked at, alerts that name the same machine are one incident, and those of another are not', async (t) => {
  const service = await startTestService(t, { environment: { GATHER_SECONDS: '15' } })
  const alertOf = (node: string, index: number) => ({
    key: `${node}-${index}`,
    alerts: [{ fingerprint: `${node}-${index}`, labels: { instance: `${node}:9100`, check: String(index) } }],
  })
  const storm = Array.from({ length: 60 }, (_, index) => alertOf(`10.0.0.${1 + (index % 2)}`, index))
  await sendStorm(storm, (_, body) => service.ask('POST', '/api/alert', { body }))
  const { leaders } = await eventually('everything has its place', async () => {
    const now = await readStorm(service.databaseUrl)
    return now.unsettled === 0 && now
  })
  assert.deepEqual(
    leaders.map(({ parts }) => parts),
    [29, 29],
  )
  const { parts } = await show(service, leaders[0]?.id ?? '')
  const part = await show(service, parts[0].id)
  const gathered = part.events.find(({ type }) => type === 'incident_gathered')
  assert.match(String(gathered?.data.why), /^it names the same host .*nothing could be looked at/)
})

test('a node dies: its storm is one incident that names it, and what is wrong beside it another', async (t) => {
  const { one, other, countCards } = await openStorm(t)
  const [early, late] = OTHER_CAUSE
  // The worst is heard of first, in every namespace, when nobody knows of the node yet.
  await send([one, other], [...criticalBurns(CRITICAL, 'early'), early, ...nodeStorm(ALERTS - CRITICAL), late])
  const storm = await settled(one)
  assert.equal(storm.alerts, ALERTS + 2)
  const told = storm.leaders.map(({ conclusion }) => conclusion)
  assert.ok(storm.leaders.length <= 3, told.join('\n'))
  const [first, second] = storm.leaders
  assert.ok(first && second)
  assert.match(first.conclusion, new RegExp(DEAD_NODE))
  assert.match(second.conclusion, /invoices/)
  const leader = await show(one, first.id)
  assert.equal(leader.alerts[0]?.labels.node, DEAD_NODE, 'the one nearest the cause leads')
  assert.ok(storm.diagnoses <= 5, `${storm.diagnoses} full diagnoses`)
  assert.equal(countCards(), storm.leaders.length, 'one card for each cause')
  const part = await show(other, leader.parts[0].id)
  assert.equal(part.part_of, leader.id)
  const gathered = part.events.find(({ type }) => type === 'incident_gathered')
  assert.match(String(gathered?.data.why), /its cause|the same cause/)

  assert.equal(leader.severity, 'critical', 'as bad as the worst of its parts')

  // What comes when the cause is known finds its place without a diagnosis of its own.
  await send([one, other], criticalBurns(CRITICAL, 'late'))
  const after = await settled(one)
  assert.deepEqual(
    after.leaders.map(({ id, severity }) => [id, severity]),
    storm.leaders.map(({ id, severity }) => [id, severity]),
  )
  assert.equal(after.leaders[0]?.parts, first.parts + CRITICAL)
  assert.equal(after.diagnoses, storm.diagnoses)
  assert.equal(countCards(), storm.leaders.length)
})
