/** What silences hold back, on two instances of one store. Every test has alerts of its own. */
import assert from 'node:assert/strict'
import type { Database } from '../../src/edges/store/database.ts'
import { cleared, firing, groupOf, idOf, post, ruleIn, show } from '../world/alerts.ts'
import { eventually } from '../world/eventually.ts'
import { letPass, openRecords } from '../world/records.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { sharing } from '../world/shared-stage.ts'
import { openTwoInstances } from '../world/two-instances.ts'

let one: TestService
let other: TestService
let database: Database

const test = sharing(async (t) => {
  ;({ one, other, database } = await openTwoInstances(t))
})

type Made = { id: string; state: string; held_back: { alerts: number; firing: number; notifications: number } }

const FAR = '2999-01-01T00:00:00Z'

function quiet(alertname: string, more: object = {}) {
  return { matchers: [{ name: 'alertname', value: alertname }], ends_at: FAR, comment: `work on ${alertname}`, ...more }
}

async function silence(service: TestService, body: object): Promise<Made> {
  const made = await service.ask('POST', '/api/silences', { body })
  assert.equal(made.status, 201, made.text)
  return made.body.data
}

async function see(service: TestService, id: string): Promise<Made> {
  return (await service.get(`/api/silences/${id}`)).body.data
}

async function refused(body: unknown, path = '/api/silences', method = 'POST') {
  const { status, body: answer } = await one.ask(method, path, { body })
  return { status, fields: (answer.error?.details ?? []).map(({ field }: { field: string }) => field) }
}

test('a silenced alert is stored, counted and shown apart; it opens nothing, and the answer names the silence', async () => {
  const { id } = await silence(one, quiet('Held'))
  const accepted = await post(one, firing('Held'))
  assert.equal(accepted.incident_id, '')
  assert.match(accepted.message, new RegExp(`silence ${id} \\(work on Held\\)`))
  await post(other, firing('Held'))
  const { held_back } = await see(other, id)
  assert.deepEqual({ ...held_back, last_at: '' }, { alerts: 1, firing: 1, notifications: 2, last_at: '' })
  const [held] = (await one.get(`/api/silences/${id}/alerts`)).body.data.items
  assert.deepEqual([held.key, held.name, held.state, held.notifications], ['Held', 'Held', 'firing', 2])
  const { rows } = await database.query(`SELECT FROM alerts WHERE incident_id IS NULL AND message LIKE '%Held%'`)
  assert.equal(rows.length, 2)
})

test('a silence made on one instance holds for the very next alert on the other', async () => {
  for (let round = 0; round < 5; round += 1) {
    const name = `Next${round}`
    await idOf(other, firing(`${name}-before`))
    await silence(one, quiet(name))
    assert.equal(await idOf(other, firing(name)), '')
  }
})

test('a silence made while its alert arrives on both: one incident at most, and nothing of it is lost', async () => {
  const name = 'Meanwhile'
  const sending = Array.from({ length: 12 }, (_, index) => idOf(index % 2 ? one : other, firing(name)))
  const { id } = await silence(one, quiet(name))
  const named = new Set((await Promise.all(sending)).filter((incident) => incident !== ''))
  assert.ok(named.size <= 1)
  const [incident] = named
  const heard = incident ? (await show(one, incident)).repeat_count + 1 : 0
  assert.equal(heard + (await see(one, id)).held_back.notifications, 12)
  assert.equal(await idOf(other, firing(name)), '')
})

test('of a notification only what is silenced is held back', async () => {
  const { id } = await silence(one, quiet('Part'))
  const rest = { fingerprint: 'part-rest', labels: { alertname: 'Rest' } }
  const accepted = await post(one, groupOf([{ fingerprint: 'part', labels: { alertname: 'Part' } }, rest]))
  assert.match(accepted.message, /opened.*holds 1 alert of it back/)
  const { title, alerts } = await show(one, accepted.incident_id)
  assert.deepEqual([title, alerts.length], ['Rest', 1])
  assert.equal((await see(one, id)).held_back.notifications, 1)
})

test('an incident that was open before is told when its alert clears, silence or not', async () => {
  const id = await idOf(one, firing('Clears'))
  await silence(one, quiet('Clears'))
  assert.equal(await idOf(other, firing('Clears')), '')
  assert.equal((await show(one, id)).repeat_count, 0)
  await post(other, cleared('Clears'))
  assert.equal((await show(one, id)).status, 'resolved')
})

