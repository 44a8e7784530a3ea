/** What Node's own HTTP server would answer by itself leaves in the error envelope too. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { sendRaw } from '../world/raw-http.ts'
import { startTestService } from '../world/service.ts'

const PUT = 'PUT /api/config HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

const REFUSED: [name: string, bytes: string, code: string, halfClose?: boolean][] = [
  ['an unknown method', 'FOO /api/config HTTP/1.1\r\nHost: localhost\r\n\r\n', 'NOT_FOUND'],
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 'NOT_FOUND'],
  ['no Host', 'GET /api/config HTTP/1.1\r\nConnection: close\r\n\r\n', 'VALIDATION_ERROR'],
  ['no Host for an unknown path', 'GET /nothing HTTP/1.1\r\nConnection: close\r\n\r\n', 'VALIDATION_ERROR'],
  [
    'headers that are too large',
    `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
    'VALIDATION_ERROR',
  ],
  ['2 MB of headers', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(2_000_000)}\r\n\r\n`, 'VALIDATION_ERROR'],
  ['a path that is too long', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 'VALIDATION_ERROR'],
  ['a blank in a header name', 'GET / HTTP/1.1\r\nHost: localhost\r\nbad name: x\r\n\r\n', 'VALIDATION_ERROR'],
  ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n', 'VALIDATION_ERROR'],
  ['a wrong Content-Length', `${PUT}Content-Length: two\r\n\r\n{}`, 'VALIDATION_ERROR'],
  ['two lengths', `${PUT}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 'VALIDATION_ERROR'],
  [
    'a length and chunks',
    `${PUT}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    'VALIDATION_ERROR',
  ],
  ['an unknown transfer encoding', `${PUT}Transfer-Encoding: gzip\r\n\r\n{}`, 'VALIDATION_ERROR'],
  ['chunks of garbage', `${PUT}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`, 'VALIDATION_ERROR'],
  ['a body that ends early', `${PUT}Content-Length: 20\r\n\r\n{}`, 'VALIDATION_ERROR', true],
  ['another version of HTTP', 'GET / HTTP/3.0\r\nHost: localhost\r\n\r\n', 'VALIDATION_ERROR'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'VALIDATION_ERROR'],
  ['a path without its slash', 'GET healthz HTTP/1.1\r\nHost: localhost\r\n\r\n', 'VALIDATION_ERROR'],
  ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 'NOT_FOUND'],
]

test('a request that is hardly HTTP is answered in the error envelope, and the connection is closed', async (t) => {
  const { port } = await startTestService(t)
  for (const [name, bytes, code, halfClose = false] of REFUSED) {
    const answers = await sendRaw(port, bytes, { halfClose })
    assert.equal(answers.length, 1, name)
    for (const answer of answers) {
      assert.equal(assertErrorEnvelope(answer), code, name)
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    }
  }
})

test('what is no HTTP at all is answered in the error envelope', async (t) => {
  const { port } = await startTestService(t)
  for (const bytes of [
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'hello\r\n\r\n',
    '\0\0\0\0',
    '{"success":true}\r\n\r\n',
  ]) {
    const [answer] = await sendRaw(port, Buffer.from(bytes, 'latin1'))
    assert.ok(answer)
    assert.match(assertErrorEnvelope(answer), /^(VALIDATION_ERROR|NOT_FOUND)$/)
  }
})

test('an expectation nobody knows is served as if it were absent', async (t) => {
  const { port } = await startTestService(t)
  const expecting = `${PUT}Expect: nonsense\r\nConnection: close\r\nContent-Length: 15\r\n\r\n{"LLM_MODEL":1}`
  const [answer] = await sendRaw(port, expecting)
  assert.equal(answer?.status, 200)
})

test('an upgrade nobody offers is answered like the same request without it', async (t) => {
  const { port } = await startTestService(t)
  for (const protocol of ['websocket', 'h2c']) {
    const asking = `GET /healthz HTTP/1.1\r\nHost: localhost\r\nUpgrade: ${protocol}\r\nConnection: Upgrade, close\r\n\r\n`
    assert.equal((await sendRaw(port, asking))[0]?.status, 200)
  }
})

test('a bad request behind good ones is answered after them, each answer in its place', async (t) => {
  const { port } = await startTestService(t)
  const good = 'GET /api/config HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const change = `${PUT}Content-Length: 17\r\n\r\n{"LLM_MODEL":"x"}`
  const answers = await sendRaw(port, `${good}${change}NOT HTTP\r\n\r\n`)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 404],
  )
  assertErrorEnvelope(answers[2] ?? { status: 0, text: '' })
})

test('a body longer than its Content-Length does not become the answer of its request', async (t) => {
  const { port } = await startTestService(t)
  const answers = await sendRaw(port, `${PUT}Content-Length: 17\r\n\r\n{"LLM_MODEL":"x"}garbage\r\n\r\n`)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404],
  )
})

test('a broken body behind a good request is answered after it', async (t) => {
  const { port } = await startTestService(t)
  const good = 'GET /api/config HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const answers = await sendRaw(port, `${good}${PUT}Transfer-Encoding: chunked\r\n\r\nZZ\r\n\r\n`)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 400],
  )
})
