/** Many alerts at once, on two instances: one incident each, no deadlock, no neighbour harmed, nothing accepted and lost. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Agent, request } from 'undici'
import { cleared, firing, post } from '../world/alerts.ts'
import { eventually } from '../world/eventually.ts'
import { inLength } from '../world/long-form.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { openSql, runSql } from '../world/sql.ts'
import { migratedDatabase } from '../world/stores.ts'

async function startTwo(t: TestContext): Promise<{ url: string; services: [TestService, TestService] }> {
  const { url } = await migratedDatabase(t)
  const environment = { DATABASE_URL: url, DIAGNOSIS_CONCURRENCY: '0' }
  return { url, services: [await startTestService(t, { environment }), await startTestService(t, { environment })] }
}

/**
 * Posts over 64 connections that stay open; answers the status and the incident. Where the service asks it to come back, as
 * it does on a machine that has no time for it, it comes back: what was refused may still have been stored.
 */
function openSender(t: TestContext) {
  const dispatcher = new Agent({ connections: 64 })
  t.after(() => dispatcher.destroy())
  let repeated = 0
  const post = async ({ address }: TestService, body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const wish = { method: 'POST', dispatcher, headers, body: JSON.stringify(body) } as const
    const answer = await request(`${address}/api/alert`, wish)
    const { data } = (await answer.body.json()) as { data?: { incident_id: string } }
    if (answer.statusCode === 503) repeated += 1
    return answer.statusCode !== 503 && { status: answer.statusCode, id: data?.incident_id }
  }
  const send = (service: TestService, body: unknown) => eventually('the alert is taken', () => post(service, body))
  return { send, repeated: () => repeated }
}

test('many identical pairs, sent to two instances at once, make one incident each', async (t) => {
  const { url, services } = await startTwo(t)
  const { send, repeated } = openSender(t)
  const pairs = Array.from({ length: inLength(300, 10_000) }, (_, index) => ({ message: `pair ${index}` }))
  const ids = new Set<string>()
  await Promise.all(
    pairs.map(async (body) => {
      const [one, other] = await Promise.all(services.map((service) => send(service, body)))
      assert.deepEqual([one?.status, other?.status], [202, 202])
      assert.equal(one?.id, other?.id)
      ids.add(one?.id ?? '')
    }),
  )
  assert.equal(ids.size, pairs.length)
  const [stored = {}] = await runSql(
    url,
    `SELECT (SELECT count(*)::int FROM incidents) AS incidents, (SELECT sum(times)::int FROM alerts) AS deliveries,
            (SELECT sum(repeat_count)::int FROM incidents) AS repeats, (SELECT count(*)::int FROM alert_keys) AS keys,
            (SELECT count(*)::int FROM incident_events WHERE kind = 'alert_received') AS received`,
  )
  const incidents = pairs.length
  const deliveries = Number(stored.deliveries)
  assert.ok(deliveries >= 2 * incidents && deliveries <= 2 * incidents + repeated(), `${deliveries} deliveries`)
  assert.deepEqual(stored, {
    incidents,
    deliveries,
    repeats: deliveries - incidents,
    keys: incidents,
    received: incidents,
  })
})

test('groups that name the same alerts in opposite order do not block each other', async (t) => {
  const { url, services } = await startTwo(t)
  const { send } = openSender(t)
  const names = Array.from({ length: 30 }, (_, index) => `crossed ${index}`)
  for (let round = 0; round < 10; round += 1) {
    const ours = names.map((name) => `${name} ${round}`)
    const orders = [ours, ours.toReversed(), ours.toSorted(), ours.slice(15).concat(ours.slice(0, 15))]
    const posts = services.flatMap((service) => orders.map((order) => send(service, firing(...order))))
    const clears = services.map((service) => send(service, cleared(...ours.slice(0, 5))))
    const answers = await Promise.all([...posts, ...clears])
    assert.ok(answers.every(({ status }) => status === 202))
    assert.equal(new Set(answers.slice(0, posts.length).map(({ id }) => id)).size, 1)
  }
  const deadlocks = await runSql(url, 'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()')
  assert.deepEqual(deadlocks, [{ deadlocks: 0 }])
})

test('firing and clearing of the same alerts at the same moment leave no incident open without a burning alert, unless it is held as calm', async (t) => {
  const { url, services } = await startTwo(t)
  const { send } = openSender(t)
  for (let round = 0; round < 15; round += 1) {
    const names = Array.from({ length: 10 }, (_, index) => `flicker ${index}`)
    const posts = names.flatMap((name) =>
      services.flatMap((service) => [send(service, firing(name)), send(service, cleared(name))]),
    )
    assert.ok((await Promise.all(posts)).every(({ status }) => status === 202))
  }
  const left = await runSql(
    url,
    `SELECT id FROM incidents WHERE closed_at IS NULL AND (calm_since IS NULL) =
        NOT EXISTS (SELECT FROM incident_alerts WHERE incident_id = incidents.id AND state = 'firing')`,
  )
  assert.deepEqual(left, [])
  const strayKeys = await runSql(
    url,
    'SELECT key FROM alert_keys JOIN incidents ON id = incident_id WHERE closed_at IS NOT NULL',
  )
  assert.deepEqual(strayKeys, [])
  const doubled = await runSql(
    url,
    `SELECT key FROM incident_alerts JOIN incidents ON id = incident_id WHERE closed_at IS NULL GROUP BY key HAVING count(*) > 1`,
  )
  assert.deepEqual(doubled, [])
})

test('an alert the store refuses fails alone; those it was committed with are accepted', async (t) => {
  const { url, services } = await startTwo(t)
  const { send } = openSender(t)
  await runSql(url, `ALTER TABLE incidents ADD CONSTRAINT no_poison CHECK (title <> 'poison')`)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      send(services[0], { message: index === 20 ? 'poison' : `neighbour ${index}` }),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).filter((status) => status !== 202),
    [500],
  )
  assert.equal((await runSql(url, 'SELECT FROM incidents')).length, 39)
  await post(services[0], { message: 'afterwards' })
})

test('when more arrives than can be stored, senders are told when to come back, and all that was accepted is stored', async (t) => {
  const { url, services } = await startTwo(t)
  const [service] = services
  const holder = await openSql(url)
  t.after(() => holder.end())
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE alerts IN SHARE MODE')
  const filler = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`part ${index}`, 'x'.repeat(60_000)]))
  const posts = Array.from({ length: 12 }, (_, index) =>
    service.ask('POST', '/api/alert', { body: { message: `giant ${index}`, metadata: filler } }),
  )
  const refusal = await Promise.any(posts)
  assert.equal(refusal.status, 503)
  assert.ok(Number(refusal.headers['retry-after']) > 0)
  await holder.query('COMMIT')
  const answers = await Promise.all(posts)
  const accepted = answers.filter(({ status }) => status === 202)
  assert.ok(answers.every(({ status }) => status === 202 || status === 503))
  assert.ok(accepted.length > 0)
  assert.equal((await runSql(url, 'SELECT FROM alerts')).length, accepted.length)
})
