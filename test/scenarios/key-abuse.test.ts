/** What a key that runs wild, was revoked, is guessed at or is weak can cost the others. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { request } from 'undici'
import { BUBBLEWRAP } from '../../src/edges/shell/sandbox.ts'
import { readableDestination } from '../../src/edges/terminal/readable-log.ts'
import { FailedKeys } from '../../src/guidance/access/failed-keys.ts'
import { runCommand } from '../world/command-line.ts'
import { hasProgram } from '../world/debian-program.ts'
import { eventually } from '../world/eventually.ts'
import { pluginFolder, pluginText } from '../world/hostile-kit.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { migratedDatabase, redisUrl } from '../world/stores.ts'

const ADMIN = 'an-admin-key-of-this-test-0123456789'

const openStream = ({ address }: TestService, key: string) =>
  request(`${address}/api/events`, { headers: { authorization: `Bearer ${key}` } })

const issue = async ({ ask }: TestService) =>
  (await ask('POST', '/api/keys', { key: ADMIN, body: { name: 'reader', role: 'viewer' } })).body.data

/** The look that finds it anyway is due every half minute; a test waits for less. */
async function assertEnds(ended: Promise<unknown>): Promise<void> {
  const patience = AbortSignal.timeout(15_000)
  await Promise.race([ended, once(patience, 'abort').then(() => assert.fail('It is still open.'))])
}

test('the stream of a revoked key ends by itself, here and on another instance, with or without a cache store', async (t) => {
  const cacheUrl = redisUrl(t)
  if (cacheUrl === undefined) return
  const { url } = await migratedDatabase(t)
  const start = (REDIS_URL: string) =>
    startTestService(t, { environment: { API_KEY: ADMIN, DATABASE_URL: url, REDIS_URL } })
  const [here, woken, alone] = await Promise.all([start(cacheUrl), start(cacheUrl), start('embedded:')])
  const { key, id } = await issue(here)
  const streams = await Promise.all([here, woken, alone].map((service) => openStream(service, key)))
  const ended = streams.map(({ body }) => once(body.on('error', () => 'It was hung up on.').resume(), 'close'))
  await here.ask('DELETE', `/api/keys/${id}`, { key: ADMIN })
  await assertEnds(Promise.all(ended))
})

test('one key holds only so many streams, and others are served', async (t) => {
  const service = await startTestService(t, { environment: { API_KEY: ADMIN, STREAMS_PER_KEY_MAX: '2' } })
  const [greedy, modest] = [await issue(service), await issue(service)]
  const held = [await openStream(service, greedy.key), await openStream(service, greedy.key)]
  t.after(() => held.map(({ body }) => body.on('error', () => 'It was hung up on.').destroy()))
  const refused = await openStream(service, greedy.key)
  assert.deepEqual([refused.statusCode, refused.headers['retry-after'] !== undefined], [503, true])
  assert.match(await refused.body.text(), /holds 2 event streams already/)
  const other = await openStream(service, modest.key)
  assert.equal(other.statusCode, 200)
  other.body.on('error', () => 'It was hung up on.').destroy()
  held
    .pop()
    ?.body.on('error', () => 'It was hung up on.')
    .destroy()
  await eventually('a place is free again', async () => {
    const again = await openStream(service, greedy.key)
    again.body.on('error', () => 'It was hung up on.').destroy()
    return again.statusCode === 200
  })
})

