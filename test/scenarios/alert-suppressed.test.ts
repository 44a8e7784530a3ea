/** An incident was closed as needing no work while its alert still fires: repeats only count there until it clears. */
import assert from 'node:assert/strict'
import type { Database } from '../../src/edges/store/database.ts'
import type { Resolution } from '../../src/story/incident/incident.ts'
import { cleared, firing, idOf, kinds, post, ruleIn, show, states } from '../world/alerts.ts'
import { letPass, move, openRecords, walk } from '../world/records.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { sharing } from '../world/shared-stage.ts'

let service: TestService
let database: Database

const test = sharing(async (t) => {
  service = await startTestService(t, { environment: { DIAGNOSIS_CONCURRENCY: '0' } })
  database = openRecords(t, service.databaseUrl)
})

async function close(incidentId: string, ending: 'ignored' | Resolution): Promise<void> {
  if (ending === 'ignored') return walk(database, incidentId, 'pending', 'ignored')
  await walk(database, incidentId, 'pending', 'diagnosing')
  await move(database, { incidentId, from: 'diagnosing', to: 'resolved', resolution: ending })
}

for (const ending of ['ignored', 'recovered', 'works_as_designed'] as const) {
  test(`after ${ending}, repeats only count until the alert clears; then the next firing is news`, async () => {
    const name = `needs no work: ${ending}`
    const id = await idOf(service, firing(name))
    await close(id, ending)
    for (let count = 1; count <= 3; count += 1) {
      const repeat = await post(service, firing(name))
      assert.equal(repeat.incident_id, id)
      assert.match(repeat.message, /only counts there, until it clears/)
      assert.equal((await show(service, id)).repeat_count, count)
    }
    const status = (await show(service, id)).status
    assert.equal(await idOf(service, cleared(name)), id)
    const after = await show(service, id)
    assert.equal(after.status, status)
    assert.deepEqual(states(after), { [name]: 'resolved' })
    assert.equal(kinds(after).at(-1), 'alert_cleared')
    assert.notEqual(await idOf(service, firing(name)), id)
  })
}

for (const ending of ['fixed', 'alert_cleared', 'operator'] as const) {
  test(`after ${ending}, the next firing opens a new incident`, async () => {
    const name = `was over: ${ending}`
    const id = await idOf(service, firing(name))
    await close(id, ending)
    assert.notEqual(await idOf(service, firing(name)), id)
    assert.equal((await show(service, id)).repeat_count, 0)
  })
}

test('after an expiry the next firing opens a new incident', async () => {
  const id = await idOf(service, firing('expired'))
  await walk(database, id, 'pending', 'diagnosing', 'awaiting_approval', 'expired')
  assert.notEqual(await idOf(service, firing('expired')), id)
})

test('only what still fired stays with the ignored incident; an alert that was over before opens a new one', async () => {
  const id = await idOf(service, firing('ignored-a', 'ignored-b'))
  await post(service, cleared('ignored-a'))
  await close(id, 'ignored')
  assert.notEqual(await idOf(service, firing('ignored-a')), id)
  assert.equal(await idOf(service, firing('ignored-b')), id)
})

test('a new alert beside an ignored one opens an incident without it', async () => {
  const id = await idOf(service, firing('beside-ignored'))
  await close(id, 'ignored')
  const fresh = await idOf(service, firing('beside-ignored', 'beside-new'))
  assert.notEqual(fresh, id)
  assert.deepEqual(states(await show(service, fresh)), { 'beside-new': 'firing' })
  await post(service, cleared('beside-new'))
  assert.equal((await show(service, fresh)).status, 'resolved')
  assert.equal(await idOf(service, firing('beside-ignored')), id)
})

test('a plain alert never tells its end, so a repeat after an ignored incident is a new one', async () => {
  const body = { message: 'plain and ignored' }
  const id = await idOf(service, body)
  await close(id, 'ignored')
  assert.notEqual(await idOf(service, body), id)
})

test('an ignored dashboard rule counts until it says ok', async () => {
  const rule = { ruleId: 'ignored rule' }
  const id = await idOf(service, ruleIn('alerting', rule))
  await close(id, 'ignored')
  assert.equal(await idOf(service, ruleIn('alerting', rule)), id)
  assert.equal(await idOf(service, ruleIn('ok', rule)), id)
  assert.notEqual(await idOf(service, ruleIn('alerting', rule)), id)
})

test('repeats are told at most once a minute, with the count since the last time', async () => {
  const id = await idOf(service, firing('often'))
  for (let count = 0; count < 5; count += 1) await post(service, firing('often'))
  const remarks = async () =>
    (await show(service, id)).events.filter(({ type }) => type === 'alert_repeated').map(({ data }) => data)
  assert.deepEqual(await remarks(), [{ count: 1, total: 1, message: 'often' }])
  await letPass(database, '61 seconds')
  await post(service, firing('often'))
  await post(service, firing('often'))
  assert.deepEqual(await remarks(), [
    { count: 1, total: 1, message: 'often' },
    { count: 5, total: 6, message: 'often' },
  ])
  assert.equal((await show(service, id)).repeat_count, 7)
})
