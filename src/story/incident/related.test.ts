import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedSubject, subjectsOf } from './related.ts'

test('labels name a workload only together with its namespace, and a pod stands for what made it', () => {
  assert.deepEqual(subjectsOf({ deployment: 'web' }), [])
  assert.deepEqual(subjectsOf({ namespace: 'shop', deployment: 'web', pod: 'web-7d4f9c5b6d-x2x9k' }), ['shop/web'])
  assert.deepEqual(subjectsOf({ namespace: 'shop', pod: 'store-0' }), ['shop/store'])
  assert.deepEqual(subjectsOf({ datname: 'orders', instance: 'db:5432' }), ['the database orders'])
  assert.deepEqual(subjectsOf({ namespace: 'shop', alertname: 'X', deployment: ' ' }), [])
})

test('two are about the same where one subject is in both', () => {
  const web = subjectsOf({ namespace: 'shop', deployment: 'web' })
  assert.equal(sharedSubject(web, subjectsOf({ namespace: 'shop', pod: 'web-7d4f9c5b6d-x2x9k' })), 'shop/web')
  assert.equal(sharedSubject(web, subjectsOf({ namespace: 'other', deployment: 'web' })), undefined)
})
