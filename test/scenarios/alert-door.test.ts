/** Who may hand in an alert, and what of it is kept. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { firing, groupOf, idOf, post, show } from '../world/alerts.ts'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { startTestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'

const PAUSED = { DIAGNOSIS_CONCURRENCY: '0' }

test('while ALERT_BOT_IDS was never set any sender is heard, and the answer says so', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const stranger = await post(service, { message: 'from a stranger', sender_id: 'ou_stranger' })
  assert.match(stranger.message, /ALERT_BOT_IDS is not set, so any sender is accepted/)
  assert.equal((await show(service, stranger.incident_id)).source, 'api')
  assert.doesNotMatch((await post(service, { message: 'from nobody' })).message, /ALERT_BOT_IDS/)
})

test('a set ALERT_BOT_IDS lets its members and the nameless in, refuses others, and stores nothing of them', async (t) => {
  const service = await startTestService(t, { environment: { ...PAUSED, ALERT_BOT_IDS: 'ou_bot,ou_other' } })
  const send = (sender_id: unknown, extra = {}) =>
    service.ask('POST', '/api/alert', { body: { message: 'hello', ...extra, sender_id } })
  const heard = await send('ou_bot')
  assert.equal(heard.status, 202)
  assert.doesNotMatch(heard.body.data.message, /ALERT_BOT_IDS/)
  assert.equal((await show(service, heard.body.data.incident_id)).source, 'alert_bot')
  for (const absent of [undefined, null]) assert.equal((await send(absent)).status, 202)
  const before = await runSql(service.databaseUrl, 'SELECT FROM alerts')
  for (const stranger of ['', 'ou_stranger', 'OU_BOT', ' ou_bot', 'ou_bot,ou_other']) {
    assert.equal(assertErrorEnvelope(await send(stranger)), 'FORBIDDEN', stranger)
  }
  assert.equal(assertErrorEnvelope(await send('ou_stranger', firing('x'))), 'FORBIDDEN')
  assert.equal(assertErrorEnvelope(await send(5)), 'VALIDATION_ERROR')
  assert.equal((await runSql(service.databaseUrl, 'SELECT FROM alerts')).length, before.length)
  const { text } = await service.get('/metrics')
  assert.match(text, /firebreak_alerts_total\{source="unknown",outcome="refused_sender"\} 6/)
})

test('an empty ALERT_BOT_IDS refuses every named sender; set over the API it holds at the next alert', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const send = (sender_id?: string) => service.ask('POST', '/api/alert', { body: { message: 'm', sender_id } })
  assert.equal((await send('ou_a')).status, 202)
  await service.ask('PUT', '/api/config', { body: { ALERT_BOT_IDS: [] } })
  assert.equal((await send('ou_a')).status, 403)
  assert.equal((await send()).status, 202)
  await service.ask('PUT', '/api/config', { body: { ALERT_BOT_IDS: ['ou_a'] } })
  assert.equal((await send('ou_a')).status, 202)
})

test('a key opens the door as bearer or as password of any name; a wrong one does not', async (t) => {
  const service = await startTestService(t, { environment: { ...PAUSED, API_KEY: 'the-admin-key-of-this-test' } })
  const as = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization }
    return (await service.ask('POST', '/api/alert', { headers, body: { message: 'm' } })).status
  }
  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
  const issued = await service.ask('POST', '/api/keys', {
    key: 'the-admin-key-of-this-test',
    body: { name: 'alertmanager', role: 'sender' },
  })
  const { key } = issued.body.data
  assert.equal(await as(`Bearer ${key}`), 202)
  assert.equal(await as(basic(`alertmanager:${key}`)), 202)
  assert.equal(await as(basic(`:${key}`)), 202)
  for (const wrong of [undefined, basic('alertmanager:wrong'), basic('no colon'), 'Basic ???', basic(`${key}:`)]) {
    assert.equal(await as(wrong), 401, String(wrong))
  }
  assert.equal((await service.get('/api/incidents', { headers: { authorization: basic(`x:${key}`) } })).status, 401)
  assert.equal((await service.get('/api/incidents', { key })).status, 403)
})

test('a body of 8 MiB is taken, one byte more is refused', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const limit = 8 * 1024 * 1024
  const frame = JSON.stringify({ message: 'large', metadata: { filler: '' } })
  const sized = (bytes: number) => frame.replace('""', JSON.stringify('x'.repeat(bytes - frame.length)))
  assert.equal((await service.ask('POST', '/api/alert', { body: sized(limit) })).status, 202)
  const refused = await service.ask('POST', '/api/alert', { body: sized(limit + 1) })
  assert.equal(assertErrorEnvelope(refused), 'VALIDATION_ERROR')
  assert.equal(refused.body.error.message, 'The body is larger than the 8 MiB this endpoint takes.')
})

test('an unreadable time is left out and the answer says so; a body that is no object is told what it is', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const strange = { message: 'm', timestamp: 'yesterday', metadata: { severity: { level: 9 } } }
  const accepted = await post(service, strange)
  assert.match(accepted.message, /Its timestamp could not be read as a time and was left out\.$/)
  assert.equal((await show(service, accepted.incident_id)).severity, 'medium')
  assert.doesNotMatch((await post(service, { message: 'n', timestamp: '2026-09-17T11:04:00Z' })).message, /timestamp/)
  for (const [body, kind] of [
    ['[]', 'an array'],
    ['null', 'null'],
    ['"disk full"', 'a string'],
    ['', 'missing'],
  ] as const) {
    const refused = await service.ask('POST', '/api/alert', { body })
    assert.equal(assertErrorEnvelope(refused), 'VALIDATION_ERROR')
    const { message, details } = refused.body.error
    assert.equal(message, `The body must be a JSON object with an alert in it, but is ${kind}.`)
    assert.deepEqual(
      details.map(({ field }: { field: string }) => field),
      ['message', 'body'],
    )
  }
})

test('long text is cut at 64 KiB with a mark; what is shorter is kept as sent', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const whole = `${'é'.repeat(32 * 1024)}`
  assert.equal((await show(service, await idOf(service, { message: whole }))).description, whole)
  const long = await show(service, await idOf(service, { message: '火'.repeat(100_000) }))
  assert.ok(Buffer.byteLength(long.description) <= 64 * 1024)
  assert.match(long.description, /^火+… \[cut: 100000 characters in all\]$/)
  assert.equal(long.events[0]?.data.message, long.description)
})

test('text that a store cannot hold is made whole, and odd text is kept', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const odd = [
    'nul \u0000 inside',
    'half \ud800 pair',
    'line\nbreak\r\ttab',
    '<b>&amp;</b>',
    "'); DROP TABLE incidents;--",
    '🔥👩‍🚒',
    '\u202eright to left',
    '%s %d $1 {0}',
    ' ',
  ]
  for (const message of odd) {
    const body = JSON.stringify({ message, metadata: { [message]: message }, sender_id: message, chat_id: message })
    const answer = await service.ask('POST', '/api/alert', { body })
    if (message.trim() === '') assert.equal(assertErrorEnvelope(answer), 'VALIDATION_ERROR')
    else {
      const { description, events } = await show(service, answer.body.data.incident_id)
      const kept = message.replace('\u0000', '\ufffd').replace('\ud800', '\ufffd')
      assert.equal(description, kept)
      assert.equal(events[0]?.data.sender_id, kept)
    }
  }
})

test('fields named after what every object has are fields, and reach nothing else', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const labels = '{"alertname":"Proto","__proto__":"polluted","constructor":"c","hasOwnProperty":"h","toString":"t"}'
  const body = `{"alerts":[{"status":"firing","fingerprint":"__proto__","labels":${labels},"annotations":{"__proto__":"a"}}],"groupKey":"constructor","metadata":{"__proto__":{"isAdmin":true}}}`
  const answer = await service.ask('POST', '/api/alert', { body })
  assert.ok([202, 400].includes(answer.status), answer.text)
  assert.equal(({} as Record<string, unknown>).isAdmin, undefined)
  assert.equal(({} as Record<string, unknown>).polluted, undefined)
  const plain = groupOf([{ fingerprint: 'constructor', labels: { toString: 'x', valueOf: 'y' } }])
  const { alerts } = await show(service, await idOf(service, plain))
  assert.deepEqual(alerts[0]?.labels, { alertname: 'constructor', toString: 'x', valueOf: 'y' })
})

test('a notification of five thousand alerts is one incident that stands for them all, and clears as one', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const names = Array.from({ length: 5_000 }, (_, index) => `f${index}`)
  const id = await idOf(service, firing(...names))
  assert.equal((await show(service, id)).alert_counts.total, names.length)
  assert.equal(await idOf(service, groupOf(names.map((fingerprint) => ({ fingerprint, status: 'resolved' })))), id)
  assert.equal((await show(service, id)).status, 'resolved')
})

test('posts of a real alert manager open, join and clear', async (t) => {
  const recorded = new URL('../../../shared/alertmanager-webhook.json', import.meta.url)
  const text = await readFile(recorded, 'utf8').catch(() => undefined)
  if (text === undefined) return t.skip('The recorded posts are not beside this checkout.')
  const service = await startTestService(t, { environment: PAUSED })
  const { posts } = JSON.parse(text) as { posts: { body: unknown }[] }
  for (const { body } of posts) {
    const { incident_id } = await post(service, body)
    const { source, title } = await show(service, incident_id)
    assert.equal(source, 'alertmanager')
    assert.ok(title.length > 0 && title.length <= 200)
  }
})
