import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contextChange } from './context-change.ts'

const BEFORE = {
  services: [
    { name: 'web', namespace: 'shop', oncall: 'ann' },
    { name: 'cart', namespace: 'shop' },
  ],
  infrastructure: { cluster: 'east', nodes: 3 },
  alert_definitions: { critical: 'wake somebody' },
  common_issues: [{ issue: 'Pool exhausted', standard_procedure: ['restart'] }],
  note: 'kept',
}

const change = (after: object, before: object = BEFORE) => contextChange(JSON.stringify(before), JSON.stringify(after))

test('the same document changes nothing, in whatever order its fields stand', () => {
  const { note, ...rest } = BEFORE
  assert.deepEqual(change({ note, ...rest }), {})
})

test('what was added, removed and changed is told by name', () => {
  const after = {
    ...BEFORE,
    services: [
      { name: 'web', namespace: 'shop', oncall: 'bob' },
      { name: 'mail', namespace: 'office' },
    ],
    infrastructure: { cluster: 'east', region: 'eu' },
    common_issues: [],
    note: 'changed',
  }
  assert.deepEqual(change(after), {
    services: { added: ['office/mail'], removed: ['shop/cart'], changed: ['shop/web'] },
    infrastructure: { added: ['region'], removed: ['nodes'] },
    common_issues: { removed: ['Pool exhausted'] },
    other: { changed: ['note'] },
  })
})

test('a part that is missing counts as empty', () => {
  assert.deepEqual(change({}, { services: [{ name: 'web', namespace: 'shop' }] }), {
    services: { removed: ['shop/web'] },
  })
})
