import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../problem.ts'
import { MASK } from './mask.ts'
import { createRedactor } from './redact.ts'

const { redactValue } = createRedactor(() => ['tangerine'])

test('texts are redacted at any depth and the rest is kept', () => {
  const at = new Date(0)
  const value = { a: ['password=x1', 1, null, true], b: { c: { d: 'eat a tangerine' } }, at }
  assert.deepEqual(redactValue(value), {
    a: ['password=[redacted]', 1, null, true],
    b: { c: { d: 'eat a [redacted]' } },
    at,
  })
})

test('a value under a secret name is masked whatever it looks like', () => {
  for (const name of [
    ...['password', 'DB_PASSWORD', 'passwd', 'smtp_pass', 'secret', 'clientSecret', 'token', 'accessToken', 'api_key'],
    ...[
      'apiKey',
      'x-api-key',
      'Authorization',
      'proxy-authorization',
      'cookie',
      'Set-Cookie',
      'cookies',
      'private_key',
    ],
    ...[
      'privateKey',
      'aws_secret_access_key',
      'credential',
      'credentials',
      'passphrase',
      'CHAT_ENCRYPT_KEY',
      'LLM_API_KEY',
    ],
  ]) {
    assert.deepEqual(redactValue({ [name]: 'plain' }), { [name]: '[redacted]' }, name)
    assert.deepEqual(redactValue({ [name]: { nested: ['plain'] } }), { [name]: '[redacted]' }, name)
  }
})

test('names that only speak of secrets keep their values', () => {
  const value = {
    max_tokens: 4096,
    usage: { input_tokens: 1 },
    secretName: 'db',
    token_type: 'x',
    has_password: true,
    monkey: 1,
  }
  assert.deepEqual(redactValue(value), value)
})

test('whether a secret is there at all may be seen', () => {
  const value = { password: null, token: '', secret: false, api_key: undefined }
  assert.deepEqual(redactValue(value), value)
})

test("a secret in a pod's environment is found by the name beside it", () => {
  const env = [
    { name: 'DB_PASSWORD', value: 'plain' },
    { name: 'DB_HOST', value: 'db' },
  ]
  assert.deepEqual(redactValue(env), [
    { name: 'DB_PASSWORD', value: '[redacted]' },
    { name: 'DB_HOST', value: 'db' },
  ])
})

test('a known value is masked in keys, maps and sets too', () => {
  assert.deepEqual(redactValue({ 'tangerine-1': 1 }), { '[redacted]-1': 1 })
  assert.deepEqual(redactValue(new Map([['token', 'plain']])), new Map([['token', '[redacted]']]))
  assert.deepEqual(redactValue(new Set(['tangerine'])), new Set(['[redacted]']))
})

test('an error stays an error of its kind, with its message, stack and cause redacted', () => {
  const error = new Problem('CONFLICT', 'password=x1', { cause: new Error('ate the tangerine') })
  const redacted = redactValue(error)
  assert.ok(redacted instanceof Problem)
  assert.equal(redacted.message, 'password=[redacted]')
  assert.equal(redacted.code, 'CONFLICT')
  assert.ok(!redacted.stack?.includes('x1'))
  assert.equal((redacted.cause as Error).message, 'ate the [redacted]')
  assert.equal(error.message, 'password=x1', 'the original is left alone')
})

test('bytes are counted and an object that writes itself as JSON is taken at its word', () => {
  assert.deepEqual(redactValue({ raw: Buffer.from('tangerine') }), { raw: '[9 bytes]' })
  assert.deepEqual(redactValue({ url: new URL('http://u:tangerine@h/') }), { url: 'http://u:[redacted]@h/' })
})

test('a circle, great depth and a shared part all come to an end', () => {
  const circle: Record<string, unknown> = { name: 'a' }
  circle.self = circle
  assert.deepEqual(redactValue(circle), { name: 'a', self: '[circular]' })

  let deep: unknown = 'bottom'
  for (let level = 0; level < 10_000; level++) deep = { deep }
  assert.match(JSON.stringify(redactValue(deep)), /\[too deep\]/)

  let shared: unknown = ['leaf']
  for (let level = 0; level < 30; level++) shared = [shared, shared]
  assert.ok(Array.isArray(redactValue(shared)))
})

test('a key called __proto__ stays a key', () => {
  const redacted = redactValue(JSON.parse('{"__proto__":{"polluted":"yes"}}'))
  assert.equal(redacted.polluted, undefined)
  assert.ok(Object.hasOwn(redacted, '__proto__'))
})

test('of several tokens those that look like one are masked, and a name with invisible characters is the name it looks like', () => {
  const shared = { id: 'f8Kd02mQx71LpZs3' }
  assert.deepEqual(
    redactValue({
      shared,
      tokens: [shared.id, shared, 3],
      secrets: ['regcred'],
      'pass\u200bword': 'x',
      max_tokens: 4096,
    }),
    { shared, tokens: [MASK, { id: MASK }, 3], secrets: ['regcred'], 'pass\u200bword': MASK, max_tokens: 4096 },
  )
})
