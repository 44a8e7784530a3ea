/** One incident as it is read: every field of the contract, its whole timeline, and who may see it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firing, groupOf, idOf, kinds, post, type Shown, show } from '../world/alerts.ts'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { letPass, openRecords, walk } from '../world/records.ts'
import { startTestService } from '../world/service.ts'

const PAUSED = { DIAGNOSIS_CONCURRENCY: '0' }
const ADMIN = 'the-admin-key-of-this-test'
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

test('the detail has every field, with null for what does not exist yet', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const body = groupOf([
    {
      fingerprint: 'abc123',
      labels: { alertname: 'PodCrashLooping', namespace: 'shop', pod: 'web-1', severity: 'critical' },
      annotations: { summary: 'Pod web-1 restarts again and again', description: 'five times in ten minutes' },
    },
  ])
  const { id, created_at, updated_at, duration, events, alerts, ...rest } = await show(
    service,
    await idOf(service, body),
  )
  assert.match(id, /^INC-\d{8}-001$/)
  assert.equal(id.slice(4, 12), created_at.slice(0, 10).replaceAll('-', ''))
  for (const time of [created_at, updated_at]) assert.match(time, TIMESTAMP)
  assert.ok(Number.isInteger(duration) && duration >= 0)
  assert.deepEqual(rest, {
    title: 'Pod web-1 restarts again and again',
    status: 'pending',
    severity: 'critical',
    category: 'kubernetes',
    description: 'Pod web-1 restarts again and again\nfive times in ten minutes',
    source: 'alertmanager',
    fingerprint: 'abc123',
    diagnosis: null,
    proposal: null,
    execution_result: null,
    related: [],
    context: null,
    similar: [],
    usage: { turns: 0, input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 },
    repeat_count: 0,
    alert_counts: { firing: 1, total: 1 },
    part_of: null,
    parts: [],
    parts_by_service: [],
    parts_by_severity: {},
    parts_count: 0,
  })
  assert.equal(events.length, 1)
  const { timestamp, ...event } = events[0] ?? {}
  assert.match(String(timestamp), TIMESTAMP)
  assert.deepEqual(event, { id: '1', type: 'alert_received', data: { message: rest.description, sender_id: '' } })
  assert.deepEqual(
    alerts.map(({ key, state }) => ({ key, state })),
    [{ key: 'abc123', state: 'firing' }],
  )
})

test('duration is the time since it began while open, and until it closed afterwards', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const database = openRecords(t, service.databaseUrl)
  const id = await idOf(service, { message: 'slow' })
  await letPass(database, '90 seconds')
  await walk(database, id, 'pending', 'resolved')
  const closed = await show(service, id)
  assert.ok(closed.duration >= 90 && closed.duration < 120)
  assert.equal(Date.parse(closed.resolved_at) - Date.parse(closed.created_at) >= 90_000, true)
  await letPass(database, '1 day')
  assert.equal((await show(service, id)).duration, closed.duration)
})

test('a timeline is complete and oldest first, and the same in the detail', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const id = await idOf(service, firing('a'))
  for (let index = 0; index < 150; index += 1) {
    await service.ask('POST', `/api/incidents/${id}/notes`, { body: { text: `note ${index}` } })
  }
  const other = await idOf(service, firing('b'))
  const { events } = (await service.get(`/api/incidents/${id}/events`)).body.data as Pick<Shown, 'events'>
  const detail = await show(service, id)
  assert.deepEqual(events, detail.events)
  assert.equal(events.length, 151)
  assert.deepEqual(
    events.slice(1).map(({ data }) => data.text),
    Array.from({ length: 150 }, (_, index) => `note ${index}`),
  )
  const ids = events.map((event) => Number(event.id))
  assert.deepEqual(
    ids,
    ids.toSorted((one, two) => one - two),
  )
  assert.deepEqual(kinds(await show(service, other)), ['alert_received'])
})

test('status and timeline of a detail are of one moment, whatever happens meanwhile', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const database = openRecords(t, service.databaseUrl)
  const id = await idOf(service, { message: 'restless' })
  await walk(database, id, 'pending', 'diagnosing')
  let isMoving = true
  const reading = Array.from({ length: 4 }, async () => {
    while (isMoving) {
      const { status, events } = await show(service, id)
      // Each move is told by a note; an even number of notes leaves it escalated.
      assert.equal(status, events.length % 2 === 0 ? 'diagnosing' : 'escalated')
    }
  })
  for (let round = 0; round < 60; round += 1) await walk(database, id, 'diagnosing', 'escalated', 'diagnosing')
  isMoving = false
  await Promise.all(reading)
})

test('an id that does not exist, or could not, is NOT_FOUND', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const day = (await idOf(service, { message: 'm' })).slice(4, 12)
  for (const id of [
    'INC-20200101-001',
    `INC-${day}-999`,
    'INC-1',
    'nothing',
    '%00',
    `INC-${day}-001'--`,
    `inc-${day}-001`,
    'x'.repeat(500),
    '%F0%9F%94%A5',
  ]) {
    assert.equal(assertErrorEnvelope(await service.get(`/api/incidents/${id}`)), 'NOT_FOUND', id)
    assert.equal(assertErrorEnvelope(await service.get(`/api/incidents/${id}/events`)), 'NOT_FOUND', id)
  }
})

test('a viewer reads; a sender and a stranger do not', async (t) => {
  const service = await startTestService(t, { environment: { ...PAUSED, API_KEY: ADMIN } })
  const issue = async (role: string) =>
    (await service.ask('POST', '/api/keys', { key: ADMIN, body: { name: role, role } })).body.data.key as string
  const { incident_id } = await post(service, { message: 'm' }, { key: ADMIN })
  const [viewer, sender] = [await issue('viewer'), await issue('sender')]
  for (const path of ['/api/incidents', `/api/incidents/${incident_id}`, `/api/incidents/${incident_id}/events`]) {
    assert.equal((await service.get(path, { key: viewer })).status, 200, path)
    assert.equal(assertErrorEnvelope(await service.get(path, { key: sender })), 'FORBIDDEN', path)
    assert.equal(assertErrorEnvelope(await service.get(path)), 'UNAUTHORIZED', path)
  }
})

test('bounds and pages that cannot be read are refused by field', async (t) => {
  const { get } = await startTestService(t, { environment: PAUSED })
  const wrong: [string, string][] = [
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=x', 'page'],
    ['page=1.5', 'page'],
    ['page_size=0', 'page_size'],
    ['page_size=many', 'page_size'],
    ['start_date=yesterday', 'start_date'],
    ['end_date=2026-02-30', 'end_date'],
  ]
  for (const [query, field] of wrong) {
    const answer = await get(`/api/incidents?${query}`)
    assert.equal(assertErrorEnvelope(answer), 'VALIDATION_ERROR', query)
    assert.deepEqual(
      answer.body.error.details.map((detail: { field: string }) => detail.field),
      [field],
    )
  }
  assert.deepEqual((await get('/api/incidents')).body.data, {
    items: [],
    total: 0,
    page: 1,
    page_size: 20,
    total_pages: 0,
  })
  assert.equal((await get('/api/incidents?unknown=1&status=&severity=&start_date=&end_date=&search=')).status, 200)
})
