/** What somebody wrote by mistake, into an alert or about one, is nowhere to be found afterwards, and does its work all the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventStream } from '../world/event-stream.ts'
import { eventually } from '../world/eventually.ts'
import { openRecords, walk } from '../world/records.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'

const CANARIES = ['canary-in-a-sentence-1', 'canary-in-an-address-2', 'canary-in-a-header-3', 'canary-in-a-label-4']
const ALERT = {
  version: '4',
  status: 'firing',
  groupKey: '{}:{alertname="LoginFails"}',
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'LoginFails', severity: 'high', namespace: 'shop', db_password: CANARIES[3] },
      annotations: {
        summary: `Login fails with password=${CANARIES[0]}`,
        description: `postgresql://app:${CANARIES[1]}@db:5432/shop said no. Authorization: Bearer ${CANARIES[2]}`,
      },
      fingerprint: 'with-secrets',
    },
  ],
}

test('secrets in an alert are neither stored nor shown, streamed, searched or logged; repeats join', async (t) => {
  const service = await startTestService(t)
  const stream = await EventStream.open(t, service.address)
  const { incident_id: id } = (await service.ask('POST', '/api/alert', { body: ALERT })).body.data
  assert.equal((await service.ask('POST', '/api/alert', { body: ALERT })).body.data.incident_id, id)
  await eventually(`${id} is diagnosed`, async () => {
    const { data } = (await service.get(`/api/incidents/${id}`)).body
    return !['pending', 'diagnosing'].includes(data.status)
  })
  await stream.until('the diagnosis is told', ({ messages }) =>
    messages.some(({ event }) => event === 'diagnosis_completed'),
  )
  const seen = {
    incident: (await service.get(`/api/incidents/${id}`)).text,
    list: (await service.get('/api/incidents?search=login')).text,
    report: (await service.get(`/api/incidents/${id}/report`)).text,
    stream: stream.raw,
    log: service.logged(),
    store: await everythingIn(service),
  }
  assert.match(seen.stream, new RegExp(id))
  assert.match(seen.incident, /Login fails with password=\[redacted\]/)
  for (const [where, text] of Object.entries(seen))
    for (const canary of CANARIES) assert.ok(!text.includes(canary), `${canary} in ${where}`)
})

test('secrets that people type are neither stored nor shown, whatever they type them into', async (t) => {
  const service = await startTestService(t, {
    environment: { DIAGNOSIS_CONCURRENCY: '0', ALERT_BOT_IDS: 'bot password=canary-of-a-sender' },
  })
  const database = openRecords(t, service.databaseUrl)
  const say = async (path: string, body: object) => {
    const answer = await service.ask('POST', `/api/${path}`, { body })
    assert.ok(answer.status < 300, `${path}: ${answer.text}`)
    return answer.body.data
  }
  const open = async (message: string): Promise<string> =>
    (await say('alert', { message, sender_id: 'bot password=canary-of-a-sender' })).incident_id
  const [id, part, ignored, planned] = await Promise.all(['one', 'two', 'three', 'four'].map(open))
  assert.ok(id && part && ignored && planned)
  const secret = (where: string) => `I used password=canary-${where} to log in`
  await say(`incidents/${id}/notes`, { text: secret('note') })
  await say(`incidents/${id}/assignment`, { name: secret('name') })
  await say(`incidents/${part}/attach`, { part_of: id, comment: secret('attach') })
  await say(`incidents/${part}/detach`, { comment: secret('detach') })
  await say(`incidents/${ignored}/decision`, { decision: 'ignore', comment: `token=ghp_${'canary'.repeat(6)}` })
  await say(`incidents/${part}/resolve`, { comment: secret('resolve') })
  await walk(database, planned, 'pending', 'diagnosing', 'escalated')
  await say(`incidents/${planned}/proposals`, {
    why: secret('plan'),
    actions: [{ plugin: 'vacuum_table', parameters: { table: 'orders' }, why: secret('step') }],
  })
  const matchers = [{ name: 'alertname', value: 'DiskFull' }]
  const silence = await say('silences', {
    matchers,
    seconds: 60,
    comment: secret('silence'),
    created_by: secret('ann'),
  })
  const changed = await service.ask('PUT', `/api/silences/${silence.id}`, { body: { comment: secret('change') } })
  assert.equal(changed.body.data.comment, 'I used password=[redacted] to log in')
  const pages = [id, part, ignored, planned].map(async (each) => (await service.get(`/api/incidents/${each}`)).text)
  const seen = {
    incidents: (await Promise.all(pages)).join(),
    audit: (await service.get('/api/audit')).text,
    silences: (await service.get('/api/silences')).text,
    log: service.logged(),
    store: await everythingIn(service),
  }
  assert.match(seen.incidents, /I used password=\[redacted\] to log in/)
  assert.match(seen.incidents, /"sender_id":"bot password=\[redacted\]"/)
  for (const [where, text] of Object.entries(seen)) assert.deepEqual(text.match(/.{0,40}canary.{0,20}/g), null, where)
})

/** Every row of every table, as text. */
async function everythingIn({ databaseUrl }: TestService): Promise<string> {
  const tables = await runSql(
    databaseUrl,
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  const rows = await Promise.all(
    tables.map(({ name }) => runSql(databaseUrl, `SELECT whole::text FROM ${name} AS whole`)),
  )
  return JSON.stringify(rows)
}
