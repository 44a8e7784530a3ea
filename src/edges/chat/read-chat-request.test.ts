import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { lengthen } from '../../../test/world/chat/lengthen.ts'
import { encryptedBody, type Prefix, signedHeaders } from '../../../test/world/chat/seal.ts'
import { decrypt } from './callback-body.ts'
import { type ChatRequest, readChatRequest } from './read-chat-request.ts'

const KEY = 'ek-demo'
const NOW = new Date(1_700_000_000_000)
const IV = Uint8Array.from({ length: 16 }, (_, at) => at)
const CHALLENGE = '{"challenge":"c-0001","token":"vt-demo","type":"url_verification"}'
const SPEC_EVENT = {
  type: 'event_callback',
  event: { message: { content: '{"text":"CPU high"}' }, sender: { sender_id: { open_id: 'ou_alert' } } },
}
const SPEC_PRESS = {
  action: { value: { action: 'confirm_diagnosis', incident_id: 'INC-20250101-001' } },
  open_id: 'ou_a',
  token: 'c-1',
}

type Sent = Partial<Omit<ChatRequest, 'settings' | 'raw'>> & {
  body: string | object | Uint8Array
  settings?: Partial<ChatRequest['settings']>
  signed?: boolean
  key?: string
  timestamp?: string
  nonce?: string
  prefix?: Prefix
}

function send(sent: Sent) {
  const { signed = true, key = KEY, timestamp = '1700000000', nonce = 'n-1', prefix = 'X-Chat' } = sent
  const raw = bytesOf(sent.body)
  const headers = signed ? signedHeaders(raw, { key, timestamp, nonce, prefix }) : {}
  return readChatRequest({
    headers: lowerCase(sent.headers ?? headers),
    raw,
    path: sent.path ?? 'event',
    settings: {
      CHAT_ENCRYPT_KEY: KEY,
      CHAT_VERIFICATION_TOKEN: undefined,
      CHAT_MAX_SKEW_SECONDS: 0,
      ...sent.settings,
    },
    now: NOW,
    ...(sent.ownId !== undefined && { ownId: sent.ownId }),
  })
}

