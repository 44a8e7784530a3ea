/** A storm of one cause is one incident, told by one card; another cause in the same storm stays another incident. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { groupOf, type SentAlert, show } from '../world/alerts.ts'
import { startChatSimulator } from '../world/chat/chat-simulator.ts'
import { VirtualClock } from '../world/chat/virtual-clock.ts'
import { eventually } from '../world/eventually.ts'
import { startClusterSimulator } from '../world/kubernetes/cluster-simulator.ts'
import { inLength } from '../world/long-form.ts'
import { DEAD_NODE, nodeAlerts, OTHER_ALERTS, STORM_CONTEXT, stormObjects } from '../world/node-storm.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'

const ALERTS = inLength(240, 10_000)
/** So long the last of them may take to find its place, also on a busy machine. */
const GATHER_SECONDS = inLength('60', '300')
const AT_ONCE = 32

async function openStorm(t: TestContext) {
  const cluster = await startClusterSimulator({ objects: stormObjects(), pace: 'by hand' })
  const chat = await startChatSimulator({
    clock: new VirtualClock({ isRunning: true, start: new Date() }),
    chats: ['oc_ops'],
  })
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-storm-'))
  const KUBECONFIG = join(folder, 'config')
  await writeFile(KUBECONFIG, cluster.kubeconfig)
  t.after(async () => {
    await cluster.close()
    await chat.close()
    await rm(folder, { recursive: true, force: true })
  })
  const environment = { KUBECONFIG, GATHER_SECONDS, ...chat.settings, CHAT_DEFAULT_CHAT_ID: 'oc_ops' }
  const one = await startTestService(t, { environment })
  const other = await startTestService(t, { environment: { ...environment, DATABASE_URL: one.databaseUrl } })
  assert.equal((await one.ask('PUT', '/api/environment-context', { body: STORM_CONTEXT })).status, 200)
  return { one, other, chat }
}

/** Each alert in a notification of its own, over both instances. */
async function send(services: readonly TestService[], alerts: readonly SentAlert[]): Promise<void> {
  const left = [...alerts.entries()]
  const sender = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [index, alert] = next
      const service = services[index % services.length]
      const group = groupOf([alert], `{}:{fingerprint="${alert.fingerprint}"}`)
      assert.equal((await service?.ask('POST', '/api/alert', { body: group }))?.status, 202)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender))
}

async function leaders(service: TestService) {
  const { body } = await service.get('/api/incidents?open=true&page_size=1000')
  return body.data.items as { id: string; status: string; parts_count: number }[]
}

test('a node dies: its storm is one incident that names it, and what is wrong beside it another', async (t) => {
  const { one, other, chat } = await openStorm(t)
  const [early, late] = OTHER_ALERTS
  assert.ok(early && late)
  await send([one, other], [early, ...nodeAlerts(ALERTS), late])
  const open = await eventually('everything has its place', async () => {
    const found = await leaders(one)
    const isSettled = found.every(({ status }) => status !== 'pending' && status !== 'diagnosing')
    return isSettled && found.reduce((sum, { parts_count }) => sum + 1 + parts_count, 0) === ALERTS + 2 && found
  })
  const conclusions = await Promise.all(open.map(async ({ id }) => (await show(one, id)).diagnosis.conclusion))
  assert.ok(open.length <= 3, conclusions.join('\n'))
  const [first, second] = open.toSorted((left, right) => right.parts_count - left.parts_count)
  assert.ok(first && second)
  const leader = await show(one, first.id)
  assert.match(leader.diagnosis.conclusion, new RegExp(DEAD_NODE))
  assert.equal(leader.alerts[0]?.labels.node, DEAD_NODE, 'the one nearest the cause leads')
  assert.ok(leader.parts_count >= ALERTS - 2, String(leader.parts_count))
  assert.match((await show(other, second.id)).diagnosis.conclusion, /invoices/)
  const [{ diagnosed } = {}] = await runSql(
    one.databaseUrl,
    `SELECT count(*)::int AS diagnosed FROM incident_events WHERE kind = 'diagnosis_completed'`,
  )
  assert.ok(Number(diagnosed) <= 5, `${diagnosed} full diagnoses`)
  const part = await show(one, leader.parts[0].id)
  assert.equal(part.part_of, leader.id)
  assert.match(
    String(part.events.find(({ type }) => type === 'incident_gathered')?.data.why),
    /its cause|the same cause/,
  )
  await eventually('the chat is told', async () => {
    const [row] = await runSql(one.databaseUrl, 'SELECT count(*)::int AS owed FROM chat_cards WHERE sent < wanted')
    return row?.owed === 0
  })
  const cards = chat.store.in('oc_ops').filter(({ type }) => type === 'interactive')
  assert.equal(cards.length, open.length, 'one card for each cause')
})
