/** One sender with tens of thousands of alerts in one body: what everybody else notices of it. */
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { post, show } from '../world/alerts.ts'
import { startTestService } from '../world/service.ts'

const PAUSED = { DIAGNOSIS_CONCURRENCY: '0' }
const SENT = 40_000

type Given = { status?: string; labels?: Record<string, string> }

const alertOf = (index: number): Given => ({
  status: 'firing',
  labels: { alertname: 'PodDown', severity: 'critical', namespace: 'shop', pod: `cart-${index}` },
})
const bodyOf = (alerts: readonly Given[]) => ({ version: '4', status: 'firing', groupKey: 'pods', alerts })
const alertsOf = (count: number) => Array.from({ length: count }, (_, index) => alertOf(index))

/** The service reads at least 64 KiB of a connection in each turn of its loop, and each answer is one. */
const TURNS_TO_ARRIVE = 200

async function sendAllButLastByte(port: number, bytes: Buffer): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  const head = `POST /api/alert HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\n\r\n`
  socket.write(head)
  await new Promise((resolve) => socket.write(bytes.subarray(0, -1), resolve))
  return socket
}

test('while a body of 40,000 alerts is read, others are answered', async (t) => {
  const { port, get } = await startTestService(t, { environment: PAUSED })
  // Refused when it is read to the end, so that nobody waits for the store.
  const bytes = Buffer.from(JSON.stringify(bodyOf(alertsOf(SENT).with(4_999, { status: 'firing' }))))
  const socket = await sendAllButLastByte(port, bytes)
  t.after(() => socket.destroy())
  for (let turn = 0; turn < TURNS_TO_ARRIVE; turn += 1) await get('/healthz')
  let answer = ''
  socket.on('data', (part) => {
    answer += String(part)
  })
  socket.write(bytes.subarray(-1))
  let others = 0
  for (; answer === ''; others += 1) await get('/healthz')
  assert.match(answer, /^HTTP\/1\.1 400 .*alerts\[4999\]\.labels/s)
  assert.ok(others > 5, `${others} others were answered meanwhile`)
})

test('at most ALERT_MEMBERS_MAX are taken; the rest is counted and said, and an answer about it stays small', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const accepted = await post(service, bodyOf(alertsOf(SENT)))
  assert.match(accepted.message, /35000 of its alerts are above ALERT_MEMBERS_MAX: they were counted and left out/)
  const path = `/api/incidents/${accepted.incident_id}`
  const { text, body } = await service.get(path)
  assert.deepEqual(body.data.alert_counts, { firing: 5_000, total: 5_000 })
  assert.equal(body.data.alerts.length, 100)
  assert.ok(text.length < 250_000, `${text.length} characters`)
  const last = (await service.get(`${path}/alerts?page=50&page_size=100`)).body.data
  assert.deepEqual([last.total, last.total_pages, last.items.length], [5_000, 50, 100])
})

test('those that fire come first on the pages; a notification that clears many names a few', async (t) => {
  const service = await startTestService(t, { environment: { ...PAUSED, ALERT_MEMBERS_MAX: '200' } })
  const alerts = alertsOf(150)
  const { incident_id: id } = await post(service, bodyOf(alerts))
  await post(service, bodyOf(alerts.map((alert, index) => (index < 149 ? { ...alert, status: 'resolved' } : alert))))
  const shown = (await service.get(`/api/incidents/${id}`)).body.data
  assert.deepEqual(shown.alert_counts, { firing: 1, total: 150 })
  assert.ok(shown.alerts.some(({ state }: { state: string }) => state === 'firing'))
  const [first] = (await service.get(`/api/incidents/${id}/alerts?page_size=1`)).body.data.items
  assert.deepEqual([first.state, first.labels.pod], ['firing', 'cart-149'])
  const { events } = await show(service, id)
  const cleared = events.find(({ type }) => type === 'alert_cleared')?.data as { alerts: string[]; more: number }
  assert.deepEqual([cleared.alerts.length, cleared.more], [20, 129])
})

test('a large notification is asked the same questions as a small one', async (t) => {
  const service = await startTestService(t, { environment: { ...PAUSED, ALERT_BOT_IDS: 'ou_bot' } })
  const padding = 'x'.repeat(60_000)
  const large = { ...bodyOf([alertOf(1)]), metadata: { one: padding, two: padding, three: padding } }
  const send = (body: unknown) => service.ask('POST', '/api/alert', { body })
  assert.equal((await send({ ...large, sender_id: 'ou_stranger' })).status, 403)
  assert.equal((await send({ ...large, alerts: [] })).status, 400)
  assert.equal((await send(`${JSON.stringify(large)}}`)).status, 400)
  assert.equal((await send(`{"__proto__":{},${JSON.stringify(large).slice(1)}`)).status, 400)
  const annotations = { summary: 'postgres://app:sup3rs3cr3tpassword@db/shop is away' }
  const taken = await send({ ...large, sender_id: 'ou_bot', alerts: [{ ...alertOf(2), annotations }] })
  assert.equal(taken.status, 202)
  const { text, body } = await service.get(`/api/incidents/${taken.body.data.incident_id}`)
  assert.equal(body.data.source, 'alert_bot')
  assert.ok(!text.includes('sup3rs3cr3tpassword'))
})