function bytesOf(body: string | object | Uint8Array): Uint8Array {
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

function lowerCase(headers: ChatRequest['headers']): ChatRequest['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function refusalOf(answer: ReturnType<typeof send>): string {
  return answer.kind === 'refused' ? `${answer.code} ${answer.reason}` : answer.kind
}

test('a callback that is not signed as agreed is refused, whatever is in it', () => {
  for (const body of [SPEC_EVENT, SPEC_PRESS, '', '[]', CHALLENGE])
    for (const path of ['event', 'action'] as const) {
      assert.equal(refusalOf(send({ body, path, signed: false })), 'UNAUTHORIZED unsigned')
      assert.equal(refusalOf(send({ body, path, key: 'other' })), 'UNAUTHORIZED wrong_signature')
      assert.equal(refusalOf(send({ body, path, key: '' })), 'UNAUTHORIZED wrong_signature')
      const keyless = { CHAT_ENCRYPT_KEY: undefined }
      assert.equal(refusalOf(send({ body, path, key: '', settings: keyless })), 'UNAUTHORIZED no_key')
    }
})

test('a body parsed and written again no longer fits its signature', () => {
  const pretty = JSON.stringify(SPEC_EVENT, null, 2)
  assert.equal(send({ body: pretty }).kind, 'message')
  const headers = signedHeaders(pretty, { key: KEY, timestamp: '1700000000', nonce: 'n-1' })
  assert.equal(refusalOf(send({ body: SPEC_EVENT, headers })), 'UNAUTHORIZED wrong_signature')
})

test('with a window in force an old callback is refused, and digits moved behind it do not help', () => {
  const settings = { CHAT_MAX_SKEW_SECONDS: 300 }
  assert.equal(send({ body: SPEC_EVENT, settings }).kind, 'message')
  assert.equal(refusalOf(send({ body: SPEC_EVENT, settings, timestamp: '1699990000' })), 'UNAUTHORIZED stale')
  const shifted = { timestamp: '1700000000123', nonce: 'abc' }
  assert.equal(refusalOf(send({ body: SPEC_EVENT, settings, ...shifted })), 'UNAUTHORIZED stale')
})

test('a repeat, and one with digits moved from nonce to timestamp, bears the key of the first', () => {
  const dedupeOf = (sent: Partial<Sent>) => {
    const answer = send({ body: SPEC_PRESS, path: 'action', ...sent })
    return answer.kind === 'action' ? answer.dedupe : undefined
  }
  const first = dedupeOf({ timestamp: '1794706000', nonce: '123abc' })
  assert.equal(first?.length, 1)
  assert.deepEqual(dedupeOf({ timestamp: '1794706000', nonce: '123abc' }), first)
  assert.deepEqual(dedupeOf({ timestamp: '1794706000123', nonce: 'abc' }), first)
  assert.notDeepEqual(dedupeOf({ timestamp: '1794706001', nonce: '123abc' }), first)
})

test('a body lengthened behind a genuine signature fits its forged digest and is refused as unreadable', () => {
  const genuine = JSON.stringify(SPEC_PRESS)
  const [timestamp, nonce] = ['1700000000', 'n-1']
  const digest = createHash('sha256')
    .update(timestamp + nonce + KEY + genuine)
    .digest('hex')
  const messageBytes = timestamp.length + nonce.length + KEY.length + Buffer.byteLength(genuine)
  for (const suffix of ['', ' ', JSON.stringify(SPEC_PRESS), ',"comment":"x"}']) {
    const forged = lengthen({ digest, messageBytes, suffix: Buffer.from(suffix) })
    const body = Buffer.concat([Buffer.from(genuine), forged.appended])
    const headers = signedHeaders(body, { key: KEY, timestamp, nonce })
    assert.equal(headers['X-Chat-Signature'], forged.digest, 'the forgery is a good one')
    assert.equal(refusalOf(send({ body, path: 'action', headers })), 'VALIDATION_ERROR unreadable')
  }
})

test('what is signed and not one JSON object in UTF-8 is refused as unreadable', () => {
  const event = JSON.stringify(SPEC_EVENT)
  const invalidUtf8 = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')])
  for (const body of ['', '[]', '"text"', 'null', `${event}${event}`, `\uFEFF${event}`, 'a=b', invalidUtf8])
    assert.equal(refusalOf(send({ body })), 'VALIDATION_ERROR unreadable', String(body))
  const deep = `{"event":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  assert.equal(send({ body: deep }).kind, 'ignore')
})

test('the public vectors of the encryption are opened', () => {
  assert.equal(String(decrypt('P37w+VZImNgPEO1RBhJ6RtKl7n6zymIbEG1pReEzghk=', 'test key')), 'hello world')
  const challenge =
    'AAECAwQFBgcICQoLDA0OD5y47TY8ryBEq/Os+Qd3TVzRA7JaJ7ffNffS59O4D3/ZjyaCfFfk/+RhB12LXEpprTM6M9j8hiw4s6JcpOGRb260RfxAPmQZ5z00k2qcjWB7'
  assert.equal(String(decrypt(challenge, KEY)), CHALLENGE)
  assert.equal(encryptedBody(CHALLENGE, KEY, IV), JSON.stringify({ encrypt: challenge }))
  for (const broken of ['', 'AAEC', challenge.slice(0, -4), 'not base64']) assert.equal(decrypt(broken, KEY), undefined)
})

test('an encrypted event is read like a plain one; its signature covers the encrypted text', () => {
  const body = encryptedBody(JSON.stringify(SPEC_EVENT), KEY, IV)
  const read = send({ body, prefix: 'X-Lark' })
  assert.equal(read.kind === 'message' && read.text, 'CPU high')
  assert.equal(refusalOf(send({ body, signed: false })), 'UNAUTHORIZED unsigned')
  const foreign = encryptedBody(JSON.stringify(SPEC_EVENT), 'other', IV)
  assert.equal(refusalOf(send({ body: foreign })), 'VALIDATION_ERROR unreadable')
})

test('an unsigned challenge is answered where the key opens it or the token vouches for it, and nowhere else', () => {
  const answered = { kind: 'challenge', challenge: 'c-0001' }
  const encrypted = encryptedBody(CHALLENGE, KEY, IV)
  const token = { CHAT_VERIFICATION_TOKEN: 'vt-demo' }
  for (const path of ['event', 'action'] as const) {
    assert.deepEqual(send({ body: encrypted, path, signed: false }), answered)
    assert.deepEqual(send({ body: CHALLENGE, path, signed: false, settings: token }), answered)
    assert.deepEqual(send({ body: CHALLENGE, path }), answered, 'signed, it needs no token')
  }
  const keyless = { ...token, CHAT_ENCRYPT_KEY: undefined }
  assert.deepEqual(send({ body: CHALLENGE, signed: false, settings: keyless }), answered)
  const refused: Partial<Sent>[] = [
    { body: CHALLENGE },
    { body: CHALLENGE, settings: { CHAT_VERIFICATION_TOKEN: 'vt-other' } },
    { body: encrypted, settings: { CHAT_VERIFICATION_TOKEN: 'vt-other' } },
    { body: encryptedBody(CHALLENGE, 'other', IV) },
    { body: encrypted, settings: { CHAT_ENCRYPT_KEY: undefined } },
    { body: { ...JSON.parse(CHALLENGE), type: 'event_callback' }, settings: token },
    { body: { ...JSON.parse(CHALLENGE), challenge: 7 }, settings: token },
    { body: { ...JSON.parse(CHALLENGE), challenge: 'x'.repeat(1025) }, settings: token },
    { body: encryptedBody(JSON.stringify(SPEC_EVENT), KEY, IV), settings: token },
  ]
  for (const sent of refused)
    assert.match(refusalOf(send({ body: '', ...sent, signed: false })), /^UNAUTHORIZED /, JSON.stringify(sent))
  const halfSigned = { 'x-chat-signature': 'a'.repeat(64) }
  assert.equal(
    refusalOf(send({ body: CHALLENGE, headers: halfSigned, settings: token })),
    'UNAUTHORIZED broken_signature',
  )
})

test('a signed body that carries the wrong verification token is refused; the token of a pressed card is another one', () => {
  const settings = { CHAT_VERIFICATION_TOKEN: 'vt-demo' }
  const event = { schema: '2.0', header: { event_type: 'x', token: 'vt-demo' }, event: {} }
  assert.equal(send({ body: event, settings }).kind, 'ignore')
  const wrong = { ...event, header: { ...event.header, token: 'vt-other' } }
  assert.equal(refusalOf(send({ body: wrong, settings })), 'UNAUTHORIZED wrong_token')
  assert.equal(refusalOf(send({ body: { ...SPEC_EVENT, token: 'vt-other' }, settings })), 'UNAUTHORIZED wrong_token')
  assert.equal(send({ body: SPEC_EVENT, settings }).kind, 'message')
  assert.equal(send({ body: SPEC_PRESS, path: 'action', settings }).kind, 'action')
})

test('each path reads events and presses alike; only what is neither differs', () => {
  for (const path of ['event', 'action'] as const) {
    assert.equal(send({ body: SPEC_EVENT, path }).kind, 'message')
    assert.equal(send({ body: SPEC_PRESS, path }).kind, 'action')
  }
  assert.equal(send({ body: {} }).kind, 'ignore')
  assert.equal(refusalOf(send({ body: {}, path: 'action' })), 'VALIDATION_ERROR shape')
})