/** A request whose body does not come: it is under way for as long as its sender likes. */
async function startRequest(t: TestContext, { port }: TestService, key: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  t.after(() => socket.destroy())
  const head = ['POST /api/alert HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${key}`]
  const body = ['Content-Type: application/json', 'Content-Length: 100', '', '{']
  await new Promise((resolve) => socket.write([...head, ...body].join('\r\n'), resolve))
  return socket
}

test('one key has only so many requests under way at once, and others are served', async (t) => {
  const service = await startTestService(t, { environment: { API_KEY: ADMIN, REQUESTS_PER_KEY_MAX: '3' } })
  const issueSender = async () =>
    (await service.ask('POST', '/api/keys', { key: ADMIN, body: { name: 'sender', role: 'sender' } })).body.data.key
  const [greedy, modest]: string[] = [await issueSender(), await issueSender()]
  const send = (key = '') => service.ask('POST', '/api/alert', { key, body: { message: 'the disk is full' } })
  const four = await Promise.all([1, 2, 3, 4].map(() => startRequest(t, service, greedy ?? '')))
  // Nobody is answered before his body has come, unless he is refused.
  const [answer, refused] = await Promise.race(
    four.map(async (socket) => [String((await once(socket, 'data'))[0]), socket] as const),
  )
  assert.match(answer, /^HTTP\/1\.1 503 .*retry-after: .*holds 3 requests at once already; try again later/s)
  assert.equal((await send(greedy)).status, 503)
  assert.equal((await send(modest)).status, 202)
  four.find((socket) => socket !== refused)?.destroy()
  await eventually('a place is free again', async () => (await send(greedy)).status === 202)
  for (const socket of four) socket.destroy()
})

test('a right key is answered while wrong ones of its address wait', async (t) => {
  const { get } = await startTestService(t, { environment: { API_KEY: ADMIN } })
  const refuse = async () => assert.equal((await get('/api/status', { key: 'wrong' })).status, 401)
  for (let turn = 0; turn < 26; turn += 1) await refuse()
  let underWay = 0
  let isOver = false
  const guess = async () => {
    while (!isOver) {
      underWay += 1
      await refuse()
      underWay -= 1
    }
  }
  const guessing = [guess(), guess(), guess(), guess()]
  const found = []
  for (let turn = 0; turn < 5; turn += 1) {
    const { status } = await get('/api/status', { key: ADMIN })
    found.push({ status, isBesideOthers: underWay > 0 })
  }
  isOver = true
  assert.deepEqual(found, Array(5).fill({ status: 200, isBesideOthers: true }))
  await Promise.all(guessing)
})

test('wrong keys of one address wait, and those of another do not', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const failures = new FailedKeys()
  const isAnswered = async (address: string) => {
    let isDone = false
    void failures.slowDown(address).then(() => {
      isDone = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    return isDone
  }
  for (let turn = 0; turn < 20; turn += 1) assert.ok(await isAnswered('10.0.0.1'))
  assert.equal(await isAnswered('10.0.0.1'), false)
  assert.ok(await isAnswered('10.0.0.2'))
})

test('a weak API_KEY is told of at the start and by doctor', async (t) => {
  const { logged } = await startTestService(t, { environment: { API_KEY: 'hunter2' } })
  assert.match(logged(), /API_KEY is shorter than 20 characters and can be guessed/)
  const { out } = await runCommand(t, ['doctor'], { API_KEY: 'a'.repeat(40) })
  assert.match(out, /API_KEY says little for its length and can be guessed/)
})

test('a log line at a terminal cannot move its cursor or look like another', async () => {
  const out = new PassThrough()
  const { write } = readableDestination((text) => void out.write(text))
  const msg = 'x\u001b[2J\r\n12:00:00  Firebreak is ready.\u202e\u009b31m'
  write(JSON.stringify({ level: 'info', time: '2026-01-01T00:00:00.000Z', msg, name: '\u001b]0;t\u0007' }))
  const text = String(out.read())
  assert.match(text, /^[^\p{Cc}\p{Cf}]*\n$/u)
  assert.ok(text.includes('\\u001b[2J'))
})

test('while the API is open, a plugin that could reach it is not run', async (t) => {
  if (!(await hasProgram(t, BUBBLEWRAP, 'bubblewrap'))) return
  const folder = await pluginFolder(t)
  const { port, ask, get } = await startTestService(t, { environment: { PLUGINS_DIR: folder } })
  const body = `const answer = await fetch('http://localhost:${port}/api/keys', { method: 'POST',
    headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name: 'mine', role: 'admin' }) })
    return { success: true, data: await answer.text() }`
  const text = pluginText(body, { name: 'custom.climber', more: `hosts: ['localhost:${port}'],` })
  await writeFile(join(folder, 'climber.mjs'), text, { mode: 0o644 })
  await eventually('it is loaded', async () => (await get('/api/plugins/custom.climber')).status === 200)
  const { result } = (await ask('POST', '/api/plugins/custom.climber/run', { body: {} })).body.data
  assert.match(result.error, /no key exists, so whoever reaches this service is its admin/)
  assert.equal((await get('/api/keys')).body.data.keys.length, 0)
})
