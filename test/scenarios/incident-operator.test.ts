/** What an operator does to an incident over the API: resolve it, write a note. */
import assert from 'node:assert/strict'
import type { Database } from '../../src/edges/store/database.ts'
import { ACTIVE_STATUSES, mayBecome, type Status } from '../../src/story/incident/lifecycle.ts'
import { firing, kinds, post, show } from '../world/alerts.ts'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { openRecords, walk } from '../world/records.ts'
import { type Asked, startTestService, type TestService } from '../world/service.ts'
import { sharing } from '../world/shared-stage.ts'

const ADMIN = 'the-admin-key-of-this-test'

let service: TestService
let database: Database
const keys = new Map<string, string>()
/** As timelines name the holder of the operator's key. */
let operator: string

const test = sharing(async (t) => {
  service = await startTestService(t, { environment: { DIAGNOSIS_CONCURRENCY: '0', API_KEY: ADMIN } })
  database = openRecords(t, service.databaseUrl)
  for (const role of ['sender', 'viewer', 'operator']) {
    const issued = await service.ask('POST', '/api/keys', { key: ADMIN, body: { name: `the ${role}`, role } })
    keys.set(role, issued.body.data.key)
    operator = `${issued.body.data.name} (${issued.body.data.id})`
  }
})

let count = 0
async function incidentIn(status: Status): Promise<string> {
  count += 1
  const { incident_id } = await post(service, { message: `incident ${count}` }, { key: ADMIN })
  const way: Status[] = ['pending', 'diagnosing', 'awaiting_approval', 'executing', 'verifying']
  if (way.includes(status)) await walk(database, incident_id, ...way.slice(0, way.indexOf(status) + 1))
  else await walk(database, incident_id, 'pending', 'diagnosing', 'awaiting_approval', status)
  return incident_id
}

function resolve(id: string, asked: Asked = {}) {
  return service.ask('POST', `/api/incidents/${id}/resolve`, { key: keys.get('operator') ?? '', ...asked })
}

function note(id: string, body: unknown, key = keys.get('operator') ?? '') {
  return service.ask('POST', `/api/incidents/${id}/notes`, { key, body })
}

function shown(id: string) {
  return show({ ask: (method, path) => service.ask(method, path, { key: ADMIN }) }, id)
}

for (const status of [...ACTIVE_STATUSES, 'resolved', 'ignored', 'expired'] as const) {
  const isAllowed = mayBecome(status, 'resolved')
  test(`an incident that is ${status} ${isAllowed ? 'is resolved by an operator' : 'answers CONFLICT'}`, async () => {
    const id = await incidentIn(status)
    const before = await shown(id)
    const answer = await resolve(id, { body: { comment: 'done by hand' } })
    if (!isAllowed) {
      assert.equal(assertErrorEnvelope(answer), 'CONFLICT')
      assert.match(answer.body.error.message, new RegExp(status))
      assert.deepEqual((await shown(id)).events, before.events)
      return
    }
    assert.deepEqual([answer.status, answer.body.data], [200, { incident_id: id, status: 'resolved' }])
    const after = await shown(id)
    assert.deepEqual([after.status, after.resolution], ['resolved', 'operator'])
    assert.deepEqual(after.events.at(-1)?.data, { resolution: 'operator', by: operator, comment: 'done by hand' })
    const [entry] = (await service.get('/api/audit?page_size=1', { key: ADMIN })).body.data.items
    assert.deepEqual([entry.actor, entry.action, entry.target], [operator, 'incident.resolved', id])
    assert.deepEqual(entry.details, { from: status, comment: 'done by hand' })
  })
}

test('resolving needs no body, and nothing is said twice', async () => {
  const id = await incidentIn('pending')
  assert.equal((await resolve(id)).status, 200)
  assert.equal((await resolve(id)).status, 409)
  assert.equal(kinds(await shown(id)).filter((kind) => kind === 'incident_resolved').length, 1)
})

test('of many operators who resolve at the same moment exactly one does', async () => {
  const id = await incidentIn('escalated')
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => resolve(id)))).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [200, ...Array(9).fill(409)])
})

