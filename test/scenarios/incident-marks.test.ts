/** Lists by label, source, service, team and cause: what the sweep wrote down is what is found, exactly. */
import assert from 'node:assert/strict'
import type { Database } from '../../src/edges/store/database.ts'
import { createEventFeed } from '../../src/edges/store/feed-records.ts'
import { markIncidents } from '../../src/edges/store/mark-records.ts'
import { eventually } from '../world/eventually.ts'
import { freshRecords, openIncident } from '../world/records.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { sharing } from '../world/shared-stage.ts'
import { runSql } from '../world/sql.ts'

let service: TestService
let database: Database
const ids: Record<string, string> = {}

async function alert(name: string, labels: Record<string, string>): Promise<void> {
  const metadata = { severity: 'high', fingerprint: name, labels }
  ids[name] = await openIncident(database, { message: `${name} is unwell`, metadata })
}

const test = sharing(async (t) => {
  const records = await freshRecords(t)
  database = records.database
  await alert('cart', { service: 'cart', namespace: 'shop', team: 'blue' })
  await alert('checkout', { deployment: 'checkout', namespace: 'shop', zone: 'a,b', path: '"C:\\shop" {1}' })
  await alert('ledger', { app: 'ledger', namespace: 'bank', team: 'green' })
  service = await startTestService(t, {
    environment: { DATABASE_URL: records.url, DIAGNOSIS_CONCURRENCY: '0', RETENTION_DAYS: '0' },
  })
  await catchUp()
})

/** As the sweep does, without waiting for its turn. */
async function catchUp(): Promise<void> {
  while ((await markIncidents(database, createEventFeed(database))) > 0);
}

async function find(query: string): Promise<string[]> {
  const { status, body, text } = await service.get(`/api/incidents?${query}`)
  assert.equal(status, 200, text)
  assert.equal(body.data.total, body.data.items.length, query)
  return body.data.items.map(({ title }: { title: string }) => title.split(' ')[0])
}

test('a label, a service and a team find their incidents, several values find either', async () => {
  assert.deepEqual(await find('label=namespace=shop&sort=oldest'), ['cart', 'checkout'])
  assert.deepEqual(await find('label=namespace=shop,namespace=bank,team=green'), ['ledger'])
  assert.deepEqual(await find(`label=${encodeURIComponent('zone=a\\,b')}`), ['checkout'])
  assert.deepEqual(await find(`label=${encodeURIComponent('path="C:\\shop" {1}')}`), ['checkout'])
  assert.deepEqual(await find('service=ledger,cart&sort=oldest'), ['cart', 'ledger'])
  assert.deepEqual(await find('team=blue&status=pending&search=unwell'), ['cart'])
  assert.deepEqual(await find('team=blue&status=resolved'), [])
  assert.deepEqual(await find('service=nobody'), [])
  assert.equal((await service.get('/api/incidents?label=shop')).status, 400)
  assert.equal((await service.get('/api/incidents?sort=loudest')).status, 400)
  assert.equal((await service.get('/api/incidents?open=perhaps')).status, 400)
  for (const field of ['parts', 'part_of']) {
    const refused = await service.get(`/api/incidents?${field}=some`)
    assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, field])
  }
  for (const [path, query, field] of [
    ['mine', 'open=perhaps', 'query'],
    ['mine', 'sort=severity&colour=red', 'query'],
    ['mine', 'parts=some', 'query'],
    ['mine%00', 'open=true', 'name'],
  ] as const) {
    const refused = await service.ask('PUT', `/api/views/${path}`, { body: { query } })
    assert.deepEqual([refused.status, refused.body.error?.details[0].field], [400, field], query)
  }
})

test('a source finds what came from it', async () => {
  assert.deepEqual(await find('source=api,grafana&sort=oldest'), ['cart', 'checkout', 'ledger'])
  assert.deepEqual(await find('source=grafana'), [])
})

test('a diagnosis brings the cause, and another one replaces it', async () => {
  const diagnose = async (version: number, kind: string) => {
    const faults = [{ kind, object: 'Deployment shop/cart', statement: '' }]
    await runSql(
      service.databaseUrl,
      `WITH told AS (INSERT INTO incident_events (incident_id, kind, status, data) VALUES ($1, 'diagnosis_completed', 'pending', '{}'))
       INSERT INTO diagnoses (incident_id, version, document) VALUES ($1, $2, $3)`,
      [ids.cart, version, JSON.stringify({ faults })],
    )
    await catchUp()
  }
  await diagnose(1, 'out_of_memory')
  assert.deepEqual(await find('cause=out_of_memory'), ['cart'])
  assert.deepEqual(await find('cause=out_of_memory%20Deployment%20shop/cart'), ['cart'])
  await diagnose(2, 'bad_image')
  assert.deepEqual(await find('cause=out_of_memory'), [])
  assert.deepEqual(await find('cause=bad_image'), ['cart'])
})

test('what can be filtered by is told with how often it is there', async () => {
  const { body } = await service.get('/api/incidents/values')
  assert.deepEqual(body.data.services.toSorted(byValue), [
    { value: 'cart', count: 1 },
    { value: 'checkout', count: 1 },
    { value: 'ledger', count: 1 },
  ])
  assert.deepEqual(
    body.data.labels.find(({ value }: { value: string }) => value.startsWith('namespace=')),
    { value: 'namespace=shop', count: 2 },
  )
})

const byValue = (one: { value: string }, other: { value: string }) => (one.value < other.value ? -1 : 1)

test('the service marks what arrives by itself', async () => {
  const sent = { message: 'mailer is unwell', metadata: { labels: { service: 'mailer' }, fingerprint: 'mailer' } }
  await service.ask('POST', '/api/alert', { body: sent })
  await eventually('its service finds it', async () => (await find('service=mailer')).includes('mailer'))
})
