/** Incidents gathered and set free by a person, over two instances of the service. */
import assert from 'node:assert/strict'
import type { Database } from '../../src/edges/store/database.ts'
import type { Status } from '../../src/story/incident/lifecycle.ts'
import { groupOf, idOf, kinds, post, show } from '../world/alerts.ts'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { walk } from '../world/records.ts'
import type { TestService } from '../world/service.ts'
import { sharing } from '../world/shared-stage.ts'
import { openTwoInstances } from '../world/two-instances.ts'

let one: TestService
let other: TestService
let database: Database

const test = sharing(async (t) => {
  ;({ one, other, database } = await openTwoInstances(t))
})

let count = 0
async function incidentIn(status: Status, labels: Record<string, string> = {}): Promise<string> {
  count += 1
  const id = await idOf(one, groupOf([{ fingerprint: `by-hand-${count}`, labels }]))
  const way: Status[] = ['pending', 'diagnosing', 'awaiting_approval', 'executing']
  if (way.includes(status)) await walk(database, id, ...way.slice(0, way.indexOf(status) + 1))
  else await walk(database, id, 'pending', 'diagnosing', status)
  return id
}

function attach(service: TestService, id: string, leader: string, comment?: string) {
  const body = { part_of: leader, ...(comment !== undefined && { comment }) }
  return service.ask('POST', `/api/incidents/${id}/attach`, { body })
}

async function list(query: string) {
  const { body } = await one.get(`/api/incidents?page_size=1000&${query}`)
  return { total: body.data.total as number, ids: body.data.items.map(({ id }: { id: string }) => id) as string[] }
}

test('an incident is attached by hand, told on both timelines and in the trail, and shown below its leader', async () => {
  const leader = await incidentIn('pending')
  const part = await incidentIn('pending', { service: 'checkout', severity: 'critical' })
  const further = await incidentIn('pending', { service: 'checkout', severity: 'low' })
  assert.equal((await attach(one, part, leader, 'one and the same')).status, 200)
  assert.equal((await attach(other, further, leader)).status, 200)
  const shown = await show(one, leader)
  assert.deepEqual(
    [shown.part_of, shown.parts_count, shown.parts.map(({ id }: { id: string }) => id)],
    [null, 2, [part, further]],
  )
  assert.deepEqual(shown.parts_by_severity, { critical: 1, low: 1 })
  assert.deepEqual(shown.parts_by_service, [{ service: 'checkout', count: 2 }])
  const gathered = (await show(other, part)).events.at(-1)
  assert.deepEqual(
    [gathered?.type, gathered?.data.part_of, gathered?.data.why],
    ['incident_gathered', leader, 'one and the same'],
  )
  assert.ok(kinds(shown).includes('parts_changed'))
  const { body } = await one.get('/api/audit')
  const entry = body.data.items.find(({ target }: { target: string }) => target === part)
  assert.deepEqual([entry.action, entry.details.part_of], ['incident.attached', leader])
})

test('the list shows leaders; a filter shows all, another the parts of one', async () => {
  const leader = await incidentIn('pending')
  const part = await incidentIn('escalated')
  const before = await list('')
  const all = await list('parts=all')
  await attach(one, part, leader)
  const after = await list('')
  assert.deepEqual([after.total, after.ids.includes(part)], [before.total - 1, false])
  assert.deepEqual(await list('parts=all'), all)
  assert.deepEqual(await list(`part_of=${leader}`), { total: 1, ids: [part] })
  assert.deepEqual(await list(`search=${part}`), { total: 1, ids: [part] })
  assert.equal((await list('status=escalated')).ids.includes(part), false)
  assert.equal((await list('status=escalated&parts=all')).ids.includes(part), true)
})

test('what a part led comes along, and a part can move on to another leader', async () => {
  const [first, second, part] = [await incidentIn('pending'), await incidentIn('pending'), await incidentIn('pending')]
  await attach(one, part, first)
  assert.equal((await attach(one, first, second)).status, 200)
  assert.deepEqual([(await show(one, part)).part_of, (await show(one, first)).part_of], [second, second])
  const third = await incidentIn('pending')
  assert.equal((await attach(one, part, third)).status, 200)
  assert.deepEqual([(await show(one, part)).part_of, (await show(one, second)).parts_count], [third, 1])
})

test('attachments that make no sense are refused with a reason', async () => {
  const [leader, part, third] = [await incidentIn('pending'), await incidentIn('pending'), await incidentIn('pending')]
  await attach(one, part, leader)
  const refused: [string, string, RegExp][] = [
    [leader, leader, /cannot be part of itself/],
    [leader, part, new RegExp(`${part} is part of ${leader}`)],
    [third, part, new RegExp(`attach ${third} to that one`)],
    [part, leader, /already/],
    [third, await incidentIn('resolved'), /is resolved/],
    [await incidentIn('resolved'), leader, /is resolved/],
    [await incidentIn('executing'), leader, /is executing/],
  ]
  for (const [id, to, reason] of refused) {
    const answer = await attach(one, id, to)
    assert.equal(assertErrorEnvelope(answer), 'CONFLICT', `${id} to ${to}`)
    assert.match(answer.body.error.message, reason)
  }
  assert.equal(assertErrorEnvelope(await attach(one, third, 'INC-20200101-999')), 'NOT_FOUND')
  assert.equal(assertErrorEnvelope(await attach(one, third, 'the big one')), 'VALIDATION_ERROR')
  assert.equal(assertErrorEnvelope(await one.ask('POST', `/api/incidents/${third}/detach`)), 'CONFLICT')
})

