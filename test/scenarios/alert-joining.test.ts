/** Which incident a notification opens, joins or clears. One service; every test has alerts of its own. */
import assert from 'node:assert/strict'
import type { Database } from '../../src/edges/store/database.ts'
import { cleared, firing, groupOf, idOf, kinds, post, ruleIn, show, states } from '../world/alerts.ts'
import { letPass, openRecords, walk } from '../world/records.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { sharing } from '../world/shared-stage.ts'

let service: TestService
let database: Database

const test = sharing(async (t) => {
  service = await startTestService(t, { environment: { DIAGNOSIS_CONCURRENCY: '0' } })
  database = openRecords(t, service.databaseUrl)
})

test('a repeat joins the open incident, counts, and starts no second one', async () => {
  const first = await post(service, firing('repeat'))
  const again = await post(service, firing('repeat'))
  assert.equal(again.incident_id, first.incident_id)
  assert.match(first.message, /opened/)
  assert.match(again.message, /joined/)
  const incident = await show(service, first.incident_id)
  assert.equal(incident.repeat_count, 1)
  assert.deepEqual(kinds(incident), ['alert_received', 'alert_repeated'])
  assert.deepEqual(incident.events[1]?.data, { count: 1, total: 1, message: 'repeat' })
})

test('one alert by two routes under two group keys is one incident', async () => {
  const one = await idOf(service, groupOf([{ fingerprint: 'routed' }], 'route one'))
  const other = await idOf(service, groupOf([{ fingerprint: 'routed' }, { fingerprint: 'beside' }], 'route two'))
  assert.equal(one, other)
})

test('the same group key with other fingerprints is another incident', async () => {
  const one = await idOf(service, groupOf([{ fingerprint: 'key-a' }], 'shared key'))
  const other = await idOf(service, groupOf([{ fingerprint: 'key-b' }], 'shared key'))
  assert.notEqual(one, other)
})

test('alerts without fingerprints join by their group', async () => {
  const bare = (pod: string) => groupOf([{ labels: { alertname: 'Bare', pod } }], 'bare group')
  assert.equal(await idOf(service, bare('p-1')), await idOf(service, bare('p-2')))
  const elsewhere = groupOf([{ labels: { alertname: 'Bare', pod: 'p-3' } }], 'other group')
  assert.notEqual(await idOf(service, bare('p-1')), await idOf(service, elsewhere))
})

test('alerts of several open incidents update each; the oldest is named and takes in what is new', async () => {
  const old = await idOf(service, firing('several-old'))
  const young = await idOf(service, firing('several-young'))
  assert.notEqual(old, young)
  assert.equal(await idOf(service, firing('several-young', 'several-new', 'several-old')), old)
  assert.deepEqual(states(await show(service, old)), { 'several-old': 'firing', 'several-new': 'firing' })
  assert.deepEqual(states(await show(service, young)), { 'several-young': 'firing' })
  assert.deepEqual([(await show(service, old)).repeat_count, (await show(service, young)).repeat_count], [1, 1])
})

test('each alert clears by itself, even in a notification that is firing, and the last one closes the incident', async () => {
  const id = await idOf(service, firing('part-a', 'part-b'))
  await post(service, groupOf([{ fingerprint: 'part-a', status: 'resolved' }, { fingerprint: 'part-b' }]))
  const half = await show(service, id)
  assert.equal(half.status, 'pending')
  assert.deepEqual(states(half), { 'part-a': 'resolved', 'part-b': 'firing' })
  assert.deepEqual(half.events.at(-1)?.data, { alerts: ['part-a'], still_firing: 1 })
  assert.equal(await idOf(service, cleared('part-b')), id)
  const whole = await show(service, id)
  assert.deepEqual([whole.status, whole.resolution], ['resolved', 'alert_cleared'])
  assert.ok(whole.resolved_at)
  assert.deepEqual(kinds(whole).slice(-2), ['alert_cleared', 'incident_resolved'])
})

test('an alert that comes back before the others are over counts as firing again', async () => {
  const id = await idOf(service, firing('flap-a', 'flap-b'))
  await post(service, cleared('flap-a'))
  assert.equal(await idOf(service, firing('flap-a')), id)
  await post(service, cleared('flap-b'))
  assert.equal((await show(service, id)).status, 'pending')
  await post(service, cleared('flap-a'))
  assert.equal((await show(service, id)).status, 'resolved')
})

test('a closed incident is not reopened: the next firing is a new one', async () => {
  const first = await idOf(service, firing('anew'))
  await post(service, cleared('anew'))
  const second = await idOf(service, firing('anew'))
  assert.notEqual(second, first)
  assert.equal((await show(service, first)).status, 'resolved')
  assert.equal((await show(service, first)).repeat_count, 0)
})

test('with nothing to clear, the latest incident of that alert is named, or none, and nothing changes', async () => {
  const unknown = await post(service, cleared('never-seen'))
  assert.equal(unknown.incident_id, '')
  const older = await idOf(service, firing('was-here'))
  await post(service, cleared('was-here'))
  // So long that it does not come and go.
  await letPass(database, '11 minutes')
  const newer = await idOf(service, firing('was-here'))
  await post(service, cleared('was-here'))
  assert.notEqual(older, newer)
  const late = await post(service, cleared('was-here'))
  assert.equal(late.incident_id, newer)
  assert.match(late.message, /neither opened nor cleared/)
  assert.equal((await show(service, newer)).events.length, 3)
})

