import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueIn } from './subject.ts'

function read(text: string, fields = {}) {
  return issueIn({ text, fields, names: ['bookings-api'] })
}

test('the address of an issue tells its number, wherever it stands', () => {
  const pages = [
    'Tracker: https://errors.example.org/issues/55218/',
    'see https://sentry.example.org/organizations/acme/issues/55218/?project=4.',
    '(https://acme.sentry.example/acme/bookings/issues/55218/events/9f1c/)',
    '<https://glitchtip.example.org/acme/issues/55218|open>',
  ]
  for (const page of pages) assert.equal(read(page), '55218', page)
  assert.equal(read('12 % fail', { sentry_url: 'https://errors.example.org/issues/55218' }), '55218')
  assert.equal(read('see https://errors.example.org/issues/BOOKINGS-9F/'), 'BOOKINGS-9F')
})

test('a word, a field or a short id tells it too', () => {
  for (const text of ['see issue 55218', 'Issue #55218 is new', 'issue: 55218']) assert.equal(read(text), '55218', text)
  assert.equal(read('', { 'data.issue.shortId': 'SHOP-1A' }), 'SHOP-1A')
  assert.equal(read('Sentry: SHOP-1A'), 'SHOP-1A')
  assert.equal(read('tracked as SHOP-WEB-1A, 900 events'), 'SHOP-WEB-1A')
  assert.equal(read('errors rise (BOOKINGS-9F)'), 'BOOKINGS-9F')
  assert.equal(read('12 % fail', { error: 'BOOKINGS-API-9F' }), 'BOOKINGS-API-9F')
})

test('what people plan, and what merely looks alike, is no issue of the error tracker', () => {
  const others = [
    'known: https://github.com/acme/bookings/issues/412',
    'see https://git.example.org/acme/app/-/issues/412',
    'https://acme.example.org/browse/OPS-412',
    'UTF-8 is broken, SHA-256 too, in EU-WEST-1; CVE-2024 and INC-412, SEV-1',
    'the Sentry exporter is down in us-east-1',
    'GET /issues/412 answers 500',
  ]
  for (const text of others) assert.equal(read(text), undefined, text)
  assert.equal(read('', { jira_issue: 'OPS-412' }), undefined)
})
