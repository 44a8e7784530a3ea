/** What a key that runs wild, was revoked, is guessed at or is weak can cost the others. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { request } from 'undici'
import { BUBBLEWRAP } from '../../src/edges/shell/sandbox.ts'
import { readableDestination } from '../../src/edges/terminal/readable-log.ts'
import { FailedKeys } from '../../src/guidance/access/failed-keys.ts'
import { runCommand } from '../world/command-line.ts'
import { hasProgram } from '../world/debian-program.ts'
import { eventually } from '../world/eventually.ts'
import { pluginFolder, pluginText } from '../world/hostile-kit.ts'
import { startTestService, type TestService } from '../world/service.ts'

const ADMIN = 'an-admin-key-of-this-test-0123456789'

const openStream = ({ address }: TestService, key: string) =>
  request(`${address}/api/events`, { headers: { authorization: `Bearer ${key}` } })

const issue = async ({ ask }: TestService) =>
  (await ask('POST', '/api/keys', { key: ADMIN, body: { name: 'reader', role: 'viewer' } })).body.data

test('the stream of a revoked key ends by itself, without waiting for the half-minute look', async (t) => {
  const service = await startTestService(t, { environment: { API_KEY: ADMIN } })
  const { key, id } = await issue(service)
  const stream = await openStream(service, key)
  const ended = once(stream.body.on('error', () => 'It was hung up on.').resume(), 'close')
  await service.ask('DELETE', `/api/keys/${id}`, { key: ADMIN })
  // The look that finds it is due every half minute otherwise; a test waits for less.
  const patience = AbortSignal.timeout(15_000)
  await Promise.race([ended, once(patience, 'abort').then(() => assert.fail('It is still open.'))])
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

test('wrong keys of one address wait, more and more; a right one never does', async (t) => {
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
  const service = await startTestService(t, { environment: { API_KEY: ADMIN } })
  for (let turn = 0; turn < 5; turn += 1) assert.equal((await service.get('/api/status', { key: 'wrong' })).status, 401)
  assert.equal((await service.get('/api/status', { key: ADMIN })).status, 200)
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
