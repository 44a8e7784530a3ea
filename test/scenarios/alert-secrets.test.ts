/** What somebody wrote into an alert by mistake is nowhere to be found afterwards, and the alert still does its work. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventStream } from '../world/event-stream.ts'
import { eventually } from '../world/eventually.ts'
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
