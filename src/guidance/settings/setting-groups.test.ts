import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SETTINGS } from './catalogue.ts'
import { groupOf, RUNTIME_GROUPS } from './setting-groups.ts'

test('every setting stands in one of the groups, and no group is empty', () => {
  const used = new Set(Object.keys(SETTINGS).map(groupOf))
  assert.deepEqual([...used].sort(), RUNTIME_GROUPS.map(({ name }) => name).sort())
})

test('a key that no group claims is one of the service', () => assert.equal(groupOf('BRAND_NEW'), 'Service'))
