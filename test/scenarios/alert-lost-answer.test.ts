/** The commit of an intake has happened and its answer is lost: the sender tries again, and nothing is wrong. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { post } from '../world/alerts.ts'
import { openLossyWire } from '../world/lost-answer.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { migratedDatabase } from '../world/stores.ts'

test('numbers of a commit whose answer was lost are not given out again', async (t) => {
  const { url, wire, service } = await startBehindWire(t)
  await post(service, { message: 'before' })
  // Nobody has heard of what comes next, and neither of what came before: the group is one statement.
  wire.loseNextAnswerTo('take-news')
  await expectNothingWrong(service, url)
})

test('nor are they where known alerts came just before, so that a group is looked up first', async (t) => {
  const { url, wire, service } = await startBehindWire(t)
  await post(service, { message: 'before' })
  await post(service, { message: 'before' })
  // What is done in the background commits as well, and is not meant.
  wire.loseNextAnswerTo('COMMIT', 'save-deliveries')
  await expectNothingWrong(service, url)
})

async function startBehindWire(t: TestContext) {
  const { url } = await migratedDatabase(t)
  const wire = await openLossyWire(t, url)
  const environment = { DATABASE_URL: wire.url, DIAGNOSIS_CONCURRENCY: '0' }
  return { url, wire, service: await startTestService(t, { environment }) }
}

async function expectNothingWrong(service: TestService, url: string): Promise<void> {
  const lost = await service.ask('POST', '/api/alert', { body: { message: 'lost' } })
  assert.equal(lost.status, 503)
  assert.ok(lost.headers['retry-after'])
  const after = await post(service, { message: 'after' })
  const again = await post(service, { message: 'lost' })
  assert.match(again.message, /joined/)
  const stored = await runSql(url, 'SELECT id, title FROM incidents ORDER BY seq')
  assert.deepEqual(
    stored.map(({ title }) => title),
    ['before', 'lost', 'after'],
  )
  assert.deepEqual([stored[2]?.id, stored[1]?.id], [after.incident_id, again.incident_id])
}

test('a number that is taken already, because the store forgot that it gave it, costs nobody an alert', async (t) => {
  const { url } = await migratedDatabase(t)
  const service = await startTestService(t, { environment: { DATABASE_URL: url, DIAGNOSIS_CONCURRENCY: '0' } })
  for (const message of ['one', 'two', 'three']) await post(service, { message })
  await runSql(url, 'UPDATE incident_numbers SET last = 0')
  const ids = await Promise.all(
    ['four', 'five', 'six'].map(async (message) => (await post(service, { message })).incident_id),
  )
  assert.equal(new Set(ids).size, 3)
  assert.equal((await runSql(url, 'SELECT FROM incidents')).length, 6)
})
