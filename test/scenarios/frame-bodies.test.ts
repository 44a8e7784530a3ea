/** What the frame of the API makes of bodies, paths and methods that are not as they should be. */
import assert from 'node:assert/strict'
import http from 'node:http'
import { test } from 'node:test'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { startTestService } from '../world/service.ts'

const nested = (depth: number) => `{"A":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
const JSON_TYPE = 'application/json'

const REFUSED_BODIES: [name: string, body: string | Uint8Array, contentType?: string][] = [
  ['malformed JSON', '{"LLM_MODEL":'],
  ['two JSON values', '{} {}'],
  ['a lone word', 'undefined'],
  ['a JSON array', '[]'],
  ['a JSON text', '"LLM_MODEL"'],
  ['JSON null', 'null'],
  ['invalid UTF-8', Buffer.from('7b224c4c4d5f4d4f44454c223a22ff227d', 'hex')],
  ['an overlong UTF-8 sequence', Buffer.from('7b224c4c4d5f4d4f44454c223a22c0af227d', 'hex')],
  ['UTF-16', Buffer.from('{"LLM_MODEL":"x"}', 'utf16le')],
  ['a __proto__ key', '{"__proto__":{"LLM_MODEL":"x"}}'],
  ['an escaped __proto__ key', '{"\\u005f_proto__":{}}'],
  ['a deep __proto__ key', '{"A":{"b":[{"__proto__":1}]}}'],
  ['a constructor.prototype key', '{"constructor":{"prototype":{"admin":true}}}'],
  ['33 levels', nested(33)],
  ['100,000 levels', nested(100_000)],
  ['100,000 levels of objects', '{"A":'.repeat(100_000)],
  ['more than 1 MiB', JSON.stringify({ A: 'a'.repeat(1024 * 1024) })],
  ['an empty body', ''],
  ['text', '{}', 'text/plain'],
  ['a form', 'LLM_MODEL=x', 'application/x-www-form-urlencoded'],
  ['a type that only begins like JSON', '{}', 'application/jsonx'],
  ['a type with garbage after it', '{}', 'application/json garbage'],
  ['a type of two', '{}', 'application/json, text/plain'],
  ['no type', '{}', ''],
  ['latin1', '{}', 'application/json; charset=latin1'],
  ['quoted latin1', '{}', 'application/json; charset="iso-8859-1"'],
  ['utf-16', '{}', 'application/json;charset=utf-16'],
]

test('a body that cannot be taken is a VALIDATION_ERROR and changes nothing', async (t) => {
  const { ask, get } = await startTestService(t)
  const before = (await get('/api/config')).body
  for (const [name, body, contentType = JSON_TYPE] of REFUSED_BODIES) {
    await t.test(name, async () => {
      const answer = await ask('PUT', '/api/config', { body, headers: { 'content-type': contentType } })
      assert.equal(assertErrorEnvelope(answer), 'VALIDATION_ERROR')
      assert.ok(answer.body.error.details.length > 0)
      assert.deepEqual((await get('/api/config')).body, before)
    })
  }
})

test('bodies at the edge of what is allowed are taken', async (t) => {
  const { ask } = await startTestService(t)
  const exactly = `{"A":"${'a'.repeat(1024 * 1024 - 8)}"}`
  const taken: [string | Buffer, string?][] = [
    [nested(32)],
    [exactly],
    ['{"LLM_MODEL":"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\\"[["}'],
    ['{"LLM_MODEL":"😀 \\ud800"}'],
    ['\uFEFF{"LLM_MODEL":"x"}'],
    ['{"A":1}', 'application/json; charset=utf-8'],
    ['{"A":1}', 'application/json;charset="UTF-8"'],
    ['{"A":1}', 'APPLICATION/JSON'],
  ]
  for (const [body, type = JSON_TYPE] of taken) {
    const answer = await ask('PUT', '/api/config', { body, headers: { 'content-type': type } })
    assert.equal(answer.status, 200, `${body.slice(0, 60)} as ${type}: ${answer.text}`)
  }
})

test('an unknown path or method is NOT_FOUND, whatever the body is', async (t) => {
  const { ask } = await startTestService(t)
  const wrong: [string, string, string?, string?][] = [
    ['GET', '/nothing'],
    ['GET', '/api'],
    ['GET', '/api/config/'],
    ['GET', '//api/config'],
    ['GET', '/API/CONFIG'],
    ['GET', '/api/nothing?page=x'],
    ['POST', '/healthz', '{'],
    ['POST', '/api/config', 'text', 'text/plain'],
    ['DELETE', '/api/config', '{"a":', JSON_TYPE],
    ['PATCH', '/api/config', '{}'],
    ['OPTIONS', '/api/config'],
    ['TRACE', '/api/config'],
    ['PROPFIND', '/api/config'],
    ['QUERY', '/api/config', '{}', 'text/plain'],
    ['POST', '/nothing', 'x'.repeat(2 * 1024 * 1024)],
  ]
  for (const [method, path, body, type = JSON_TYPE] of wrong) {
    const answer = await ask(method, path, body === undefined ? {} : { body, headers: { 'content-type': type } })
    assert.equal(assertErrorEnvelope(answer), 'NOT_FOUND', `${method} ${path}: ${answer.text}`)
  }
})

test('an unusable id in a path is NOT_FOUND', async (t) => {
  const { ask } = await startTestService(t)
  const ids = ['%', '%zz', '%ff', '%c0%af', '%00', '%0a', '..', '%2e%2e%2f', 'a'.repeat(501), 'a'.repeat(8_000)]
  const odd = ['__proto__', 'constructor', 'null', '0', '-1', "'", '%27%20or%201=1', '%F0%9F%98%80', 'abcdefgh%00']
  for (const id of [...ids, ...odd]) {
    const answer = await ask('DELETE', `/api/keys/${id}`)
    assert.equal(assertErrorEnvelope(answer), 'NOT_FOUND', `${id.slice(0, 40)}: ${answer.text}`)
  }
})

test('query parameters are read strictly: twice the same, blanks and other notations are refused by name', async (t) => {
  const { get } = await startTestService(t)
  for (const value of ['0', '-1', '1.0', '1e3', '0x10', '', '%20', 'abc', '1&page=2', '%00', '１', '[1]', 'NaN']) {
    const answer = await get(`/api/audit?page=${value}`)
    assert.equal(assertErrorEnvelope(answer), 'VALIDATION_ERROR', `page=${value}: ${answer.text}`)
    assert.deepEqual(
      answer.body.error.details.map(({ field }: { field: string }) => field),
      ['page'],
    )
  }
  const both = await get('/api/audit?page=0&page_size=x')
  assert.deepEqual(
    both.body.error.details.map(({ field }: { field: string }) => field),
    ['page', 'page_size'],
  )
  for (const query of [
    'unknown=1',
    '__proto__=1',
    'constructor=x',
    'page=1&&&',
    'a'.repeat(5000),
    '%ff=%zz',
    'page=9007199254740993',
  ]) {
    assert.equal((await get(`/api/audit?${query}`)).status, 200, query.slice(0, 40))
  }
})

test('a client that writes its whole body before it reads still gets its answer', async (t) => {
  const { ask, port } = await startTestService(t, { environment: { API_KEY: 'some-admin-key' } })
  const body = Buffer.alloc(8 * 1024 * 1024, 97)
  for (const [path, key, status] of [
    ['/api/config', 'some-admin-key', 400],
    ['/api/config', 'wrong', 401],
    ['/nothing', 'wrong', 404],
  ] as const) {
    const headers = { 'content-type': JSON_TYPE, 'content-length': String(body.length), authorization: `Bearer ${key}` }
    const errors: Error[] = []
    const answered = await new Promise<number | undefined>((resolve) => {
      const sending = http.request({ host: '127.0.0.1', port, method: 'PUT', path, headers })
      sending.on('error', (error) => void errors.push(error))
      sending.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)))
      sending.end(body)
    })
    assert.deepEqual([answered, errors], [status, []])
  }
  assert.equal((await ask('GET', '/healthz')).status, 200)
})
