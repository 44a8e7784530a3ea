import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertSameCalls, maskMoments } from './made-calls.ts'

const made = (...calls: [tool: string, parameters: unknown][]) => ({
  events: calls.map(([tool, parameters]) => ({ type: 'tool_call', data: { tool, parameters } })),
})

test('calls that differ in nothing but a moment are the same, in whatever order', () => {
  const before = made(['logs.search', { query: '{}', start: '2026-12-31T23:59:00.000Z' }], ['list_pods', {}])
  const after = made(['list_pods', {}], ['logs.search', { query: '{}', start: '2027-01-01T00:00:00+01:00' }])
  assertSameCalls(after, before)
})

test('calls that differ in anything else are not', () => {
  const one = made(['logs.search', { query: '{}', start: '2026-12-31T23:59:00Z' }])
  assert.throws(() => assertSameCalls(made(['logs.search', { query: '{}' }]), one))
  assert.throws(() => assertSameCalls(made(['logs.search', { query: '{a="b"}', start: '2026-12-31T23:59:00Z' }]), one))
  assert.throws(() => assertSameCalls(made(), one))
})

test('a day, a number and a name stay as they are', () => {
  const text = '2026-12-31 1767225599 web-20261231T2359'
  assert.equal(maskMoments(text), text)
})