test('two people on two instances who attach two incidents to each other make no circle', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [left, right] = [await incidentIn('pending'), await incidentIn('pending')]
    const answers = await Promise.all([attach(one, left, right), attach(other, right, left)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    const leaders = [(await show(one, left)).part_of, (await show(one, right)).part_of]
    assert.equal(leaders.filter((leader) => leader === null).length, 1)
  }
})

test('of one who resolves a leader and one on another instance who attaches to it, both are told what holds', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [leader, part] = [await incidentIn('escalated'), await incidentIn('pending')]
    const [resolved, attached] = await Promise.all([
      one.ask('POST', `/api/incidents/${leader}/resolve`, { body: { comment: 'done' } }),
      attach(other, part, leader),
    ])
    assert.equal(resolved.status, 200)
    const { status, part_of } = await show(one, part)
    assert.deepEqual([status, part_of], ['pending', attached.status === 200 ? leader : null])
    assert.ok(attached.status === 200 || assertErrorEnvelope(attached) === 'CONFLICT')
  }
})

test('the store itself refuses a circle, a closed leader, a part with parts and a part with a plan', async () => {
  const [leader, part, third] = [await incidentIn('pending'), await incidentIn('pending'), await incidentIn('pending')]
  await attach(one, part, leader)
  const hang = (id: string, to: string) => database.query('UPDATE incidents SET part_of = $2 WHERE id = $1', [id, to])
  await assert.rejects(hang(leader, third), /has parts of its own/)
  await assert.rejects(hang(third, part), /is itself part of/)
  await assert.rejects(hang(third, third), /incidents_not_part_of_themselves|itself/)
  await assert.rejects(hang(third, await incidentIn('resolved')), /cannot become part/)
  const plan = database.query(`UPDATE incidents SET proposal_digest = 'x' WHERE id = $1`, [part])
  await assert.rejects(plan, /parts_have_no_plan/)
})

test('a part is decided on with its leader: it is no decision of its own, does not expire, and can be left', async () => {
  const [leader, part] = [await incidentIn('awaiting_approval'), await incidentIn('awaiting_approval')]
  const { body: before } = await one.get('/api/status')
  await attach(one, part, leader)
  const { body: after } = await one.get('/api/status')
  assert.equal(after.data.pending_approvals, before.data.pending_approvals - 1)
  assert.equal(after.data.active_incidents, before.data.active_incidents)
  const decide = (decision: string) => one.ask('POST', `/api/incidents/${part}/decision`, { body: { decision } })
  for (const decision of ['reject', 'rediagnose']) {
    const answer = await decide(decision)
    assert.equal(assertErrorEnvelope(answer), 'CONFLICT')
    assert.match(answer.body.error.message, new RegExp(leader))
  }
  assert.equal((await show(one, part)).confirm_by, undefined)
  assert.equal((await decide('ignore')).status, 200)
  assert.equal((await show(one, part)).part_of, leader)
})

test('a part that is set free is looked at on its own; one nobody looked at is in the queue again', async () => {
  const [leader, waiting, unseen] = [
    await incidentIn('escalated'),
    await incidentIn('escalated'),
    await incidentIn('pending'),
  ]
  await attach(one, waiting, leader)
  await attach(one, unseen, leader)
  const free = (id: string) => other.ask('POST', `/api/incidents/${id}/detach`, { body: { comment: 'not the same' } })
  assert.equal((await free(unseen)).body.data.status, 'pending')
  assert.equal((await free(waiting)).body.data.status, 'diagnosing')
  const shown = await show(one, waiting)
  assert.deepEqual([shown.part_of, (await show(one, leader)).parts_count], [null, 0])
  assert.ok(kinds(shown).includes('incident_set_free'))
})

test('an alert of a part still counts and clears on the part alone', async () => {
  const leader = await incidentIn('pending')
  const part = await idOf(one, groupOf([{ fingerprint: 'clears' }]))
  await attach(one, part, leader)
  assert.equal((await post(other, groupOf([{ fingerprint: 'clears' }]))).incident_id, part)
  await post(other, groupOf([{ fingerprint: 'clears', status: 'resolved' }]))
  const shown = await show(one, part)
  assert.deepEqual([shown.status, shown.part_of, (await show(one, leader)).status], ['resolved', leader, 'pending'])
})
