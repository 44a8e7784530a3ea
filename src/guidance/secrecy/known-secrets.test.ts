import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRedactor } from './redact.ts'

const SECRET = 'q!7 "w\\é/+~z?&ü'

const FORMS: Record<string, string> = {
  plain: SECRET,
  base64: Buffer.from(SECRET).toString('base64'),
  base64url: Buffer.from(SECRET).toString('base64url'),
  'base64 behind one byte': Buffer.from(`:${SECRET}`).toString('base64'),
  'base64 behind two bytes': Buffer.from(`a:${SECRET}!`).toString('base64'),
  'URL-encoded': encodeURIComponent(SECRET),
  'URL-encoded in lower case': encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase()),
  'form-encoded': new URLSearchParams({ x: SECRET }).toString().slice(2),
  'JSON-escaped': JSON.stringify(SECRET).slice(1, -1),
  'JSON in JSON': JSON.stringify(JSON.stringify(SECRET)).slice(3, -3),
}

const { redact } = createRedactor(() => [SECRET, 'nightfall', 'short', 'shared-beginning', 'shared-beginning-and-more'])

for (const [form, written] of Object.entries(FORMS)) {
  test(`a known value is masked in its form: ${form}`, () => {
    const redacted = redact(`before ${written} after`)
    assert.match(redacted, /^before .{0,3}\[redacted\].{0,4} after$/)
    assert.ok(!redacted.includes(written))
  })
}

test('of two known values that begin alike the longer one is masked whole', () => {
  assert.equal(redact('shared-beginning-and-more'), '[redacted]')
})

test('a known value of fewer than six characters is left, for it is also an ordinary word', () => {
  assert.equal(redact('a short outage'), 'a short outage')
})

test('a line break in JSON before the rest of a known value is not cut in half', () => {
  assert.equal(JSON.parse(redact('"one\\nightfall"')), 'one[redacted]')
})

test('a new value is followed at once, also when the list is changed in place', () => {
  const known: string[] = []
  const following = createRedactor(() => known)
  assert.equal(following.redact('the word is tangerine'), 'the word is tangerine')
  known.push('tangerine')
  assert.equal(following.redact('the word is tangerine'), 'the word is [redacted]')
  known[0] = 'clementine'
  assert.equal(following.redact('tangerine or clementine'), 'tangerine or [redacted]')
})

test('a value that is no well-formed text is still masked', () => {
  const lone = createRedactor(() => ['half\ud800half'])
  assert.equal(lone.redact('a half\ud800half b'), 'a [redacted] b')
})