test('what still fires when its silence ends is heard then, once, on whichever instance', async () => {
  const made = await silence(one, quiet('Ends'))
  for (const service of [one, other]) await post(service, firing('Ends'))
  await post(one, groupOf([{ fingerprint: 'over', labels: { alertname: 'Ends' } }]))
  await post(other, groupOf([{ fingerprint: 'over', labels: { alertname: 'Ends' }, status: 'resolved' }]))
  // It repeats while it ends.
  const repeating = Array.from({ length: 6 }, (_, index) => idOf(index % 2 ? one : other, firing('Ends')))
  assert.equal((await other.ask('DELETE', `/api/silences/${made.id}`)).status, 200)
  const named = new Set((await Promise.all(repeating)).filter((incident) => incident !== ''))
  const { items } = await eventually('it is heard', async () => {
    const found = (await one.get('/api/incidents?search=Ends')).body.data
    return found.total > 0 && found
  })
  assert.equal(items.length, 1)
  assert.ok([...named].every((incident) => incident === items[0].id))
  await eventually('none is held back any more', async () => (await see(one, made.id)).held_back.firing === 0)
  assert.equal((await see(one, made.id)).state, 'expired')
  assert.equal((await one.get('/api/incidents?search=Ends')).body.data.total, 1)
})

test('a window in the future holds nothing back before it begins, and nothing after its end', async () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const { id, state } = await silence(one, quiet('Window', { starts_at: at(1), ends_at: at(3) }))
  assert.equal(state, 'pending')
  const before = await idOf(one, ruleIn('alerting', { ruleId: 901, tags: { alertname: 'Window' } }))
  assert.notEqual(before, '')
  const held = { message: 'in the window', metadata: { labels: { alertname: 'Window' }, n: 2 } }
  await letPass(database, '2 hours')
  await eventually('it holds', async () => (await idOf(other, held)) === '')
  await letPass(database, '2 hours')
  await eventually('it is over', async () => (await see(one, id)).state === 'expired')
  await eventually('it is heard again', async () => (await idOf(other, { ...held, message: 'after it' })) !== '')
})

test('people are told before a silence ends, in the status too', async () => {
  const soon = new Date(Date.now() + 4 * 3_600_000 + 600_000).toISOString()
  const { id } = await silence(
    one,
    quiet('Soon', { starts_at: '2026-01-01T00:00:00Z', ends_at: soon, comment: 'disks' }),
  )
  const warning = await eventually('the status says so', async () => {
    const { warnings } = (await one.get('/api/status')).body.data
    return warnings.find((sentence: string) => sentence.includes('alertname="Soon"'))
  })
  assert.match(warning, /\(disks\) ends in \d+ minutes?\. Nothing it holds back fires now\./)
  assert.equal((await one.ask('PUT', `/api/silences/${id}`, { body: { ends_at: FAR } })).status, 200)
  const { warnings } = (await one.get('/api/status')).body.data
  assert.ok(!warnings.some((sentence: string) => sentence.includes('Soon')))
})

test('the preview tells what of today would match, and makes nothing', async () => {
  const id = await idOf(one, groupOf([{ fingerprint: 'pre', labels: { alertname: 'Preview', instance: 'web-7' } }]))
  const matchers = [
    { name: 'instance', value: 'web-[0-9]+', is_regex: true },
    { name: 'alertname', value: 'Other', is_equal: false },
  ]
  const { data } = (await one.ask('POST', '/api/silences/preview', { body: { matchers } })).body
  assert.deepEqual([data.matching, data.firing, data.hides_everything], [1, 1, false])
  assert.deepEqual([data.alerts[0].name, data.alerts[0].incident_id], ['Preview', id])
  assert.ok(data.looked_at > 1)
  assert.notEqual(await idOf(one, firing('Preview')), '')
})

test('the preview tells of what another silence holds back already', async () => {
  const { id } = await silence(one, quiet('HeldPreview'))
  assert.equal(await idOf(one, firing('HeldPreview')), '')
  const matchers = [{ name: 'alertname', value: 'HeldPreview' }]
  const { data } = (await one.ask('POST', '/api/silences/preview', { body: { matchers } })).body
  assert.deepEqual([data.matching, data.firing, data.hides_everything], [1, 1, false])
  assert.deepEqual([data.alerts[0].name, data.alerts[0].incident_id], ['HeldPreview', ''])
  assert.equal((await one.ask('DELETE', `/api/silences/${id}`)).status, 200)
})