test('somebody says that he has it, or gives it away, and lists and pages say so', async () => {
  const id = await incidentIn('escalated')
  const assign = (body?: object) =>
    service.ask('POST', `/api/incidents/${id}/assignment`, { key: keys.get('operator') ?? '', body })
  const listed = async () => {
    const { items } = (await service.get(`/api/incidents?search=${id}`, { key: ADMIN })).body.data
    return items[0].assignee
  }
  assert.equal((await shown(id)).assignee, undefined)
  assert.equal((await assign()).body.message, `${operator} has it now.`)
  // Said twice, told once.
  assert.equal((await assign({})).status, 200)
  const { name, by, acknowledged } = await listed()
  assert.deepEqual([name, by, acknowledged], [operator, operator, true])
  await assign({ name: ' grace ' })
  const given = (await shown(id)).assignee
  assert.deepEqual([given?.name, given?.by, given?.acknowledged], ['grace', operator, false])
  await assign({ name: '' })
  assert.equal(await listed(), undefined)
  const { events, status } = await shown(id)
  assert.equal(status, 'escalated')
  assert.deepEqual(
    events.flatMap(({ type, data }) => (type === 'incident_assigned' ? [data.name] : [])),
    [operator, 'grace', ''],
  )
  const [entry] = (await service.get('/api/audit?page_size=1', { key: ADMIN })).body.data.items
  assert.deepEqual([entry.actor, entry.action, entry.target], [operator, 'incident.assigned', id])
  await resolve(id)
  assert.equal(assertErrorEnvelope(await assign()), 'CONFLICT')
})

test('a note stands on the timeline of any incident, closed ones too, in any script, without a move', async () => {
  for (const status of ['pending', 'resolved'] as const) {
    const id = await incidentIn(status)
    for (const text of ['looked at it', '已处理 🔥', 'a\u0000b', 'x'.repeat(10_000)])
      assert.equal((await note(id, { text })).status, 200)
    const { events, status: after } = await shown(id)
    assert.equal(after, status)
    assert.deepEqual(
      events.slice(-4).map(({ type, data }) => ({ type, ...data })),
      ['looked at it', '已处理 🔥', 'a\ufffdb', 'x'.repeat(10_000)].map((text) => ({
        type: 'note_added',
        by: operator,
        text,
      })),
    )
  }
})

test('a note without text, or too long, is refused by field', async () => {
  const id = await incidentIn('pending')
  for (const body of [{}, { text: '' }, { text: 5 }, { text: null }, { text: 'x'.repeat(10_001) }]) {
    const answer = await note(id, body)
    assert.equal(assertErrorEnvelope(answer), 'VALIDATION_ERROR', JSON.stringify(body).slice(0, 50))
    assert.equal(answer.body.error.details[0].field, 'text')
  }
  assert.equal(assertErrorEnvelope(await resolve(id, { body: { comment: 5 } })), 'VALIDATION_ERROR')
  assert.deepEqual(kinds(await shown(id)), ['alert_received'])
})

test('an incident that does not exist is NOT_FOUND', async () => {
  for (const id of ['INC-20200101-001', 'nothing']) {
    assert.equal(assertErrorEnvelope(await resolve(id)), 'NOT_FOUND')
    assert.equal(assertErrorEnvelope(await note(id, { text: 'x' })), 'NOT_FOUND')
    assert.equal(assertErrorEnvelope(await note(id, { text: 5 })), 'NOT_FOUND')
  }
})

test('viewers, senders and strangers may do neither', async () => {
  const id = await incidentIn('pending')
  for (const role of ['viewer', 'sender']) {
    const key = keys.get(role) ?? ''
    assert.equal(assertErrorEnvelope(await resolve(id, { key })), 'FORBIDDEN', role)
    assert.equal(assertErrorEnvelope(await note(id, { text: 'x' }, key)), 'FORBIDDEN', role)
  }
  assert.equal(assertErrorEnvelope(await note(id, { text: 'x' }, 'wrong')), 'UNAUTHORIZED')
  assert.deepEqual(kinds(await shown(id)), ['alert_received'])
})

test('after an operator has resolved it, an alert that fires again opens a new incident', async () => {
  const first = await post(service, firing('resolved by hand'), { key: ADMIN })
  await resolve(first.incident_id)
  const second = await post(service, firing('resolved by hand'), { key: ADMIN })
  assert.notEqual(second.incident_id, first.incident_id)
})
