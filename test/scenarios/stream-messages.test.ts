/** What GET /api/events says, and to whom. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleared, firing, idOf, post, show } from '../world/alerts.ts'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { EventStream } from '../world/event-stream.ts'
import { openRecords, walk } from '../world/records.ts'
import { startTestService } from '../world/service.ts'

const PAUSED = { DIAGNOSIS_CONCURRENCY: '0' }

test('headers and a first comment leave at once, with nothing happening', async (t) => {
  const { address } = await startTestService(t, { environment: PAUSED })
  const stream = await EventStream.open(t, address, { headers: { 'accept-encoding': 'gzip, br' } })
  assert.equal(stream.status, 200)
  assert.match(String(stream.headers['content-type']), /^text\/event-stream/)
  assert.match(String(stream.headers['cache-control']), /no-cache/)
  assert.equal(stream.headers['content-encoding'], undefined)
  await stream.until('the greeting is there', ({ raw }) => raw.includes('\n\n'))
  assert.match(stream.raw, /^retry: 3000\n/)
  assert.match(stream.raw, /\n: .+\n\n$/)
  assert.deepEqual(stream.messages, [])
})

test('each stored event is one message, under its own name and with exactly its fields', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const stream = await EventStream.open(t, service.address)
  const id = await idOf(service, { ...firing('a'), metadata: { severity: 'critical' } })
  await post(service, firing('a'))
  await service.ask('POST', `/api/incidents/${id}/notes`, { body: { text: 'looking' } })
  await walk(openRecords(t, service.databaseUrl), id, 'pending', 'diagnosing')
  await post(service, cleared('a'))
  await stream.until('all has arrived', ({ messages }) => messages.length >= 6)
  const { title, severity, events } = await show(service, id)
  assert.deepEqual(
    stream.ids,
    events.map((event) => event.id),
  )
  assert.deepEqual(
    stream.messages.map(({ event, data }) => ({ event, data })),
    [
      { event: 'incident_created', data: { id, title, severity } },
      { event: 'incident_updated', data: { incident_id: id, status: 'pending', kind: 'alert_repeated' } },
      { event: 'incident_updated', data: { incident_id: id, status: 'pending', kind: 'note_added' } },
      { event: 'incident_updated', data: { incident_id: id, status: 'diagnosing', kind: 'note_added' } },
      { event: 'incident_updated', data: { incident_id: id, status: 'diagnosing', kind: 'alert_cleared' } },
      { event: 'incident_resolved', data: { incident_id: id, resolution: 'alert_cleared' } },
    ],
  )
})

test('text that could break out of a message stays inside it', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const stream = await EventStream.open(t, service.address)
  const message = 'one\r\n\nid: 99\nevent: incident_resolved\ndata: {}\n\n \u2028 "quoted" \\'
  await post(service, { message })
  await post(service, { message: 'next' })
  await stream.until('both have arrived', ({ messages }) => messages.length === 2)
  assert.deepEqual(
    stream.messages.map(({ event }) => event),
    ['incident_created', 'incident_created'],
  )
})

test('without Last-Event-ID nothing old is sent; what is no number of ours counts as none', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  await post(service, { message: 'old' })
  const readers = await Promise.all([
    EventStream.open(t, service.address),
    EventStream.open(t, service.address, { headers: { 'last-event-id': 'yesterday' } }),
    EventStream.open(t, service.address, { headers: { 'last-event-id': '999999999999' } }),
    EventStream.open(t, service.address, { query: '?last_event_id=-1' }),
    EventStream.open(t, service.address, { query: '?last_event_id=' }),
  ])
  const id = await idOf(service, { message: 'new' })
  for (const reader of readers) {
    await reader.until('the new one is there', ({ messages }) => messages.length > 0)
    assert.deepEqual(
      reader.messages.map(({ data }) => data.id),
      [id],
    )
  }
})

test('with Last-Event-ID, as header or in the query, exactly what came after it is sent, then what is new', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const ids: string[] = []
  for (const message of ['one', 'two', 'three']) ids.push(await idOf(service, { message }))
  const first = await EventStream.open(t, service.address, { query: '?last_event_id=0' })
  await first.until('all are there', ({ messages }) => messages.length === 3)
  assert.deepEqual(
    first.messages.map(({ data }) => data.id),
    ids,
  )
  const [lastSeen = ''] = first.ids
  const again = [
    await EventStream.open(t, service.address, { query: `?last_event_id=${lastSeen}` }),
    await EventStream.open(t, service.address, { headers: { 'last-event-id': lastSeen } }),
  ]
  const fourth = await idOf(service, { message: 'four' })
  for (const reader of again) {
    await reader.until('the rest is there', ({ messages }) => messages.length === 3)
    assert.deepEqual(
      reader.messages.map(({ data }) => data.id),
      [...ids.slice(1), fourth],
    )
  }
})

test('a stream needs a viewer', async (t) => {
  const { address, ask, get } = await startTestService(t, {
    environment: { ...PAUSED, API_KEY: 'the-admin-key-of-this-test' },
  })
  const issue = async (role: string) =>
    (await ask('POST', '/api/keys', { key: 'the-admin-key-of-this-test', body: { name: role, role } })).body.data.key
  assert.equal(assertErrorEnvelope(await get('/api/events')), 'UNAUTHORIZED')
  assert.equal(assertErrorEnvelope(await get('/api/events', { key: await issue('sender') })), 'FORBIDDEN')
  const stream = await EventStream.open(t, address, { headers: { authorization: `Bearer ${await issue('viewer')}` } })
  assert.equal(stream.status, 200)
})
