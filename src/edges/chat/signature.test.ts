import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { isFresh, isSigned, readSignature } from './signature.ts'

const KEY = 'ek-demo'
const SPEC_BODY =
  '{"type":"event_callback","event":{"message":{"content":"{\\"text\\":\\"CPU high\\"}"},"sender":{"sender_id":{"open_id":"ou_alert"}}}}'
const SCHEMA_TWO_BODY = '{"schema":"2.0","header":{"event_id":"ev-1","event_type":"im.message.receive_v1"},"event":{}}'

/** Digests made with the platform's own client. */
const VECTORS: readonly [body: string, digest: string][] = [
  [SPEC_BODY, 'a90d704fd9639997f5d97c303df32d6b18dd8c700891a8f3ea8f199af4c52eea'],
  [SCHEMA_TWO_BODY, '399df222d0353c86a13e4105fa2e81b37cd01cc7621f9c12471c04ad4944d887'],
]

test('the digests of the platform are accepted, and only for their own bytes', () => {
  for (const [body, digest] of VECTORS) {
    const signature = { timestamp: '1700000000', nonce: 'n-1', digest }
    const isRight = (raw: string, key = KEY) => isSigned(signature, key, Buffer.from(raw))
    assert.equal(isRight(body), true)
    assert.equal(isRight(`${body} `), false)
    assert.equal(isRight(JSON.stringify(JSON.parse(body), null, 1)), false)
    assert.equal(isRight(body, 'ek-other'), false)
    assert.equal(isSigned({ ...signature, nonce: 'n-2' }, KEY, Buffer.from(body)), false)
  }
})

test('a digest of the old kind, made with SHA-1 and the verification token, is not accepted', () => {
  const body = '{"open_id":"ou_a"}'
  const digest = createHash('sha1').update(`1700000000n-1vt-demo${body}`).digest('hex')
  assert.equal(digest, '3d8fb4ee568c5c014f326ca4d56fe1f9c5be17b5')
  assert.equal(readSignature(headers('x-chat', { digest })), 'broken')
})

test('every letter of a header counts, also one of more than seven bits', () => {
  const nonce = Buffer.from('nä', 'utf8').toString('latin1')
  const digest = createHash('sha256').update('1700000000').update(Buffer.from('nä')).update(KEY).digest('hex')
  assert.equal(isSigned({ timestamp: '1700000000', nonce, digest }, KEY, Buffer.alloc(0)), true)
})

test('both families of headers are read, the first one before the second and never mixed', () => {
  const digest = 'a'.repeat(64)
  const signature = { timestamp: '1700000000', nonce: 'n-1', digest }
  assert.deepEqual(readSignature(headers('x-chat', { digest })), signature)
  assert.deepEqual(readSignature(headers('x-lark', { digest })), signature)
  const both = { ...headers('x-chat', { digest }), ...headers('x-lark', { digest: 'b'.repeat(64) }) }
  assert.deepEqual(readSignature(both), signature)
  const mixed = { ...headers('x-lark', { digest }), 'x-chat-signature': digest }
  assert.equal(readSignature(mixed), 'broken')
  assert.equal(readSignature({ 'content-type': 'application/json' }), 'unsigned')
})

test('a signature that is incomplete, repeated or not in lower-case hexadecimal is broken', () => {
  const digest = 'a'.repeat(64)
  for (const wrong of [digest.slice(1), `${digest}a`, digest.toUpperCase(), '', `${digest}, ${digest}`, 'g'.repeat(64)])
    assert.equal(readSignature(headers('x-chat', { digest: wrong })), 'broken', wrong)
  for (const name of ['x-chat-request-timestamp', 'x-chat-request-nonce', 'x-chat-signature']) {
    const whole = headers('x-chat', { digest })
    assert.equal(readSignature({ ...whole, [name]: undefined }), 'broken', name)
    assert.equal(readSignature({ ...whole, [name]: ['one', 'two'] }), 'broken', name)
    assert.notEqual(readSignature({ ...whole, [name]: [whole[name] ?? ''] }), 'broken', name)
  }
})

test('without a window any timestamp is fresh; with one it must be ten digits near the time, on either side', () => {
  const now = new Date(1_700_000_000_000)
  assert.equal(isFresh('any text', 0, now), true)
  for (const fresh of ['1700000000', '1700000300', '1699999700']) assert.equal(isFresh(fresh, 300, now), true, fresh)
  for (const stale of ['1700000301', '1699999699', '1700000000000', '170000000', '+170000000', '1700000000 ', ''])
    assert.equal(isFresh(stale, 300, now), false, stale)
})

test('of all splits of one run of digits only the one that was sent is fresh', () => {
  const run = '1794706000123abc'
  const now = new Date(1_794_706_000_000)
  const passing = [...run].map((_, at) => run.slice(0, at)).filter((timestamp) => isFresh(timestamp, 300, now))
  assert.deepEqual(passing, ['1794706000'])
})

function headers(prefix: string, { digest }: { digest: string }): Record<string, string> {
  return {
    [`${prefix}-request-timestamp`]: '1700000000',
    [`${prefix}-request-nonce`]: 'n-1',
    [`${prefix}-signature`]: digest,
  }
}
