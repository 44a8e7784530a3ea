/** An ordinary alert takes a way of its own through the door; what it is told does not depend on it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { request } from 'undici'
import { firing } from '../world/alerts.ts'
import { startTestService } from '../world/service.ts'

const ADMIN = 'the-admin-key-of-this-test'
const PAUSED = { DIAGNOSIS_CONCURRENCY: '0', API_KEY: ADMIN, ALERT_BOT_IDS: 'ou_bot' }
/** Nobody who asks something beside goes the short way. */
const ORDINARY = '/api/alert?'

const OF_THE_CONNECTION = new Set(['date', 'connection', 'keep-alive'])

type Told = { status: number; headers: [string, string][]; body: string }

test('both ways through the door tell a sender the same, word by word', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const keyOf = async (role: string) =>
    (await service.ask('POST', '/api/keys', { key: ADMIN, body: { name: role, role } })).body.data.key as string
  const keys = { sender: await keyOf('sender'), viewer: await keyOf('viewer') }
  const send = async (path: string, body: string | Buffer, headers: Record<string, string>): Promise<Told> => {
    const answer = await fetch(new URL(path, service.address), { method: 'POST', body, headers })
    const told = [...answer.headers].filter(([name]) => !OF_THE_CONNECTION.has(name))
    return { status: answer.status, headers: told, body: await answer.text() }
  }
  const json = { 'content-type': 'application/json', authorization: `Bearer ${ADMIN}` }
  const basic = `Basic ${Buffer.from(`alertmanager:${keys.sender}`).toString('base64')}`
  const alert = JSON.stringify(firing('a'))
  await send('/api/alert', alert, json)
  const cases: [status: number, body: string | Buffer, headers: Record<string, string>][] = [
    [202, alert, json],
    [202, alert, { ...json, 'content-type': 'application/json; charset=utf-8' }],
    [202, alert, { ...json, authorization: `Bearer ${keys.sender}` }],
    [202, alert, { ...json, authorization: basic }],
    [202, alert, { ...json, cookie: 'firebreak_session=nobody' }],
    [403, alert, { ...json, authorization: `Bearer ${keys.viewer}` }],
    [401, alert, { ...json, authorization: 'Bearer nobody' }],
    [401, alert, { 'content-type': 'application/json' }],
    [403, JSON.stringify({ message: 'm', sender_id: 'ou_stranger' }), json],
    [400, alert, { ...json, 'content-type': 'text/plain' }],
    [400, alert, { ...json, 'content-type': 'application/json; charset=latin1' }],
    [400, '{"message":', json],
    [400, '', json],
    [400, '[]', json],
    [400, '{"message":"m","__proto__":{}}', json],
    [400, `{"message":"m","metadata":${'['.repeat(40)}${']'.repeat(40)}}`, json],
    [400, Buffer.from([0x7b, 0xff, 0x7d]), json],
  ]
  for (const [status, body, headers] of cases) {
    const straight = await send('/api/alert', body, headers)
    assert.equal(straight.status, status, straight.body)
    assert.deepEqual(straight, await send(ORDINARY, body, headers))
  }
})

test('both ways tell the same where no key exists, also a page that is not ours', async (t) => {
  const service = await startTestService(t, { environment: { DIAGNOSIS_CONCURRENCY: '0' } })
  const body = JSON.stringify(firing('a'))
  const send = async (path: string, headers: Record<string, string>): Promise<Told> => {
    const sent = { method: 'POST' as const, path, body, headers: { 'content-type': 'application/json', ...headers } }
    const answer = await request(service.address, sent)
    const told = Object.entries(answer.headers).filter(([name]) => !OF_THE_CONNECTION.has(name))
    return { status: answer.statusCode, headers: told as [string, string][], body: await answer.body.text() }
  }
  await send('/api/alert', {})
  const cases: [status: number, headers: Record<string, string>][] = [
    [202, {}],
    [202, { authorization: 'Bearer nobody' }],
    [202, { cookie: 'firebreak_session=nobody' }],
    [202, { origin: service.address }],
    [403, { origin: 'https://elsewhere.example' }],
    [403, { origin: 'null' }],
    [403, { 'sec-fetch-site': 'cross-site' }],
    [403, { host: 'elsewhere.example' }],
  ]
  for (const [status, headers] of cases) {
    const straight = await send('/api/alert', headers)
    assert.equal(straight.status, status, straight.body)
    assert.deepEqual(straight, await send(ORDINARY, headers))
  }
})

test('what took the short way is counted with the others', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const post = () => service.ask('POST', '/api/alert', { key: ADMIN, body: { message: 'm' } })
  assert.equal((await post()).status, 202)
  const { text } = await service.get('/metrics')
  assert.match(
    text,
    /firebreak_http_request_duration_seconds_count\{method="POST",route="\/api\/alert",status="202"\} 1\n/,
  )
})

test('a key that holds too many requests at once is refused on the short way as on the other', async (t) => {
  const service = await startTestService(t, { environment: { ...PAUSED, REQUESTS_PER_KEY_MAX: '2' } })
  const post = () => service.ask('POST', '/api/alert', { key: ADMIN, body: { message: 'm' } })
  const statuses = (await Promise.all(Array.from({ length: 12 }, post))).map(({ status }) => status)
  assert.ok(statuses.includes(202) && statuses.includes(503), statuses.join())
  assert.equal((await post()).status, 202)
})