test('a dashboard rule fires on alerting and no_data, clears on ok, and is known by organisation and rule', async () => {
  const id = await idOf(service, ruleIn('alerting'))
  assert.equal(await idOf(service, ruleIn('no_data', { title: '[No Data] Queue is long' })), id)
  assert.notEqual(await idOf(service, ruleIn('alerting', { orgId: 2 })), id)
  assert.notEqual(await idOf(service, ruleIn('alerting', { ruleId: 8 })), id)
  assert.equal(await idOf(service, ruleIn('ok', { title: '[OK] Queue is long', evalMatches: null })), id)
  assert.equal((await show(service, id)).status, 'resolved')
  assert.equal(await idOf(service, ruleIn('ok')), id)
})

test('other dashboard states open nothing and clear nothing', async () => {
  const rule = { ruleId: 'quiet' }
  for (const state of ['pending', 'paused', 'unknown', 'something new']) {
    assert.equal((await post(service, ruleIn(state, rule))).incident_id, '', state)
  }
  const id = await idOf(service, ruleIn('alerting', rule))
  const paused = await post(service, ruleIn('paused', rule))
  assert.equal(paused.incident_id, id)
  assert.match(paused.message, /neither opened nor cleared/)
  assert.deepEqual(kinds(await show(service, id)), ['alert_received'])
})

test('a plain alert is known by its fingerprint, else by sender, chat, message and metadata', async () => {
  const plain = { message: 'same words', chat_id: 'c1', metadata: { host: 'a' } }
  const id = await idOf(service, plain)
  assert.equal(await idOf(service, { metadata: { host: 'a' }, chat_id: 'c1', message: 'same words' }), id)
  for (const other of [
    { chat_id: 'c2' },
    { message: 'other words' },
    { metadata: { host: 'b' } },
    { sender_id: 's' },
  ]) {
    assert.notEqual(await idOf(service, { ...plain, ...other }), id, JSON.stringify(other))
  }
  const known = await idOf(service, { message: 'one', metadata: { fingerprint: 'plain-known' } })
  assert.equal(await idOf(service, { message: 'two', metadata: { fingerprint: 'plain-known' } }), known)
  assert.equal(await idOf(service, firing('plain-known')), known)
})

test('while a plan runs or is checked, clearing is written down and closes nothing', async () => {
  for (const status of ['executing', 'verifying'] as const) {
    const id = await idOf(service, firing(`at-work-${status}`))
    const way = ['pending', 'diagnosing', 'awaiting_approval', 'executing', 'verifying'] as const
    await walk(database, id, ...way.slice(0, way.indexOf(status) + 1))
    assert.equal(await idOf(service, cleared(`at-work-${status}`)), id)
    const incident = await show(service, id)
    assert.equal(incident.status, status)
    assert.deepEqual(incident.events.at(-1)?.type, 'alert_cleared')
  }
})

test('from every other open state, clearing resolves', async () => {
  const ways = [
    ['pending', 'diagnosing'],
    ['pending', 'diagnosing', 'awaiting_approval'],
    ['pending', 'diagnosing', 'escalated'],
  ] as const
  for (const way of ways) {
    const name = `clears-from-${way.at(-1)}`
    const id = await idOf(service, firing(name))
    await walk(database, id, ...way)
    await post(service, cleared(name))
    assert.equal((await show(service, id)).status, 'resolved', name)
  }
})

const stated = (fingerprint: string, severity: string, summary: string) =>
  groupOf([{ fingerprint, labels: { severity }, annotations: { summary } }])

test('an incident becomes as bad as its worst alert, says so at once, and stays as bad while it is open', async () => {
  const id = await idOf(service, stated('risen', 'warning', 'queue at 80 %'))
  await post(service, stated('risen', 'critical', 'queue at 99 %'))
  await post(service, stated('risen', 'low', 'queue at 20 %'))
  const { events, severity, alerts, title, description } = await show(service, id)
  const raised = events.filter(({ type }) => type === 'severity_raised')
  assert.deepEqual(
    raised.map(({ data }) => data),
    [{ from: 'warning', to: 'critical' }],
  )
  assert.deepEqual([severity, alerts[0]?.severity], ['critical', 'low'])
  assert.deepEqual([title, description], ['queue at 20 %', 'queue at 20 %'])
  const found = await service.get('/api/incidents?search=queue%20at%2020&severity=critical')
  assert.deepEqual(
    found.body.data.items.map((item: { id: string }) => item.id),
    [id],
  )
})

test('a card that is out is drawn anew when its incident becomes worse, and not for a repeat that is no worse', async () => {
  const id = await idOf(service, stated('on-a-card', 'warning', 'queue at 80 %'))
  await walk(database, id, 'pending', 'diagnosing', 'awaiting_approval')
  const wanted = async () => {
    const { rows } = await database.query<{ wanted: number }>(
      'SELECT wanted::int FROM chat_cards WHERE incident_id = $1',
      [id],
    )
    return rows[0]?.wanted ?? 0
  }
  const before = await wanted()
  await post(service, stated('on-a-card', 'warning', 'queue at 80 %'))
  assert.equal(await wanted(), before)
  await post(service, stated('on-a-card', 'critical', 'queue at 80 %'))
  assert.equal(await wanted(), before + 1)
})
