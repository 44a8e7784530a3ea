import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesSelector, writeSelector } from './label-match.ts'

const labels = { app: 'web', tier: 'front' }

test('a selector matches as the API server decides it', () => {
  const matches = (key: string, operator: string, ...values: string[]) =>
    matchesSelector({ matchExpressions: [{ key, operator, values }] }, labels)
  assert.ok(matchesSelector(undefined, labels))
  assert.ok(matchesSelector({}, {}))
  assert.ok(matchesSelector({ matchLabels: { app: 'web' } }, labels))
  assert.ok(!matchesSelector({ matchLabels: { app: 'web', zone: '1' } }, labels))
  assert.ok(matches('app', 'In', 'web', 'api') && !matches('app', 'In', 'api') && !matches('zone', 'In', 'web'))
  assert.ok(!matches('app', 'NotIn', 'web') && matches('app', 'NotIn', 'api') && matches('zone', 'NotIn', 'web'))
  assert.ok(matches('app', 'Exists') && !matches('zone', 'Exists'))
  assert.ok(matches('zone', 'DoesNotExist') && !matches('app', 'DoesNotExist'))
  assert.ok(!matches('app', 'Unheard', 'web'))
})

test('a selector is written as a list request wants it', () => {
  const matchExpressions = [
    { key: 'a', operator: 'In', values: ['1', '2'] },
    { key: 'b', operator: 'NotIn', values: ['3'] },
    { key: 'c', operator: 'Exists' },
    { key: 'd', operator: 'DoesNotExist' },
  ]
  assert.equal(writeSelector({ matchLabels: { app: 'web' }, matchExpressions }), 'app=web,a in (1,2),b notin (3),c,!d')
  assert.equal(writeSelector(undefined), '')
})
