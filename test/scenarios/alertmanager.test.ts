/** The whole way with real tools: a target is measured, a rule fires, an incident opens; it recovers, and is resolved. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { ALERTMANAGER, startAlertmanager } from '../world/alertmanager.ts'
import { kinds, type Shown, show } from '../world/alerts.ts'
import { hasProgram } from '../world/debian-program.ts'
import { eventually } from '../world/eventually.ts'
import { PROMETHEUS, startPrometheus } from '../world/prometheus.ts'
import { startTestService, type TestService } from '../world/service.ts'

const ADMIN = 'the-admin-key-of-this-test'

const RULE = `
      - alert: QueueTooLong
        expr: shop_queue_length > 100
        labels: { severity: critical, service: checkout, namespace: shop }
        annotations:
          summary: 'The queue of checkout is too long'
          description: '{{ $value }} orders wait.'
`

test('a rule fires and an incident opens; it recovers and the incident is resolved', async (t) => {
  if (!(await hasProgram(t, PROMETHEUS, 'prometheus'))) return
  if (!(await hasProgram(t, ALERTMANAGER, 'prometheus-alertmanager'))) return
  const shop = await startShop(t)
  const service = await startTestService(t, { environment: { API_KEY: ADMIN } })
  const key = await issueSenderKey(service)
  const alertmanager = await startAlertmanager(t, { url: `${service.address}/api/alert`, key })
  await startPrometheus(t, { target: shop.address, alertmanager, rule: RULE })

  shop.queueLength = 250
  const opened = await eventually('an incident opens', () => newest(service))
  assertShown(opened)
  await eventually('the alert manager repeats itself', async () => (await again(service, opened)).repeat_count > 0)

  shop.queueLength = 3
  const resolved = await eventually('the incident is resolved', async () => {
    const incident = await again(service, opened)
    return incident.status === 'resolved' && incident
  })
  assert.equal(resolved.resolution, 'alert_cleared')
  assert.equal(resolved.alerts[0]?.state, 'resolved')
  assert.deepEqual(kinds(resolved).slice(-2), ['alert_cleared', 'incident_resolved'])
  assert.equal((await newest(service))?.id, opened.id, 'It was one incident from the beginning to the end.')
})

function assertShown(incident: Shown): void {
  assert.equal(incident.title, 'The queue of checkout is too long')
  assert.equal(incident.description, 'The queue of checkout is too long\n250 orders wait.')
  assert.equal(incident.severity, 'critical')
  assert.equal(incident.source, 'alertmanager')
  assert.equal(incident.alerts[0]?.state, 'firing')
  assert.equal(incident.alerts[0]?.key, incident.fingerprint)
  assert.match(String(incident.fingerprint), /^[0-9a-f]{16}$/)
}

/** Something to measure: one number, as Prometheus reads it. */
async function startShop(t: TestContext): Promise<{ address: string; queueLength: number }> {
  const shop = { address: '', queueLength: 0 }
  const server = createServer((_asked, answer) => {
    answer.setHeader('content-type', 'text/plain; version=0.0.4')
    answer.end(`shop_queue_length ${shop.queueLength}\n`)
  }).listen(0, '127.0.0.1')
  t.after(() => server.close().closeAllConnections())
  await once(server, 'listening')
  shop.address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return shop
}

/** The alert manager gets a key that can send alerts and nothing else. */
async function issueSenderKey({ ask }: TestService): Promise<string> {
  const answer = await ask('POST', '/api/keys', { key: ADMIN, body: { role: 'sender', name: 'alertmanager' } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data.key
}

async function newest(service: TestService): Promise<Shown | undefined> {
  const { body } = await service.get('/api/incidents', { key: ADMIN })
  const [item] = body.data.items as { id: string }[]
  return item && show(withKey(service), item.id)
}

function again(service: TestService, { id }: Shown): Promise<Shown> {
  return show(withKey(service), id)
}

function withKey({ ask }: TestService): Pick<TestService, 'ask'> {
  return { ask: (method, path, asked) => ask(method, path, { key: ADMIN, ...asked }) }
}