test('a silence that would hide everything asks twice', async () => {
  const all = { ...quiet(''), matchers: [{ name: 'alertname', value: '.*', is_regex: true }] }
  assert.deepEqual(await refused(all), { status: 409, fields: ['matchers'] })
  const { id } = await silence(one, { ...all, confirm: 'everything' })
  assert.equal(await idOf(other, firing('anything')), '')
  assert.equal((await one.ask('DELETE', `/api/silences/${id}`)).status, 200)
  assert.notEqual(await idOf(other, firing('anything at all')), '')
})

test('what cannot be a silence is refused by the name of its field', async () => {
  const past = '2001-01-01T00:00:00Z'
  for (const [body, field] of [
    [quiet('x', { matchers: [] }), 'matchers'],
    [quiet('x', { matchers: [{ name: '', value: 'x' }] }), 'matchers[0].name'],
    [
      quiet('x', {
        matchers: [
          { name: 'a', value: 'b' },
          { name: 'a', value: '(', is_regex: true },
        ],
      }),
      'matchers[1].value',
    ],
    [quiet('x', { matchers: [{ name: 'a', value: '(?=a)b', is_regex: true }] }), 'matchers[0].value'],
    [quiet('x', { matchers: [{ name: 'a\0', value: 'b' }] }), 'matchers[0].name'],
    [quiet('x', { matchers: [{ name: 'a', value: '\0' }] }), 'matchers[0].value'],
    [quiet('x', { ends_at: past }), 'ends_at'],
    [quiet('x', { starts_at: FAR, ends_at: '2998-01-01T00:00:00Z' }), 'ends_at'],
    [quiet('x', { ends_at: 'tomorrow' }), 'ends_at'],
    [quiet('x', { comment: ' ' }), 'comment'],
  ] as const) {
    const answer = await refused(body)
    assert.deepEqual([answer.status, answer.fields[0]], [400, field], JSON.stringify(body))
  }
  const asked = await one.get('/api/silences?state=sleeping')
  assert.equal(asked.status, 400)
  assert.deepEqual(asked.body.error.details, [{ field: 'state', message: 'must be pending, active or expired' }])
})

function ignore(id: string, body: object, service = one) {
  return service.ask('POST', `/api/incidents/${id}/decision`, { body: { decision: 'ignore', ...body } })
}

test('ignored once, the next firing is a new incident', async () => {
  const id = await idOf(one, firing('Once'))
  assert.equal((await ignore(id, { repeats: 'once' })).status, 200)
  const next = await idOf(other, firing('Once'))
  assert.ok(next !== '' && next !== id)
})

test('ignored until it clears, as without a word, repeats count where they were', async () => {
  for (const [name, body] of Object.entries({ Clearing: { repeats: 'until_cleared' }, Unsaid: {} })) {
    const id = await idOf(one, firing(name))
    await ignore(id, body)
    assert.equal(await idOf(other, firing(name)), id)
    await post(one, cleared(name))
    assert.notEqual(await idOf(other, firing(name)), id)
  }
})

test('ignored for its labels, a silence holds back what bears them, and the incident names it', async () => {
  const alert = (pod: string) => groupOf([{ fingerprint: pod, labels: { alertname: 'Crash', app: 'web', pod } }])
  const id = await idOf(one, alert('pod-1'))
  await post(
    one,
    groupOf([
      { fingerprint: 'pod-1' },
      { fingerprint: 'pod-2', labels: { alertname: 'Crash', app: 'web', pod: 'pod-2' } },
    ]),
  )
  await post(one, alert('pod-1'))
  assert.equal((await ignore(id, { repeats: 'for_labels', comment: 'a new build comes' })).status, 200)
  assert.equal(await idOf(other, alert('pod-3')), '')
  const { events } = await show(one, id)
  const { silence: made } = events.findLast(({ type }) => type === 'incident_ignored')?.data ?? {}
  const { body } = await one.get(`/api/silences/${made}`)
  assert.equal(body.data.comment, `${id} was ignored: a new build comes`)
  assert.deepEqual(
    body.data.matchers.map(({ name, value }: { name: string; value: string }) => `${name}=${value}`).sort(),
    ['alertname=Crash', 'app=web'],
  )
})

test('what is said of repeats and cannot be is refused, and nothing is decided', async () => {
  const id = await idOf(one, { message: 'an alert without labels' })
  const all = [{ name: 'a', value: '.*', is_regex: true }]
  for (const [body, status] of [
    [{ repeats: 'for_ever' }, 400],
    [{ repeats: 'for_a_time', seconds: 5 }, 400],
    [{ repeats: 'once', matchers: all }, 400],
    [{ repeats: 'for_labels', matchers: all }, 409],
    [{ repeats: 'for_labels' }, 409],
    [{ decision: 'rediagnose', repeats: 'once' }, 400],
  ] as const)
    assert.equal((await ignore(id, body)).status, status, JSON.stringify(body))
  assert.equal((await show(one, id)).status, 'pending')
})

test('who may only look makes no silence, and every change is on the audit trail', async (t) => {
  const environment = { API_KEY: 'the-admin-key-of-this-test', DIAGNOSIS_CONCURRENCY: '0' }
  const service = await startTestService(t, { environment })
  const key = environment.API_KEY
  const viewer = (await service.ask('POST', '/api/keys', { key, body: { name: 'v', role: 'viewer' } })).body.data.key
  assert.equal((await service.ask('POST', '/api/silences', { key: viewer, body: quiet('a') })).status, 403)
  assert.equal((await service.get('/api/silences', { key: viewer })).status, 200)
  const { id } = (await service.ask('POST', '/api/silences', { key, body: quiet('a') })).body.data
  await service.ask('PUT', `/api/silences/${id}`, { key, body: { comment: 'longer' } })
  await service.ask('DELETE', `/api/silences/${id}`, { key })
  const { items } = (await service.get('/api/audit', { key })).body.data
  const entries = items.filter(({ target }: { target: string }) => target === id)
  assert.deepEqual(
    entries.map(({ action }: { action: string }) => action),
    ['silence.ended', 'silence.changed', 'silence.created'],
  )
  assert.equal(entries[0].details.matchers, 'alertname="a"')
})

test('a silence that somebody wrote into the database holds nothing back', async (t) => {
  const service = await startTestService(t, {
    environment: { FIREBREAK_SECRET_KEY: 'k'.repeat(40), DIAGNOSIS_CONCURRENCY: '0' },
  })
  const planted = openRecords(t, service.databaseUrl)
  await silence(service, quiet('Genuine'))
  await planted.query(
    `WITH known AS (UPDATE generations SET generation = generation + 1 WHERE subject = 'silences')
     INSERT INTO silences (id, matchers, starts_at, ends_at, comment, created_by)
     SELECT 'forged', replace(matchers, 'Genuine', 'Forged'), starts_at, ends_at, comment, created_by FROM silences`,
  )
  assert.notEqual(await idOf(service, firing('Forged')), '')
  assert.equal(await idOf(service, firing('Genuine')), '')
  const { warnings } = (await service.get('/api/status')).body.data
  assert.ok(warnings.some((sentence: string) => /silences that do not bear the seal.*forged/.test(sentence)))
})

test('ignored for a time, repeats count there although it clears in between, and are news after it', async () => {
  const plain = { message: 'plain and loud' }
  const ids = [await idOf(one, firing('Hour')), await idOf(one, plain)]
  for (const id of ids) assert.equal((await ignore(id, { repeats: 'for_a_time', seconds: 1800 })).status, 200)
  await post(other, cleared('Hour'))
  assert.deepEqual([await idOf(other, firing('Hour')), await idOf(one, plain)], ids)
  const { events } = await show(one, ids[0] ?? '')
  const { repeats, until } = events.findLast(({ type }) => type === 'incident_ignored')?.data ?? {}
  assert.equal(repeats, 'for_a_time')
  assert.match(String(until), /Z$/)
  await letPass(database, '31 minutes')
  await eventually('it is news again', async () => (await idOf(other, firing('Hour'))) !== ids[0])
  await eventually('so is the other', async () => (await idOf(one, plain)) !== ids[1])
})

test('a silence that is narrowed lets go what it no longer matches, and the timeline says so', async () => {
  const matchers = (value: string) => [{ name: 'alertname', value, is_regex: true }]
  const { id } = await silence(one, quiet('', { matchers: matchers('Narrow(One|Two)') }))
  for (const name of ['NarrowOne', 'NarrowTwo']) assert.equal(await idOf(other, firing(name)), '')
  const changed = await other.ask('PUT', `/api/silences/${id}`, { body: { matchers: matchers('NarrowOne') } })
  assert.equal(changed.status, 200)
  const [heard] = await eventually('it is heard', async () => {
    const { items } = (await one.get('/api/incidents?search=NarrowTwo')).body.data
    return items.length > 0 && items
  })
  const { events } = await show(one, heard.id)
  assert.match(String(events[0]?.data.message), /held it back until it was changed and did not match any more/)
  assert.equal((await one.get('/api/incidents?search=NarrowOne')).body.data.total, 0)
  await eventually('the other is held back still', async () => (await see(one, id)).held_back.firing === 1)
})
